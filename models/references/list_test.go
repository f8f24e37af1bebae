package references_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// observe gives a reference what the platform showed, as an import does.
func observe(t *testing.T, s *models.Store, w modelstest.Installed, id string, o references.SourceObserved) {
	t.Helper()
	r, err := w.References.Find(t.Context(), w.Workspace, id)
	modelstest.Must(t, err)
	r.Observe(o)
	modelstest.Must(t, s.Write(t.Context()).Save(r).Error)
}

// TestListsInEveryOrder walks a list in each order, two rows a page: each row once, what is unknown last, and no cursor of
// one order continues another.
func TestListsInEveryOrder(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		day := func(n int) *content.Time { at := content.At(time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC)); return &at }
		for _, r := range []struct {
			title     string
			views     *int64
			likes     *int64
			length    *int64
			published *content.Time
		}{
			{"beta", new(int64(10)), nil, new(int64(500)), day(3)}, {"Alpha", new(int64(10)), new(int64(7)), nil, day(1)},
			{"élan", nil, new(int64(0)), new(int64(900)), nil}, {"gamma", new(int64(0)), new(int64(9)), new(int64(1)), day(2)}, {"delta", new(int64(99)), nil, nil, nil},
		} {
			id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:" + r.title})
			observe(t, s, w, id, references.SourceObserved{SourceTitle: &r.title, ViewCount: r.views, LikeCount: r.likes, DurationMs: r.length, PublishedAt: r.published})
			clock.Add(time.Second)
		}
		cursors := map[references.Sort]string{}
		for order, want := range map[references.Sort]string{
			references.NewestFirst: "delta gamma élan Alpha beta", references.ByTitle: "Alpha beta delta gamma élan", references.MostViews: "delta Alpha beta gamma élan",
			references.MostLikes: "gamma Alpha élan delta beta", references.LongestFirst: "élan beta gamma delta Alpha", references.PublishedFirst: "beta gamma Alpha delta élan",
		} {
			got, p := []string{}, db.PageRequest{Limit: 2}
			for {
				page, err := s.References.ListReferences(t.Context(), w.Workspace, references.Listing{Sort: order}, p)
				modelstest.Must(t, err)
				for _, r := range page.Items {
					got = append(got, r.Title())
				}
				if p.Cursor = page.NextCursor; p.Cursor == "" {
					break
				}
				cursors[order] = p.Cursor
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %s, want %s", order, strings.Join(got, " "), want)
			}
		}
		_, err := s.References.ListReferences(t.Context(), w.Workspace, references.Listing{Sort: references.MostLikes}, db.PageRequest{Limit: 2, Cursor: cursors[references.MostViews]})
		modelstest.WantCode(t, err, apierror.CodeInvalidInput)
		custom := "aardvark"
		first, err := s.References.ListReferences(t.Context(), w.Workspace, references.Listing{}, db.PageRequest{Limit: 1})
		modelstest.Must(t, err)
		_, err = s.References.Annotate(t.Context(), w.Workspace, first.Items[0].ID, references.Annotation{Revision: first.Items[0].Revision, CustomTitle: &references.Note{To: &custom}})
		modelstest.Must(t, err)
		page, err := s.References.ListReferences(t.Context(), w.Workspace, references.Listing{Sort: references.ByTitle}, db.PageRequest{Limit: 1})
		if modelstest.Must(t, err); page.Items[0].Title() != custom {
			t.Errorf("a new title leaves the order: %s", page.Items[0].Title())
		}
	})
}

func TestListingNarrows(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		for range 3 {
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{})
			clock.Add(24 * time.Hour)
		}
		now := s.Now()
		early, late := now.Add(-60*time.Hour), now.Add(-36*time.Hour)
		for name, tt := range map[string]struct {
			list references.Listing
			want int64
		}{
			"all": {references.Listing{}, 3}, "without those that failed": {references.Listing{WithoutFailed: true}, 3},
			"from": {references.Listing{SavedFrom: &early}, 2}, "before": {references.Listing{SavedBefore: &late}, 2}, "both": {references.Listing{SavedFrom: &early, SavedBefore: &late}, 1},
		} {
			n, err := s.References.Count(t.Context(), w.Workspace, tt.list)
			if modelstest.Must(t, err); n != tt.want {
				t.Errorf("%s: %d, want %d", name, n, tt.want)
			}
		}
	})
}

// TestExportIsAsOfItsStart changes, deletes and adds references while they are exported: each shows once, as it was.
func TestExportIsAsOfItsStart(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		var want, ids []string
		for n := range 3 {
			title := fmt.Sprint("title ", n)
			ids = append(ids, modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: title, Link: fmt.Sprint("clip_site:", n)}))
			want = append(want, title)
		}
		var got []string
		modelstest.Must(t, s.References.Each(t.Context(), w.Workspace, references.Listing{}, func(r references.Reference) error {
			if got = append(got, r.Title()); len(got) == 1 {
				modelstest.Must(t, s.Imports.DeleteReference(context.Background(), w.Workspace, ids[0]))
				_, err := s.References.Annotate(context.Background(), w.Workspace, ids[1], references.Annotation{Revision: revision(t, w, ids[1]), CustomTitle: &references.Note{To: new("changed")}})
				modelstest.Must(t, err)
				modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "new", Link: "clip_site:9"})
			}
			return nil
		}))
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("exported %v, want %v", got, want)
		}
	})
}

func TestChangesOfSeveral(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		bare := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1", Tags: []string{"Old", "kept"}})
		held := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:2", HoldDays: 1, Media: primary()})
		got := s.ChangeReferences(t.Context(), w.Workspace, []string{bare, db.NewID(), held}, references.Change{AddTags: []string{"new", "Kept"}, RemoveTags: []string{"OLD"}})
		if tags := strings.Join(got[0].Reference.TagList(), " "); tags != "kept new" {
			t.Errorf("tags %q", tags)
		}
		modelstest.WantCode(t, got[1].Err, apierror.CodeNotFound)
		got = s.ChangeReferences(t.Context(), w.Workspace, []string{bare, held}, references.Change{AddTags: []string{"later"}, HoldDays: 90})
		modelstest.WantCode(t, got[0].Err, apierror.CodeUnsupportedMedia)
		if r, _ := w.References.Find(t.Context(), w.Workspace, bare); slices.Contains(r.TagList(), "later") {
			t.Error("one that could not be held was tagged all the same")
		}
		if got[1].Err != nil || got[1].Reference.HoldReason != references.HoldByExtension {
			t.Errorf("the hold: %+v", got[1])
		}
		full := references.Change{}
		for n := range 50 {
			full.AddTags = append(full.AddTags, fmt.Sprint("t", n))
		}
		modelstest.WantCode(t, s.ChangeReferences(t.Context(), w.Workspace, []string{bare}, full)[0].Err, apierror.CodeLimitExceeded)
		gone := s.DeleteReferences(t.Context(), w.Workspace, []string{bare, bare})
		if modelstest.Must(t, gone[0].Err); gone[0].Reference != nil {
			t.Error("a deleted one is shown")
		}
		modelstest.WantCode(t, gone[1].Err, apierror.CodeNotFound)
	})
}
