package web_test

import (
	"strings"
	"testing"

	"github.com/mmcdole/gofeed"
	"github.com/mmcdole/gofeed/atom"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/watches"
	"socialdata/web/webtest"
)

// TestTheFeedOfAWatch reads a feed as a program does: it tells what the watch found and what ended, strangers' words are text,
// nobody else's watch is in it, and it ends when it is revoked.
func TestTheFeedOfAWatch(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := watchOfAds(t, s, watches.Source{Kind: watches.Account, Account: "ad_library:1"})
		watchOfAds(t, s, watches.Source{Kind: watches.Account, Account: "ad_library:2"})
		title := "<script>alert(1)</script> & light\x01"
		looked(t, s, id, nil, watches.Row{ID: "ad_library:77", URL: "https://www.facebook.com/ads/library/?id=77", Title: &title})
		at := "/v1/watches/" + id + "/feeds"
		made := scenario{name: "make", method: "POST", path: at, status: 201, has: []string{`"url":"` + webtest.Origin + `/f/`}}.run(t, s, s.AsKey())
		asTheContractSays(t, contractOf(t, s), "POST", at, made)
		feedID, address := made.JSON(t)["id"].(string), made.JSON(t)["url"].(string)
		path := strings.TrimPrefix(address, webtest.Origin)
		if listed := (scenario{name: "list", path: at, status: 200, has: []string{feedID}}.run(t, s, s.AsKey())); strings.Contains(string(listed.Body), strings.TrimPrefix(path, "/f/")) {
			t.Error("the token is shown again")
		}
		got := s.Do("GET", path, nil, nil)
		if got.Status != 200 || got.Header.Get("Content-Type") != "application/atom+xml; charset=utf-8" || !strings.Contains(got.Header.Get("X-Robots-Tag"), "noindex") || got.Header.Get("Referrer-Policy") != "no-referrer" || got.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", got.Status, got.Header)
		}
		feed, err := (&atom.Parser{}).Parse(strings.NewReader(string(got.Body)))
		testkit.Must(t, err)
		if gofeed.DetectFeedType(strings.NewReader(string(got.Body))) != gofeed.FeedTypeAtom || feed.Title != "Copperline" || feed.ID != "urn:uuid:"+feedID || feed.UpdatedParsed == nil ||
			len(feed.Links) != 1 || feed.Links[0].Href != address || len(feed.Entries) != 3 {
			t.Fatalf("%+v", feed)
		}
		titles, seen := "", map[string]bool{}
		for _, e := range feed.Entries {
			titles += e.Title + "|"
			if seen[e.ID] || e.PublishedParsed == nil || e.UpdatedParsed == nil || e.Links[0].Href != webtest.Origin+"/w/"+s.Workspace+"/watches/"+id {
				t.Errorf("%+v", e)
			}
			seen[e.ID] = true
		}
		if titles != "Copperline: 1 new|Copperline: 1 ended|Copperline: 1 new|" && titles != "Copperline: 1 new|Copperline: 1 new|Copperline: 1 ended|" {
			t.Errorf("the entries are %s", titles)
		}
		if body := string(got.Body); !strings.Contains(body, "• &lt;script&gt;alert(1)&lt;/script&gt; &amp; light") || strings.Contains(body, "\x01") {
			t.Errorf("a stranger's words: %s", body)
		}
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		_, text, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: other.ID, Name: "k", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()})
		testkit.Must(t, err)
		stranger := map[string]string{"Authorization": "Bearer " + text}
		scenario{name: "another workspace lists", path: at, status: 404, code: "not_found"}.run(t, s, stranger)
		scenario{name: "another workspace makes", method: "POST", path: at, status: 404, code: "not_found"}.run(t, s, stranger)
		scenario{name: "another workspace revokes", method: "DELETE", path: at + "/" + feedID, status: 404, code: "not_found"}.run(t, s, stranger)
		scenario{name: "revoke", method: "DELETE", path: at + "/" + feedID, status: 204}.run(t, s, s.AsKey())
		scenario{name: "revoke again", method: "DELETE", path: at + "/" + feedID, status: 404, code: "not_found"}.run(t, s, s.AsKey())
		for _, gone := range []string{path, "/f/nothing", "/f/" + strings.Repeat("A", 43)} {
			if r := s.Do("GET", gone, nil, nil); r.Status != 404 || strings.Contains(string(r.Body), "Copperline") || r.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: %d %s", gone, r.Status, r.Body)
			}
		}
	})
}

// TestFeedsOfAWatchOnThePages makes feeds up to the most, shows the address once, and ends one; a feed goes with its watch.
func TestFeedsOfAWatchOnThePages(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := watchOfAds(t, s, watches.Source{Kind: watches.Account, Account: "ad_library:1"})
		page := "/w/" + s.Workspace + "/watches/" + id + "/feeds"
		var address string
		for n := range watches.MostFeeds {
			status, _, body := send(t, s, page, s.AsOwner())
			if status != 201 {
				t.Fatalf("feed %d: %d", n, status)
			}
			address = between(t, body, `data-copy="`+webtest.Origin, "/f/")
		}
		if status, _, body := send(t, s, page, s.AsOwner()); status != 422 || !strings.Contains(body, "at most 10 feeds") {
			t.Errorf("one too many: %d", status)
		}
		scenario{name: "one too many", method: "POST", path: "/v1/watches/" + id + "/feeds", status: 422, code: "limit_exceeded"}.run(t, s, s.AsKey())
		body := string(s.Do("GET", page, nil, s.AsOwner()).Body)
		if strings.Contains(body, address) || strings.Count(body, ">Revoke<") != watches.MostFeeds {
			t.Errorf("the list: %s", body)
		}
		revoke := between(t, body, `href="`, "/revoke")
		if asked := string(s.Do("GET", revoke, nil, s.AsOwner()).Body); !strings.Contains(asked, "Programs that read it get nothing from now on") {
			t.Error("revoking does not ask")
		}
		if status, where, _ := send(t, s, revoke, s.AsOwner()); status != 303 || where != page {
			t.Errorf("revoking: %d %s", status, where)
		}
		if r := s.Do("GET", address, nil, nil); r.Status != 404 { // the newest one is the first of the list
			t.Errorf("revoked: %d", r.Status)
		}
		_, _, made := send(t, s, page, s.AsOwner())
		address = between(t, made, `data-copy="`+webtest.Origin, "/f/")
		if r := s.Do("GET", address, nil, nil); r.Status != 200 {
			t.Errorf("works: %d", r.Status)
		}
		testkit.Must(t, s.Store.Watches.Delete(t.Context(), s.Workspace, id))
		if r := s.Do("GET", address, nil, nil); r.Status != 404 {
			t.Errorf("of a deleted watch: %d", r.Status)
		}
	})
}
