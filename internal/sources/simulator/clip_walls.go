package simulator

import (
	"net/http"
	"strings"
)

// clipWalls are the refusals that visitors of TikTok got in autumn 2026.
var clipWalls = []Wall{
	{"clip_site.challenge", "clip_site", "a proof of work in the place of every page", clipPath(func(w http.ResponseWriter, _ *http.Request) { clipCheck(w) }, "/@")},
	{"clip_site.no_script", "clip_site", "pages without the script that holds their state", clipPath(func(w http.ResponseWriter, _ *http.Request) {
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><head><title>TikTok - Make Your Day</title></head><body><div id="app"></div></body></html>`)
	}, "/@")},
	{"clip_site.called_gone", "clip_site", "items that live are called gone (10204)", before(func(r *http.Request) bool {
		return begins(r, "/@") && (strings.Contains(r.URL.Path, "/video/") || strings.Contains(r.URL.Path, "/photo/"))
	}, func(w http.ResponseWriter, _ *http.Request) {
		clipPage(w, "webapp.video-detail", object{"statusCode": 10204, "statusMsg": "item doesn't exist"})
	})},
	{"clip_site.embed_refused", "clip_site", "the embed player and oEmbed are overloaded", clipPath(func(w http.ResponseWriter, _ *http.Request) { clipOverload(w) }, "/player/", "/oembed")},
	{"clip_site.player_busy", "clip_site", "the embed player is busy", clipPath(func(w http.ResponseWriter, r *http.Request) {
		sendJSON(w, http.StatusOK, object{"status_code": 0, "items": []object{}, "results": []object{{"id_str": r.URL.Query().Get("item_ids"), "code": "api_busy"}}})
	}, "/player/")},
	{"clip_site.embed_retired", "clip_site", "the embed player's call is a page of another kind", clipPath(func(w http.ResponseWriter, _ *http.Request) {
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><head><title>TikTok Embed Player</title></head><body><div id="root"></div></body></html>`)
	}, "/player/")},
	{"clip_site.empty_list", "clip_site", "an empty answer for a list", clipPath(func(w http.ResponseWriter, _ *http.Request) { clipNothing(w) }, "/api/creator/item_list")},
	{"clip_site.invalid_list", "clip_site", "the parameters of a list have changed (10201)", clipPath(func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusBadRequest, object{"statusCode": 10201, "statusMsg": "missing required fields"})
	}, "/api/creator/item_list")},
	{"clip_site.html_answers", "clip_site", "a page in the place of JSON", clipPath(func(w http.ResponseWriter, _ *http.Request) { clipCheck(w) }, "/api/")},
	{"clip_site.comments_refused", "clip_site", "comments are refused (status 5)", clipPath(func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusOK, object{"status_code": 5, "status_msg": ""})
	}, "/api/comment/")},
	{"clip_site.search_login", "clip_site", "a search needs a sign-in (2483)", clipPath(func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusOK, object{"status_code": 2483, "status_msg": "Please login your account first to view the results."})
	}, "/api/search/")},
	{"clip_site.first_host_refused", "clip_site", "the first media host refuses", before(func(r *http.Request) bool { return strings.HasPrefix(r.Host, "v16-") },
		func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "Access Denied", http.StatusForbidden) })},
}

func clipPath(answer http.HandlerFunc, prefixes ...string) func(http.ResponseWriter, *http.Request) bool {
	return before(func(r *http.Request) bool { return begins(r, prefixes...) && !strings.Contains(r.Host, "tiktokcdn") }, answer)
}

func clipOverload(w http.ResponseWriter) {
	http.Error(w, "overload-protect triggered", http.StatusServiceUnavailable)
}

// clipNothing sends the answer to a call that the platform does not trust.
func clipNothing(w http.ResponseWriter) {
	w.Header().Set("tt_orcas_res", "1")
	w.WriteHeader(http.StatusOK)
}
