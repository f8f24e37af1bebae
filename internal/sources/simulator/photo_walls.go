package simulator

import (
	"net/http"
	"strings"
)

// RenewedDocument stands before the id of each document of Instagram while photo_site.documents_renewed is up.
const RenewedDocument = "9"

// photoWalls are the refusals that visitors of Instagram got in autumn 2026.
var photoWalls = []Wall{
	{"photo_site.login_gate", "photo_site", "401, please wait, sign in", beforePath("/api/", func(w http.ResponseWriter, _ *http.Request) { pleaseWait(w) })},
	{"photo_site.html_shell", "photo_site", "a page in the place of JSON", beforePath("/api/", func(w http.ResponseWriter, _ *http.Request) { photoShell(w) })},
	{"photo_site.no_visit", "photo_site", "a page for queries of no visit", before(func(r *http.Request) bool {
		return isPhotoQuery(r) && r.FormValue("lsd") != PhotoVisit
	}, func(w http.ResponseWriter, _ *http.Request) { photoShell(w) })},
	{"photo_site.null_root", "photo_site", "null for posts and accounts that live", before(isPhotoQuery, func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": nil, "xig_user_by_username": nil, "user": nil, "xig_logged_out_popular_search_media_info": nil}})
	})},
	{"photo_site.documents_renewed", "photo_site", "the ids of the documents are old; each has a new one", func(w http.ResponseWriter, r *http.Request) bool {
		if known, renewed := strings.CutPrefix(r.FormValue("doc_id"), RenewedDocument); renewed {
			r.Form.Set("doc_id", known)
			return false
		}
		return before(isPhotoQuery, func(w http.ResponseWriter, r *http.Request) { documentNotFound(w, r.FormValue("doc_id")) })(w, r)
	}},
	{"photo_site.trouble", "photo_site", "an execution error beside null", before(isPhotoQuery, func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": nil, "xig_user_by_username": nil}, "errors": []object{{"message": "execution error", "severity": "ERROR"}}})
	})},
	{"photo_site.page_shell", "photo_site", "pages without their data", before(isPhotoPage, func(w http.ResponseWriter, _ *http.Request) { photoPage(w, "PolarisLoggedOutDesktopWWWPostRoute") })},
	{"photo_site.embed_refused", "photo_site", "pages and answers for embedding fail", func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.Contains(r.URL.Path, "/embed/"):
			sendHTML(w, http.StatusInternalServerError, "<html><body>Sorry, something went wrong.</body></html>")
		case strings.HasPrefix(r.URL.Path, "/api/v1/oembed"):
			pleaseWait(w)
		default:
			return false
		}
		return true
	}},
	{"photo_site.comments_late", "photo_site", "no comments, and a promise of more", before(func(r *http.Request) bool {
		return begins(r, "/api/graphql") && photoDocuments[r.FormValue("doc_id")] == "comments"
	}, func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": object{"comments_connection": object{"edges": []any{}, "page_info": object{"has_next_page": true, "end_cursor": nil}}}}})
	})},
}

func isPhotoQuery(r *http.Request) bool { return begins(r, "/api/graphql", "/graphql/query") }

func isPhotoPage(r *http.Request) bool {
	return r.URL.Path != "/" && !begins(r, "/api/") && !strings.Contains(r.URL.Path, "/embed/") && !strings.HasSuffix(r.Host, "cdninstagram.com")
}

// photoShell sends the page for requests without a browser's headers.
func photoShell(w http.ResponseWriter) {
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Instagram</title></head><body><div id="mount_0_0_xy"></div></body></html>`)
}

func documentNotFound(w http.ResponseWriter, id string) {
	sendJSON(w, http.StatusOK, object{"errors": []object{{"message": "The GraphQL document with ID " + id + " was not found.", "severity": "CRITICAL"}}, "extensions": object{"is_final": true}})
}
