package simulator

import (
	"net/http"
	"strings"
)

// adWalls are the refusals that visitors of the ad library got in autumn 2026.
var adWalls = []Wall{
	{"ad_library.challenge", "ad_library", "a challenge for visitors without cookies", func(w http.ResponseWriter, r *http.Request) bool {
		if _, err := r.Cookie("rd_challenge"); err == nil || strings.HasSuffix(r.Host, "fbcdn.net") {
			return false
		}
		if r.Method == http.MethodPost {
			adRateLimit(w)
			return true
		}
		sendHTML(w, http.StatusForbidden, `<!DOCTYPE html><html><head></head><body><script>function executeChallenge() { fetch('/__rd_verify_invented?challenge=3', { method: 'POST' })`+
			`.finally(() => window.location.reload()); } executeChallenge();</script></body></html>`)
		return true
	}},
	{"ad_library.held_back", "ad_library", "a count, and no rows", beforePath("/ads/library", func(w http.ResponseWriter, _ *http.Request) {
		new(adSite).resultsPage(w, object{"count": 2055, "edges": []any{}, "page_info": object{"has_next_page": false, "end_cursor": ""}})
	})},
	{"ad_library.unpainted", "ad_library", "a page without its results", beforePath("/ads/library", func(w http.ResponseWriter, _ *http.Request) { sendHTML(w, http.StatusForbidden, adShell("")) })},
	{"ad_library.other_ad", "ad_library", "another ad in the place of a link's", before(func(r *http.Request) bool {
		return begins(r, "/ads/library") && r.URL.Query().Get("id") != ""
	}, func(w http.ResponseWriter, _ *http.Request) {
		pages := inventAdPages()
		other := connection([]shown{{pages[3], pages[3].adverts[0]}}, 30, true)
		sendHTML(w, http.StatusForbidden, adShell(block("AdLibraryFoundationRoot", object{"ad_library_main": object{
			"deeplink_ad_archive_result": object{"deeplink_ad_archive": nil, "no_result_reason": nil}, "search_results_connection": other,
		}})))
	})},
	{"ad_library.rate_limit", "ad_library", "1675004 for every further page", beforePath("/api/graphql", func(w http.ResponseWriter, _ *http.Request) { adRateLimit(w) })},
	{"ad_library.documents_renewed", "ad_library", "the ids of the documents are old", beforePath("/api/graphql", func(w http.ResponseWriter, r *http.Request) { documentNotFound(w, r.FormValue("doc_id")) })},
}

func adRateLimit(w http.ResponseWriter) {
	sendJSON(w, http.StatusOK, object{"errors": []object{{"message": "Rate limit exceeded", "severity": "CRITICAL", "code": 1675004}}, "extensions": object{"is_final": true}})
}
