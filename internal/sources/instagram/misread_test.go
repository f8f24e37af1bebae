package instagram

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

// TestAnswersThatCanBeMisread plays single voices and lists that are withheld: none is a statement about the content.
func TestAnswersThatCanBeMisread(t *testing.T) {
	t.Parallel()
	const (
		errorPage = `<html><head><title>Page Not Found</title></head></html>`
		noMatch   = `No Media Match`
		null      = `{"data":{"xig_polaris_media":null}}`
		empty     = `{"data":{"xig_polaris_media":{"comments_connection":{"edges":[],"page_info":{"has_next_page":false}}}}}`
		endless   = `{"data":{"xig_polaris_media":{"comments_connection":{"edges":[{"node":{"pk":"1","text":"first"}}],"page_info":{"has_next_page":true,"end_cursor":null}}}}}`
	)
	item := func(code string) func(sources.Route) error {
		return func(r sources.Route) error {
			_, err := r.Item(t.Context(), sources.ItemRequest{Link: link(code)})
			return err
		}
	}
	account := func(r sources.Route) error {
		_, err := r.Account(t.Context(), sources.AccountSelector{Handle: "invented"})
		return err
	}
	comments := func(r sources.Route) error {
		_, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link("DdEo7DPG8x2")})
		return err
	}
	const share = "CjTqQKDLmNoPqRsTuVwXyZ0123456789abcdEfG"
	for _, tt := range []struct {
		name    string
		answers map[string]string // by a part of the address; others are walled
		ask     func(sources.Route) error
		want    apierror.Code
	}{
		{"a post of which the error page alone says that it is missing", map[string]string{"/p/": errorPage}, item("DfAloneAlon"), apierror.CodeRouteDegraded},
		{"a null alone", map[string]string{"/graphql": null}, item("DfAloneAlon"), apierror.CodeRouteDegraded},
		{"a null and oEmbed", map[string]string{"/graphql": null, "/oembed": noMatch}, item("DfAloneAlon"), apierror.CodeNotFound},
		{"a null and the error page", map[string]string{"/graphql": null, "/p/": errorPage}, item("DfAloneAlon"), apierror.CodeNotFound},
		{"a code as long as codes of posts may be", map[string]string{"/graphql": null, "/oembed": noMatch}, item(share[:privateShare]), apierror.CodeNotFound},
		{"a private share", map[string]string{"/graphql": null, "/oembed": noMatch}, item(share), apierror.CodeUnavailablePrivate},
		{"an account of which the error page alone says that it is missing", map[string]string{"/invented/": errorPage}, account, apierror.CodeRouteDegraded},
		{"no comments beside a post that is walled", map[string]string{"/graphql": empty}, comments, apierror.CodeRouteDegraded},
		{"more comments without a way to them", map[string]string{"/graphql": endless}, comments, apierror.CodeRouteDegraded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for part, body := range tt.answers {
					if strings.Contains(r.URL.Path, part) {
						if body == errorPage || body == noMatch {
							w.WriteHeader(http.StatusNotFound)
						}
						_, _ = io.WriteString(w, body)
						return
					}
				}
				w.WriteHeader(http.StatusUnauthorized)
			})
			err := tt.ask(Routes(sourcestest.Fetcher(t, site, Hosts()...), Options{})[0])
			if !apierror.Is(err, tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
