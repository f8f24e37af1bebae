package instagram

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// official is the route of the official API, led to h, which checks that the token travels in the header alone.
func official(t *testing.T, h http.Handler) (sources.Route, *sources.Client) {
	t.Helper()
	client := sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		graph := strings.HasPrefix(r.URL.Path, "/graph.facebook.com/v25.0/17841400000000000")
		if graph != (r.Header.Get("Authorization") == "Bearer SECRET") || strings.Contains(r.URL.String(), "SECRET") {
			t.Errorf("the token is not in the header of the API alone: %s", r.URL)
		}
		h.ServeHTTP(w, r)
	}), append(Hosts(), "graph.facebook.com")...)
	return Routes(client, Options{Token: "SECRET", Account: "17841400000000000"})[1], client
}

func TestOfficialAccount(t *testing.T) {
	r, _ := official(t, simulator.New())
	for _, sel := range []sources.AccountSelector{{Handle: "Lumen.Harbor"}, {ID: "900101", Handle: "lumen.harbor"}, {URL: origin + "/lumen.harbor/"}} {
		a, err := r.Account(t.Context(), sel)
		must(t, err)
		sourcestest.CheckAccount(t, content.PhotoSite, a)
		sourcestest.Golden(t, "official-account", a)
	}
	for name, sel := range map[string]sources.AccountSelector{"missing": {Handle: "nobody.here"}, "private": {Handle: "hushed.garden"}, "a number alone": {ID: "900101"},
		"renamed": {ID: "1", Handle: "lumen.harbor"}, "no handle": {Handle: "x){id}"}} {
		if a, err := r.Account(t.Context(), sel); !apierror.Is(err, apierror.CodeRouteDegraded) || !errors.Is(err, sources.ErrNotCovered) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

func TestOfficialItems(t *testing.T) {
	r, client := official(t, simulator.New())
	ids := walk(t, r, sources.ListRequest{Account: sources.AccountSelector{Handle: "lumen.harbor"}, Collection: "posts"}, func() {})
	if len(ids) != 46 {
		t.Errorf("%d rows, want 46", len(ids))
	}
	if page, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "blank.canvas"}}); err != nil || len(page.Rows) != 0 || page.Account == nil {
		t.Errorf("an account without posts: %+v, %v", page, err)
	}
	if _, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "lumen.harbor"}, Collection: "reels"}); !errors.Is(err, sources.ErrNotCovered) {
		t.Errorf("reels: %v", err)
	}
	if _, err := r.Items(t.Context(), sources.ListRequest{Token: "lumen.harbor x){id}"}); !apierror.Is(err, apierror.CodeSourceChanged) {
		t.Errorf("a cursor of another make: %v", err)
	}
	for n, files := range []int{1, 1, 3, 1} { // a reel, an image, a carousel, a video
		l := link(strings.TrimPrefix(ids[n], "photo_site:"))
		if _, err := r.Item(t.Context(), sources.ItemRequest{Link: l}); !errors.Is(err, sources.ErrNotCovered) {
			t.Errorf("a link without its author: %v", err)
		}
		l.Handle = "lumen.harbor"
		m, err := r.Media(t.Context(), sources.ItemRequest{Link: l})
		must(t, err)
		sourcestest.CheckMedia(t, content.PhotoSite, client, m)
		if len(m.Files) != files || m.Item.PublishedAt == nil || m.Item.Stats.Likes == nil {
			t.Errorf("%s: %d files, %+v", ids[n], len(m.Files), m.Item)
		}
	}
	l := link("CAAAAAAAAAA")
	l.Handle = "lumen.harbor"
	if _, err := r.Item(t.Context(), sources.ItemRequest{Link: l}); !errors.Is(err, sources.ErrNotCovered) {
		t.Errorf("a post that is not there is not known to be missing: %v", err)
	}
}

func TestOfficialRefusals(t *testing.T) {
	for body, want := range map[string]apierror.Code{
		`{"error":{"message":"(#4) limit","code":4}}`:                             apierror.CodeRouteDegraded,
		`{"error":{"message":"Error validating access token SECRET","code":190}}`: apierror.CodeRouteDegraded,
		`{"error":{"message":"Invalid parameter","code":100}}`:                    apierror.CodeSourceChanged,
		`<html>`: apierror.CodeSourceChanged, `{}`: apierror.CodeSourceChanged,
		`{"business_discovery":{"ig_id":1,"username":"another"}}`:                                                                        apierror.CodeSourceChanged,
		`{"business_discovery":{"username":"lumen.harbor","media_count":0}}`:                                                             apierror.CodeSourceChanged,
		`{"business_discovery":{"ig_id":1,"username":"lumen.harbor","media_count":7}}`:                                                   apierror.CodeSourceChanged,
		`{"business_discovery":{"ig_id":1,"username":"lumen.harbor","media":{"data":[{"id":"1"}]}}}`:                                     apierror.CodeSourceChanged,
		`{"business_discovery":{"ig_id":1,"username":"lumen.harbor","media":{"data":[],"paging":{"cursors":{"after":"more"}}}}}`:         apierror.CodeRouteDegraded,
		`{"business_discovery":{"ig_id":1,"username":"lumen.harbor","media":{"data":[{"permalink":"https://evil.example/p/abcdef/"}]}}}`: apierror.CodeSourceChanged,
	} {
		r, _ := official(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		_, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "lumen.harbor"}})
		if !apierror.Is(err, want) || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// TestOfficialFilesAreWhole: a carousel of which one part has no address is not served in part.
func TestOfficialFilesAreWhole(t *testing.T) {
	t.Parallel()
	p, ok := officialPost(gjson.Parse(`{"permalink":"https://www.instagram.com/p/CAAAAAAAAAA/","media_type":"CAROUSEL_ALBUM","children":{"data":[
		{"media_type":"IMAGE","media_url":"https://scontent.cdninstagram.com/a.jpg"},{"media_type":"VIDEO"}]}}`))
	if !ok || len(p.files.ready) != 2 || len(p.files.list()) != 2 || p.files.list()[1].URL != "" || p.files.list()[0].Kind != content.MediaImage || p.files.list()[1].Kind != content.MediaVideo {
		t.Errorf("%+v", p.files)
	}
}

func FuzzOfficial(f *testing.F) {
	f.Add([]byte(`{"ig_id":1,"username":"x","media_count":1,"media":{"data":[{"permalink":"https://www.instagram.com/reel/CAAAAAAAAAA/","media_type":"VIDEO",
		"media_product_type":"REELS","timestamp":"2026-09-01T00:00:00+0000","like_count":3,"media_url":"https://scontent.cdninstagram.com/a.mp4"}],"paging":{"cursors":{"after":"QVFI"}}}}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if !gjson.ValidBytes(answer) {
			return
		}
		posts, next, err := officialPosts(gjson.ParseBytes(answer), "")
		if err != nil && (len(posts) > 0 || next != "") || !isCursor(next) {
			t.Errorf("%d posts and next %q beside %v", len(posts), next, err)
		}
		for _, p := range posts {
			item := p.item()
			item.Finish(true)
			p.files.list()
		}
	})
}
