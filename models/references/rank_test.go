package references_test

import (
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestTheMostRelevantComeFirst saves references that have the words of a search in their title, in tags, or elsewhere, the best ones
// first, so that the newest order is the wrong one; pages of any length follow the same order.
func TestTheMostRelevantComeFirst(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		names := map[string]string{}
		for _, in := range []struct {
			name  string
			saved modelstest.Saved
		}{
			{"a", modelstest.Saved{SourceTitle: "Apple pie at home"}},
			{"b", modelstest.Saved{SourceTitle: "The best apple pie"}},
			{"c", modelstest.Saved{SourceTitle: "Pie of one apple"}},
			{"d", modelstest.Saved{SourceTitle: "Cake", Tags: []string{"Apple pie"}}},
			{"e", modelstest.Saved{SourceTitle: "Apple cake", Notes: new("no pie")}},
			{"f", modelstest.Saved{SourceTitle: "Cider", Transcript: new("an apple, no pie")}},
			{"g", modelstest.Saved{SourceTitle: "Bread"}},
		} {
			names[modelstest.Save(t, s, w.Workspace, in.saved)] = in.name
		}
		for _, limit := range []int{1, 2, 100} {
			order, l := "", references.Listing{Filter: references.Filter{Words: "APPLE pie"}, Sort: references.MostRelevant}
			for p := (db.PageRequest{Limit: limit}); ; {
				page, err := s.References.ListReferences(t.Context(), w.Workspace, l, p)
				modelstest.Must(t, err)
				for _, r := range page.Items {
					order += names[r.ID]
				}
				if p.Cursor = page.NextCursor; p.Cursor == "" {
					break
				}
				_, err = s.References.ListReferences(t.Context(), w.Workspace, references.Listing{Filter: references.Filter{Words: "pie"}, Sort: references.MostRelevant}, p)
				modelstest.WantCode(t, err, "invalid_input")
			}
			if order != "abcdef" {
				t.Errorf("by %d the order is %q", limit, order)
			}
		}
	})
}

// TestPicturesAndButtonsAreWords finds a reference by an emoji, alone or joined to others, by the words on its ad's button, and by a
// whole title of 280 letters.
func TestPicturesAndButtonsAreWords(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, long := modelstest.Install(t, s, 1000), strings.Repeat("long title ", 26)
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "🔥 New drop 👩🏽‍🍳 20° " + long})
		r, err := s.References.Find(t.Context(), w.Workspace, id)
		modelstest.Must(t, err)
		o := r.Observed()
		o.Ad = &references.ObservedAd{CTAText: new("Shop now")}
		r.Observe(o)
		modelstest.Must(t, s.Write(t.Context()).Save(r).Error)
		modelstest.Run(t, s, "UPDATE reference_words SET stale = TRUE")
		modelstest.Must(t, s.References.Reindex(t.Context()))
		names := map[string]string{id: "a", modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "Plain", Facts: references.SourceFacts{Category: new(string(content.VideoSite))}}): "b"}
		for q, want := range map[string]string{"🔥": "a", "👩": "a", "👩🏽‍🍳": "a", "🍳 drop": "a", "shop now": "a", "20": "a", "20°": "a", long: "a", "🥶": "", "shop later": ""} {
			if got := found(t, w, names, references.Filter{Words: q}); got != want {
				t.Errorf("q=%.20q: found %q, want %q", q, got, want)
			}
		}
	})
}
