package web_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestReferencesSince lists and exports references by when they were saved and changed, in each order, page by page.
func TestReferencesSince(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ids, at := []string{}, []string{}
		for n := range 3 {
			at = append(at, url.QueryEscape(s.Clock.Now().UTC().Format(time.RFC3339Nano)))
			ids = append(ids, modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:" + string(rune('1'+n))}))
			s.Clock.Add(time.Hour)
		}
		later := url.QueryEscape(s.Clock.Now().UTC().Format(time.RFC3339Nano))
		scenario{name: "change the first", method: "PATCH", path: "/v1/references/" + ids[0], body: map[string]any{"revision": revisionOf(t, s, ids[0]), "tags": []string{"x"}}, status: 200}.run(t, s, s.AsKey())
		for query, want := range map[string][]int{
			"":                       {2, 1, 0},
			"sort=created":           {0, 1, 2},
			"sort=-created":          {2, 1, 0},
			"sort=updated":           {1, 2, 0},
			"sort=-updated":          {0, 2, 1},
			"createdFrom=" + at[1]:   {2, 1},
			"createdBefore=" + at[1]: {0},
			"updatedSince=" + later:  {0},
			"updatedSince=" + at[1]:  {0, 2, 1},
			"updatedSince=" + at[1] + "&sort=created": {0, 1, 2},
		} {
			if got := walkReferences(t, s, "/v1/references?limit=1&"+query); !slices.Equal(got, pick(ids, want)) {
				t.Errorf("%q: %v, want %v of %v", query, got, want, ids)
			}
			var got []string
			for line := range strings.Lines(string(scenario{name: query, path: "/v1/references/export?format=ndjson&" + query, status: 200}.run(t, s, s.AsKey()).Body)) {
				var r struct{ ID string }
				if err := json.Unmarshal([]byte(line), &r); err != nil {
					t.Fatal(err)
				}
				got = append(got, r.ID)
			}
			if !slices.Equal(got, pick(ids, want)) {
				t.Errorf("export %q: %v, want %v of %v", query, got, want, ids)
			}
		}
		scenario{name: "relevance", path: "/v1/references?sort=relevance", status: 400, code: "invalid_input", fields: []string{"q/required"}}.run(t, s, s.AsKey())
		scenario{name: "relevance of an export", path: "/v1/references/export?q=x&sort=relevance", status: 400, code: "invalid_input", fields: []string{"sort/enum"}}.run(t, s, s.AsKey())
		scenario{name: "another order", path: "/v1/references?sort=views", status: 400, code: "invalid_input", fields: []string{"sort/enum"}}.run(t, s, s.AsKey())
	})
}

// TestReferencesByRelevance lists what has the words in its title before what has them elsewhere, page by page.
func TestReferencesByRelevance(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ids := []string{}
		for n, saved := range []modelstest.Saved{{SourceTitle: "A kettle that sings"}, {SourceTitle: "Lamps", Notes: new("like the kettle")}, {SourceTitle: "Kettle"}} {
			saved.Link = "clip_site:" + string(rune('1'+n))
			ids = append(ids, modelstest.Save(t, s.Store, s.Workspace, saved))
			s.Clock.Add(time.Hour)
		}
		if got, want := walkReferences(t, s, "/v1/references?limit=1&q=kettle&sort=relevance"), pick(ids, []int{2, 0, 1}); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

func pick(ids []string, at []int) (list []string) {
	for _, n := range at {
		list = append(list, ids[n])
	}
	return list
}

func revisionOf(t *testing.T, s *webtest.Site, id string) any {
	return scenario{name: id, path: "/v1/references/" + id, status: 200}.run(t, s, s.AsKey()).JSON(t)["revision"]
}

func walkReferences(t *testing.T, s *webtest.Site, path string) (ids []string) {
	cursor := ""
	for {
		var page struct {
			Items      []struct{ ID string }
			NextCursor *string
		}
		if err := json.Unmarshal(scenario{name: path, path: path + cursor, status: 200}.run(t, s, s.AsKey()).Body, &page); err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Items {
			ids = append(ids, r.ID)
		}
		if page.NextCursor == nil {
			return ids
		}
		cursor = "&cursor=" + url.QueryEscape(*page.NextCursor)
	}
}
