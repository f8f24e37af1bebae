package tiktok

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

// itemPage is the page of an item.
func itemPage(item string) string {
	return scope(`"webapp.video-detail":{"statusCode":0,"itemInfo":{"itemStruct":` + item + `}}`)
}

// scope is a page with its state.
func scope(members string) string {
	return `<html><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">{"__DEFAULT_SCOPE__":{` + members + `}}</script></html>`
}

// goneAccount is the state of the page of an account that the platform calls gone.
const goneAccount = `"webapp.user-detail":{"statusCode":10204,"userInfo":{"user":{},"stats":{}}}`

// TestAnswersThatCanBeMisread plays checks, refusals and single voices: none is an empty success or a statement about the content.
func TestAnswersThatCanBeMisread(t *testing.T) {
	t.Parallel()
	comments := func(r sources.Route) error {
		_, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link("7300")})
		return err
	}
	captions := func(r sources.Route) error {
		_, err := r.Item(t.Context(), sources.ItemRequest{Link: link("7300"), Transcript: true})
		return err
	}
	files := func(r sources.Route) error {
		_, err := r.Media(t.Context(), sources.ItemRequest{Link: link("7300")})
		return err
	}
	account := func(r sources.Route) error {
		_, err := r.Account(t.Context(), sources.AccountSelector{Handle: "invented"})
		return err
	}
	search := func(r sources.Route) error {
		_, err := r.Search(t.Context(), sources.SearchRequest{Query: "cats"})
		return err
	}
	const empty = `{"status_code":0,"comments":null,"has_more":0,"cursor":0,"total":0}`
	classified := map[string]string{"/video/": itemPage(`{"id":"7300","isContentClassified":true,"video":{"id":"7300","duration":9}}`)}
	bare := map[string]string{"/video/": itemPage(`{"id":"7300","video":{"id":"7300","duration":9}}`)}
	for _, tt := range []struct {
		name    string
		answers map[string]string // by a part of the path; others are refused
		ask     func(sources.Route) error
		want    apierror.Code
	}{
		{"an empty page beside its own total", map[string]string{"/comment/": `{"status_code":0,"comments":[],"has_more":0,"total":3}`}, comments, apierror.CodeRouteDegraded},
		{"an empty page beside the item's count", map[string]string{"/comment/": empty, "/video/": itemPage(`{"id":"7300","stats":{"commentCount":8123}}`)}, comments, apierror.CodeRouteDegraded},
		{"an empty page beside an item that is refused", map[string]string{"/comment/": empty}, comments, apierror.CodeRouteDegraded},
		{"an empty page of an item without comments", map[string]string{"/comment/": empty, "/video/": itemPage(`{"id":"7300","stats":{"commentCount":0}}`)}, comments, ""},
		{"captions of a classified post", classified, captions, apierror.CodeUnavailableRestricted},
		{"files of a classified post", classified, files, apierror.CodeUnavailableRestricted},
		{"captions of a post without addresses", bare, captions, apierror.CodeSourceChanged},
		{"files of a post without addresses", bare, files, apierror.CodeSourceChanged},
		{"one voice that an account is gone", map[string]string{"/@invented": scope(goneAccount)}, account, apierror.CodeRouteDegraded},
		{"two voices of which one says that it lives", map[string]string{"/oembed": `{"title":"Invented","author_unique_id":"invented"}`, "/@invented": scope(goneAccount)}, account, apierror.CodeRouteDegraded},
		{"a check of the visitor", map[string]string{"/search/": `{"status_code":0,"data":[],"has_more":0,"search_nil_info":{"search_nil_type":"verify_check"}}`}, search, apierror.CodeRouteDegraded},
		{"no results", map[string]string{"/search/": `{"status_code":0,"data":[],"has_more":0,"search_nil_info":{"search_nil_type":"nothing_found"}}`}, search, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for part, body := range tt.answers {
					if strings.Contains(r.URL.Path, part) {
						_, _ = io.WriteString(w, body)
						return
					}
				}
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			err := tt.ask(Routes(sourcestest.Fetcher(t, site, Hosts()...), Options{})[0])
			if tt.want == "" && err != nil || tt.want != "" && !apierror.Is(err, tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// TestPhonesPage gives a desktop a stub and a phone its page: the item is read, and its files are asked for as the phone.
func TestPhonesPage(t *testing.T) {
	t.Parallel()
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("User-Agent"), "Mobile") || r.Header.Get("Sec-CH-UA-Mobile") != "?1" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, scope(`"webapp.reflow.video.detail":{"statusCode":0,"itemInfo":{"itemStruct":{"id":"7300","desc":"invented",
			"video":{"playAddr":"https://v16-webapp-prime.tiktok.com/video/7300.mp4?signature=invented","duration":9}}}}`))
	})
	r := Routes(sourcestest.Fetcher(t, site, Hosts()...), Options{})[0]
	m, err := r.Media(t.Context(), sources.ItemRequest{Link: link("7300")})
	if err != nil || *m.Item.Text != "invented" || len(m.Files) != 1 || !strings.Contains(m.Files[0].Header["User-Agent"], "Mobile") {
		t.Errorf("%+v, %v", m, err)
	}
}
