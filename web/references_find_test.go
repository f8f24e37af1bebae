package web_test

import (
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestOneSearchTakesWordsIDsAndLinks asks the API and the page alike. A link opens its reference at once.
func TestOneSearchTakesWordsIDsAndLinks(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const item = "7301000000000000001"
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:" + item, Description: new("sourdough at dawn"),
			Channel: &content.AccountRef{ID: "clip_site:42", Name: new("Lantern Kitchen"), Handle: new("lanternbakes")}})
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "Kettles"})
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		_, foreign, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: other.ID, Name: "k", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()})
		testkit.Must(t, err)
		links := []string{"https://www.tiktok.com/@anybody/video/" + item + "?is_from_webapp=1&utm_source=" + strings.Repeat("x", 40), "www.tiktok.com/@a/video/" + item, "clip_site:" + item}
		for _, q := range append([]string{"sourd", "lantern dawn", "lanternbakes", item}, links...) {
			found := scenario{name: q, path: "/v1/references?q=" + url.QueryEscape(q), status: 200}.run(t, s, s.AsKey())
			if items, _ := found.JSON(t)["items"].([]any); len(items) != 1 || !strings.Contains(string(found.Body), id) {
				t.Errorf("q=%s finds %d", q, len(items))
			}
			theirs := s.Do("GET", "/v1/references?q="+url.QueryEscape(q), nil, map[string]string{"Authorization": "Bearer " + foreign})
			if items, _ := theirs.JSON(t)["items"].([]any); len(items) != 0 {
				t.Errorf("q=%s finds another workspace's", q)
			}
		}
		at := "/w/" + s.Workspace + "/references"
		modelstest.Run(t, s.Store, `UPDATE saved_references SET machine_derived = '{"measuredDurationMs":6000}' WHERE id = ?`, id)
		if list := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(list, ">0:06<") {
			t.Error("the length that was measured is not on the card")
		}
		for _, q := range links {
			r := s.Do("GET", at+"?q="+url.QueryEscape(q), nil, s.AsOwner())
			if r.Status != 303 || r.Header.Get("Location") != at+"/"+id {
				t.Errorf("%s leads to %d %s", q, r.Status, r.Header.Get("Location"))
			}
		}
		for q, want := range map[string]string{"sourd": "sourdough at dawn", "https://www.tiktok.com/@a/video/7309": "No reference of this link yet", "clip_site:7309": "No references match", "sourdugh": `?q=sourdough">sourdough</a>`, "zzzzzz": "No references match"} {
			r := s.Do("GET", at+"?q="+url.QueryEscape(q), nil, s.AsOwner())
			if r.Status != 200 || !strings.Contains(string(r.Body), want) || strings.Contains(string(r.Body), "Kettles") {
				t.Errorf("%s: %d, not %q", q, r.Status, want)
			}
		}
	})
}
