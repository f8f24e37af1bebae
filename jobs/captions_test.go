package jobs_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources/simulator"
	"socialdata/models/imports"
)

// TestRefusedCaptions holds that captions are an extra: refused twice, their stage fails and the import succeeds without
// a transcript, uncharged; refused once, the transcript is kept; a later import brings it.
func TestRefusedCaptions(t *testing.T) {
	b := wholeBench(t)
	b.link = b.platforms.Samples()[0].Items[0]
	price := func(times int) (int64, *imports.Detail) {
		before := b.spent(t)
		if times >= 0 {
			b.platforms.Fail(simulator.Failure{Path: "/api/timedtext", Status: 429, Times: times})
		}
		d := b.run(t, b.accept(t, imports.ProfileNone, true))
		b.platforms.Heal()
		return b.spent(t) - before, d
	}
	for _, c := range []struct {
		name  string
		times int // 0 is always, -1 never
		spent int64
		stage imports.WorkState
		code  apierror.Code
	}{
		{"always", 0, 1, imports.WorkFailed, apierror.CodeRouteDegraded},
		{"once", 1, 2, imports.WorkSucceeded, ""},
		{"never", -1, 2, imports.WorkSucceeded, ""},
	} {
		spent, d := price(c.times)
		a := d.Attempts[0]
		if d.State != imports.Succeeded || len(d.Attempts) != 1 || spent != c.spent || a.FailedStage() != "" {
			t.Errorf("%s: %s %s after %d attempts, spent %d, want %d", c.name, d.State, d.OutcomeCode, len(d.Attempts), spent, c.spent)
		}
		for _, s := range a.Stages {
			want, code := imports.WorkSucceeded, apierror.Code("")
			switch s.Stage { //nolint:exhaustive // every other stage succeeds
			case imports.StageFetchTranscript:
				want, code = c.stage, c.code
			case imports.StageDownloadMedia, imports.StageVerifyMedia, imports.StageAnalyzeMedia:
				want = imports.WorkSkipped
			}
			if s.State != want || s.FailureCode != code {
				t.Errorf("%s: stage %s is %s %s, want %s %s", c.name, s.Stage, s.State, s.FailureCode, want, code)
			}
		}
	}
}

// TestBlockedItemFailsImportWithCaptions holds that an item that cannot be had fails in fetch_source.
func TestBlockedItemFailsImportWithCaptions(t *testing.T) {
	b := wholeBench(t)
	b.link = b.platforms.Samples()[0].Items[0]
	b.platforms.Fail(simulator.Failure{Status: 429})
	d := b.run(t, b.accept(t, imports.ProfileNone, true))
	if d.State != imports.Failed || d.Attempts[0].FailedStage() != imports.StageFetchSource || b.spent(t) != 0 {
		t.Errorf("%s in %s, spent %d", d.State, d.Attempts[0].FailedStage(), b.spent(t))
	}
}
