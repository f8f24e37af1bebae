package jobs

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/imports"
)

// TestCharges: an import pays for what it really keeps, by the list of prices.
func TestCharges(t *testing.T) {
	t.Parallel()
	prices := billing.Prices{Import: 3, Transcript: 5, Analysis: 7, Media: 11}
	for _, c := range []struct {
		name       string
		profile    imports.MediaProfile
		transcript bool
		files      int
		want       []billing.Charge
	}{
		{"facts", imports.ProfileNone, false, 1, []billing.Charge{{Part: content.PartFetch, Credits: 3}}},
		{"a transcript", imports.ProfileNone, true, 1, []billing.Charge{{Part: content.PartFetch, Credits: 3}, {Part: content.PartTranscript, Credits: 5}}},
		{"analysis", imports.ProfileAnalysis, false, 1, []billing.Charge{{Part: content.PartFetch, Credits: 3}, {Part: content.PartAnalysis, Credits: 7}}},
		{"media", imports.ProfileFull, false, 1, []billing.Charge{{Part: content.PartFetch, Credits: 3}, {Part: content.PartAnalysis, Credits: 7}, {Part: content.PartMedia, Credits: 11}}},
		{"no media to keep", imports.ProfileFull, false, 0, []billing.Charge{{Part: content.PartFetch, Credits: 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &attemptState{Parts: make([]part, c.files)}
			if c.transcript {
				w.Transcript = &content.Transcript{}
			}
			if diff := cmp.Diff(c.want, charges(prices, &imports.Run{Import: imports.Import{MediaProfile: c.profile}}, w)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestStageTableIsComplete: a stage of the table has its function and its words.
func TestStageTableIsComplete(t *testing.T) {
	t.Parallel()
	table := stageTable()
	for _, row := range imports.StageTable() {
		if table[row.Stage].run == nil || row.Title == "" || row.Doing == "" {
			t.Errorf("stage %s: %+v, no function or no words", row.Stage, row)
		}
	}
	if len(table) != len(imports.Stages()) {
		t.Errorf("%d stages are run, %d are in order", len(table), len(imports.Stages()))
	}
}
