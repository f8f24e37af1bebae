package references_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestOrdersOfReferencesFromBefore takes references back to before lists could be sorted, and forth again: what they are
// sorted by is read from what was kept.
func TestOrdersOfReferencesFromBefore(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		published := content.At(time.Date(2026, 1, 3, 4, 5, 6, 0, time.UTC))
		full := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1"})
		observe(t, s, w, full, references.SourceObserved{SourceTitle: new("Beta"), ViewCount: new(int64(12)), LikeCount: new(int64(0)), DurationMs: new(int64(9000)), PublishedAt: &published})
		bare := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:2"})
		observe(t, s, w, bare, references.SourceObserved{SourceDescription: new(" Alpha ")})
		odd := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:3"})
		observe(t, s, w, odd, references.SourceObserved{SourceTitle: new("a\x00b")})
		failed := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:4"})
		nothing := "x''"
		if s.Postgres {
			nothing = "''"
		}
		modelstest.Run(t, s, "UPDATE refs SET source_observed = "+nothing+" WHERE id = '"+failed+"'") // as a first import that failed leaves it
		modelstest.MigrateTo(t, s, 29)
		modelstest.Must(t, s.Migrate(t.Context()))
		page, err := s.References.ListReferences(t.Context(), w.Workspace, references.Listing{Sort: references.ByTitle}, db.PageRequest{Limit: 10})
		modelstest.Must(t, err)
		got := []string{}
		for _, r := range page.Items {
			if r.ID == odd || r.ID == failed {
				continue // it is enough that it stops nothing
			}
			got = append(got, fmt.Sprint(r.SortTitle, r.ViewCount, r.LikeCount, r.LengthMs, r.PublishedAt))
		}
		if want := "alpha-1 -1 -1 -1, beta12 0 9000 1767413106000000"; strings.Join(got, ", ") != want {
			t.Errorf("%s, want %s", strings.Join(got, ", "), want)
		}
	})
}
