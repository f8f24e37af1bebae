package web_test

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// TestReferencesTellTheirSource: the platform's tags and sound are in the API, both exports, the page and the list that a tag
// narrows; a reference of before tells null.
func TestReferencesTellTheirSource(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:7301000000000000001", SourceTitle: "Dawn", Tags: []string{"ours"}, Facts: references.SourceFacts{
			Tags: []string{"SourDough", "brot"}, Mentions: []string{"mira.oven"}, Sound: &content.Sound{Title: new("Rising tide"), Author: new("The Kneaders")}, Language: new("de")}})
		old := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:7301000000000000002", SourceTitle: "Kettles"})
		kept := `{"observationId":"o","observedAt":"2026-01-01T00:00:00.000Z","sourceTitle":"Kettles"}`
		testkit.Must(t, s.Store.Tx(t.Context(), func(tx *gorm.DB) error {
			return tx.Exec("UPDATE saved_references SET source_observed = ? WHERE id = ?", []byte(kept), old).Error
		}))
		seen := func(id string) map[string]any {
			return scenario{name: id, path: "/v1/references/" + id, status: 200}.run(t, s, s.AsKey()).JSON(t)["sourceObserved"].(map[string]any)
		}
		if o := seen(id); len(o["sourceTags"].([]any)) != 2 || o["sound"].(map[string]any)["title"] != "Rising tide" || o["mentions"].([]any)[0] != "mira.oven" || o["language"] != "de" || o["category"] != nil {
			t.Errorf("%v", o)
		}
		for _, name := range []string{"sourceTags", "mentions", "sound", "location", "sponsored", "language", "category"} {
			if v, there := seen(old)[name]; v != nil || !there {
				t.Errorf("a reference of before has %s: %v", name, v)
			}
		}
		at := "/w/" + s.Workspace + "/references"
		for path, wants := range map[string][]string{
			"/v1/references?sourceTag=%23sourdough&sourceTag=BROT": {id},
			"/v1/references/export?sourceTag=brot":                 {id, `"SourDough, brot",Rising tide,The Kneaders,mira.oven,de,`},
			"/v1/references/export?format=ndjson&sourceTag=brot":   {id, `"sourceTags":["SourDough","brot"]`},
			at + "?sourceTag=sourdough":                            {"Dawn", "#sourdough ×", `name="sourceTag" value="sourdough"`},
			at + "/export.csv?sourceTag=sourdough":                 {id},
			at + "/" + id:                                          {at + `?sourceTag=SourDough">#SourDough</a>`, `>Rising tide · The Kneaders<wbr>`, "q=Rising"},
		} {
			headers := s.AsOwner()
			if strings.HasPrefix(path, "/v1") {
				headers = s.AsKey()
			}
			r := s.Do("GET", path, nil, headers)
			for _, want := range wants {
				if r.Status != 200 || !strings.Contains(string(r.Body), want) {
					t.Errorf("%s: %d without %q", path, r.Status, want)
				}
			}
			if strings.Contains(string(r.Body), "Kettles") {
				t.Errorf("%s tells of another reference", path)
			}
		}
		if items := s.Do("GET", "/v1/references?sourceTag=ours", nil, s.AsKey()).JSON(t)["items"].([]any); len(items) != 0 {
			t.Error("a tag of the workspace is one of the platform")
		}
	})
}
