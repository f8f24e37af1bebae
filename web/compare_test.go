package web_test

import (
	"html"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// TestComparing shows two to four references of the workspace side by side, in the order in which they were selected.
func TestComparing(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		var ids []string
		for _, title := range []string{"Rye", "Spelt", "Wheat"} {
			ids = append(ids, modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{CustomTitle: &title, Description: new("all about " + title), Channel: &content.AccountRef{ID: "video_site:42"}}))
		}
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		theirs := modelstest.Save(t, s.Store, other.ID, modelstest.Saved{CustomTitle: new("Theirs")})
		at := "/w/" + s.Workspace + "/references/compare?"
		page := string(s.Do("GET", at+url.Values{"id": {ids[1], ids[0], theirs}}.Encode(), nil, s.AsOwner()).Body)
		_, main, _ := strings.Cut(page, "<main")
		if first, second := strings.Index(main, "all about Spelt"), strings.Index(main, "all about Rye"); first < 0 || second < first || strings.Contains(main, "Wheat") || strings.Contains(main, "Theirs") {
			t.Errorf("side by side: %s", main)
		}
		if strings.Contains(main, "Take out") {
			t.Errorf("two references, of which none can be spared: %s", main)
		}
		if !strings.Contains(main, `<th scope="row">Tags </th><td><span class="quiet">none</span></td><td><span class="quiet">none</span></td>`) {
			t.Errorf("no row has both tags: %s", main)
		}
		if strings.Count(main, "No media is stored.") != 2 || strings.Contains(main, "No media kept") {
			t.Errorf("what is not kept is said twice: %s", main)
		}
		poster := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Media: []references.Media{{Role: references.PosterMedia, ContentType: "image/jpeg", Bytes: 2, SHA256: strings.Repeat("b", 64), Filename: "p.jpg", BlobKey: "p"}}})
		if pictured := string(s.Do("GET", at+url.Values{"id": {poster, ids[0]}}.Encode(), nil, s.AsOwner()).Body); strings.Count(pictured, "Only the picture is kept.") != 1 || strings.Count(pictured, "No media is stored.") != 1 {
			t.Errorf("a picture alone: %s", pictured)
		}
		for _, few := range [][]string{nil, ids[:1], append(ids, theirs, ids[0]+"x")} {
			r := s.Do("GET", at+url.Values{"id": few, "query": {"sort=title"}}.Encode(), nil, s.AsOwner())
			if r.Status != 303 || r.Header.Get("Location") != "/w/"+s.Workspace+"/references?sort=title" {
				t.Errorf("%d references: %d %s", len(few), r.Status, r.Header.Get("Location"))
			}
		}
		tagged := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Tags: []string{"rye"}, Published: new(content.At(time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC))), Ad: &references.ObservedAd{PageName: new("Mill"), Active: new(true), StartedAt: new(content.At(time.Now().AddDate(0, 0, -3)))}})
		page = string(s.Do("GET", at+url.Values{"id": {ids[0], tagged, ids[1]}, "query": {"sort=title"}}.Encode(), nil, s.AsOwner()).Body)
		for _, want := range []string{`<th scope="row">Tags <span aria-hidden="true">≠</span> <span class="hidden">differs</span></th>`, `<th scope="row">Has run for </th>`, `<span class="wrap">3 Feb 2026<`, "4 days", "Take out: Spelt",
			`href="/w/` + s.Workspace + `/references/compare?` + html.EscapeString(url.Values{"id": {ids[0], ids[1]}, "query": {"sort=title"}}.Encode()) + `"`} {
			if !strings.Contains(page, want) {
				t.Errorf("no %q: %s", want, page)
			}
		}
	})
}
