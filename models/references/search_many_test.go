package references_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// savedMany is more than is looked through at once.
const savedMany = 2400

// saveMany writes references as a version does that knows of no workspace in words and tags: the database fills it in. All have the word
// and the tag "all"; the others are on fewer.
func saveMany(t *testing.T, w modelstest.Installed) {
	t.Helper()
	const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2400) "
	id, words, none := "'many' || substr('00000' || i, -5)", "'all n' || i || CASE WHEN i % 90 = 0 THEN ' some' ELSE '' END || CASE WHEN i <= 40 THEN ' oldest' ELSE '' END || CASE WHEN i % 2 = 0 THEN ' even' ELSE ' odd' END", "''"
	if w.Postgres {
		id, words, none = "'many' || lpad(i::text, 5, '0')", "string_to_array("+words+", ' ')", "'{}'"
	}
	run := func(statement string) { modelstest.Run(t, w.Store, numbers+statement) }
	run("INSERT INTO contents (subject, id) SELECT 'clip_site:' || i, " + id + " FROM n")
	run("INSERT INTO saved_references (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, tags, hold_reason, hold_revision, revision, created_at, updated_at, view_count) SELECT " +
		id + ", '" + w.Workspace + "', " + id + ", CASE WHEN i % 100 = 0 THEN 'photo_site' ELSE 'clip_site' END, 'u' || i, CASE WHEN i % 50 = 1 THEN 'failed' ELSE 'ready' END, 'unavailable', '', FALSE, '[]', '', 0, 1, i / 2, i, 2400 - i FROM n")
	run("INSERT INTO reference_words (reference_id, written, said, stale) SELECT " + id + ", " + words + ", " + none + ", FALSE FROM n")
	run("INSERT INTO reference_tags (reference_id, tag) SELECT " + id + ", 'all' FROM n")
	run("INSERT INTO reference_tags (reference_id, tag) SELECT " + id + ", 'third' FROM n WHERE i % 3 = 0")
	run("INSERT INTO reference_source_tags (reference_id, tag) SELECT " + id + ", 'all' FROM n")
}

// TestEveryWayOfReadingAListIsTheSameList looks for what is frequent, what is rare and what is old, in several orders, page by page, counted and
// exported: each time it is what a look at every reference finds.
func TestEveryWayOfReadingAListIsTheSameList(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1)
		saveMany(t, w)
		for name, tt := range map[string]struct {
			list references.Listing
			has  func(i int) bool
		}{
			"all":             {references.Listing{Filter: references.Filter{Words: "all"}}, func(int) bool { return true }},
			"even":            {references.Listing{Filter: references.Filter{Words: "even all"}}, func(i int) bool { return i%2 == 0 }},
			"some":            {references.Listing{Filter: references.Filter{Words: "some"}}, func(i int) bool { return i%90 == 0 }},
			"oldest":          {references.Listing{Filter: references.Filter{Words: "oldest"}}, func(i int) bool { return i <= 40 }},
			"none":            {references.Listing{Filter: references.Filter{Words: "even odd"}}, func(int) bool { return false }},
			"beginning":       {references.Listing{Filter: references.Filter{Words: "n24"}}, func(i int) bool { return strings.HasPrefix(fmt.Sprint(i), "24") }},
			"with an id":      {references.Listing{Filter: references.Filter{Words: "some", Subjects: []string{"clip_site:7", "clip_site:90"}}}, func(i int) bool { return i == 7 || i%90 == 0 }},
			"with a link":     {references.Listing{Filter: references.Filter{Words: "odd", CanonicalURL: "u8"}}, func(i int) bool { return i == 8 || i%2 == 1 }},
			"ids":             {references.Listing{Filter: references.Filter{Subjects: []string{"clip_site:7", "clip_site:90"}}}, func(i int) bool { return i == 7 || i == 90 }},
			"without failed":  {references.Listing{Filter: references.Filter{Words: "odd"}, WithoutFailed: true}, func(i int) bool { return i%2 == 1 && i%50 != 1 }},
			"tag":             {references.Listing{Filter: references.Filter{Tags: []string{"all"}}}, func(int) bool { return true }},
			"two tags":        {references.Listing{Filter: references.Filter{Tags: []string{"third", "all"}}}, func(i int) bool { return i%3 == 0 }},
			"platform's tag":  {references.Listing{Filter: references.Filter{SourceTags: []string{"#all"}, Tags: []string{"third"}}}, func(i int) bool { return i%3 == 0 }},
			"tag, platform":   {references.Listing{Filter: references.Filter{Tags: []string{"third"}, Platform: "photo_site"}}, func(i int) bool { return i%300 == 0 }},
			"tag, word":       {references.Listing{Filter: references.Filter{Tags: []string{"third"}, Words: "even"}}, func(i int) bool { return i%6 == 0 }},
			"platform":        {references.Listing{Filter: references.Filter{Platform: "photo_site"}}, func(i int) bool { return i%100 == 0 }},
			"failed":          {references.Listing{Filter: references.Filter{State: references.Failed}}, func(i int) bool { return i%50 == 1 }},
			"failed platform": {references.Listing{Filter: references.Filter{State: references.Failed, Platform: "clip_site"}}, func(i int) bool { return i%50 == 1 }},
		} {
			for _, sort := range []references.Sort{references.NewestFirst, references.OldestSaved, references.MostViews, references.LastChanged} {
				tt.list.Sort = sort
				want := []int{}
				for i := savedMany; i >= 1; i-- {
					if tt.has(i) {
						want = append(want, i)
					}
				}
				if sort == references.OldestSaved || sort == references.MostViews {
					slices.Reverse(want) // the older, the more views
				}
				wantList(t, w, name+" "+string(sort), tt.list, want)
			}
		}
	})
}

// wantList reads a list in pages, counts it and exports it.
func wantList(t *testing.T, w modelstest.Installed, name string, list references.Listing, want []int) {
	t.Helper()
	number := func(id string) (i int) { _, _ = fmt.Sscanf(id, "many%d", &i); return i }
	var paged, exported []int
	for p := (db.PageRequest{Limit: 100}); ; {
		page, err := w.References.ListReferences(t.Context(), w.Workspace, list, p)
		modelstest.Must(t, err)
		for _, r := range page.Items {
			paged = append(paged, number(r.ID))
		}
		if p.Cursor = page.NextCursor; p.Cursor == "" || len(paged) > savedMany {
			break
		}
	}
	if !slices.Equal(paged, want) {
		t.Errorf("%s: %d in pages, %.80s, want %d, %.80s", name, len(paged), fmt.Sprint(paged), len(want), fmt.Sprint(want))
	}
	n, err := w.References.Count(t.Context(), w.Workspace, list)
	if modelstest.Must(t, err); n != int64(min(len(want), references.MostCounted+1)) {
		t.Errorf("%s: counted %d, want %d", name, n, len(want))
	}
	ways := []references.Listing{list, list}
	if list.Words != "" {
		ways[1].Sort = references.MostRelevant
	}
	for _, way := range ways {
		_, total, err := w.References.ListAndCount(t.Context(), w.Workspace, way, db.PageRequest{Limit: 100})
		if modelstest.Must(t, err); total != n {
			t.Errorf("%s: %d beside the first page by %q, want %d", name, total, way.Sort, n)
		}
	}
	modelstest.Must(t, w.References.Each(t.Context(), w.Workspace, list, func(r references.Reference) error { exported = append(exported, number(r.ID)); return nil }))
	if !slices.Equal(exported, want) {
		t.Errorf("%s: exported %d, want %d", name, len(exported), len(want))
	}
}
