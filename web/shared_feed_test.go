package web_test

import (
	"strings"
	"testing"

	"github.com/mmcdole/gofeed"
	"github.com/mmcdole/gofeed/atom"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestTheFeedOfASharedBoard reads a feed as a program does: entries are the references of the board, what strangers wrote is text, and the
// feed ends with the link.
func TestTheFeedOfASharedBoard(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ask := sharing(t, s, s.AsKey())
		board := ask(201, "POST", "/v1/boards", `{"name":"Lamps & more","description":"For May"}`)
		one := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", CustomTitle: new("A <b>lamp</b>\x01"), Notes: new("our secret"), Description: new("<script>alert(1)</script> & light"),
			Channel: &content.AccountRef{ID: "clip_site:42", Name: new("Lantern")}})
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2", CustomTitle: new("Not on the board")})
		ask(200, "POST", "/v1/boards/"+board.ID+"/references", `{"add":["`+one+`"]}`)
		share := ask(201, "POST", "/v1/shares", `{"board":"`+board.ID+`"}`)
		got := s.Do("GET", share.path()+"/feed.xml", nil, nil)
		if got.Status != 200 || got.Header.Get("Content-Type") != "application/atom+xml; charset=utf-8" || got.Header.Get("X-Robots-Tag") == "" || got.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", got.Status, got.Header)
		}
		if page := string(s.Do("GET", share.path(), nil, nil).Body); !strings.Contains(page, `type="application/atom+xml" title="Lamps &amp; more" href="`+share.path()+`/feed.xml"`) {
			t.Errorf("the page does not name its feed: %s", page)
		}
		feed, err := (&atom.Parser{}).Parse(strings.NewReader(string(got.Body)))
		testkit.Must(t, err)
		if gofeed.DetectFeedType(strings.NewReader(string(got.Body))) != gofeed.FeedTypeAtom || feed.Title != "Lamps & more" || feed.Subtitle != "For May" || feed.ID == "" || feed.UpdatedParsed == nil ||
			len(feed.Links) != 1 || feed.Links[0].Rel != "self" || feed.Links[0].Href != share.URL+"/feed.xml" || len(feed.Authors) != 1 || len(feed.Entries) != 1 {
			t.Fatalf("%+v", feed)
		}
		e := feed.Entries[0]
		if e.ID != "urn:uuid:"+one || !strings.HasPrefix(e.Title, "A <b>lamp</b>") || e.PublishedParsed == nil || e.UpdatedParsed == nil || e.Links[0].Href != share.URL+"/references/"+one || e.Authors[0].Name != "Lantern" ||
			!strings.Contains(string(got.Body), `<summary type="text">&lt;script&gt;alert(1)&lt;/script&gt; &amp; light</summary>`) || strings.Contains(string(got.Body), "our secret") {
			t.Errorf("%+v\n%s", e, got.Body)
		}
		secret := ask(201, "POST", "/v1/shares", `{"board":"`+board.ID+`","password":"a quiet password"}`)
		if r := s.Do("GET", secret.path()+"/feed.xml", nil, nil); strings.Contains(string(r.Body), "lamp") {
			t.Errorf("behind a password: %d %s", r.Status, r.Body)
		}
		of := ask(201, "POST", "/v1/shares", `{"reference":"`+one+`"}`)
		if r := s.Do("GET", of.path()+"/feed.xml", nil, nil); r.Status != 404 {
			t.Errorf("of a reference: %d", r.Status)
		}
		ask(200, "DELETE", "/v1/shares/"+share.ID, "")
		if r := s.Do("GET", share.path()+"/feed.xml", nil, nil); r.Status != 404 || strings.Contains(string(r.Body), "lamp") {
			t.Errorf("revoked: %d %s", r.Status, r.Body)
		}
	})
}
