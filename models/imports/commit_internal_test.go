package imports

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/references"
)

// TestThePictureOfAPageStays where a later import took none, or failed to.
func TestThePictureOfAPageStays(t *testing.T) {
	t.Parallel()
	taken, again, failed := &content.PagePicture{PictureMediaID: new("1")}, &content.PagePicture{PictureMediaID: new("2")}, &content.PagePicture{}
	for name, tt := range map[string]struct{ before, now, want *content.PagePicture }{
		"the first":                 {nil, taken, taken},
		"none":                      {nil, nil, nil},
		"none after one":            {taken, nil, taken},
		"another":                   {taken, again, again},
		"a failure after one":       {taken, failed, taken},
		"one after a failure":       {failed, taken, taken},
		"a failure after a failure": {failed, failed, failed},
		"none after a failure":      {failed, nil, failed},
	} {
		provenance, err := json.Marshal(references.Provenance{PagePicture: tt.before})
		if err != nil {
			t.Fatal(err)
		}
		got := pictureToKeep(&references.Reference{Provenance: provenance}, tt.now)
		if (got == nil) != (tt.want == nil) || got != nil && (got.PictureMediaID == nil) != (tt.want.PictureMediaID == nil) || got != nil && got.PictureMediaID != nil && *got.PictureMediaID != *tt.want.PictureMediaID {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

// TestMeasurementsAreThoseOfTheFirstPart that is kept: an import that brings no other first part measured another file.
func TestMeasurementsAreThoseOfTheFirstPart(t *testing.T) {
	t.Parallel()
	kept := func(id string) references.Part { return references.Part{State: references.PartKept, MediaID: &id} }
	for name, tt := range map[string]struct {
		primary  string // before; "" for none
		was, now references.Part
		measured bool
	}{
		"the first import":           {"", references.Part{State: references.PartSkipped}, kept("b"), true},
		"a part that is skipped":     {"a", kept("a"), references.Part{State: references.PartSkipped}, false},
		"a part instead of one lost": {"a", references.Part{State: references.PartExpired, MediaID: new("a")}, kept("b"), true},
		"no part, as before":         {"", references.Part{State: references.PartSkipped}, references.Part{State: references.PartSkipped}, true},
		"no part is kept any more":   {"a", references.Part{State: references.PartExpired, MediaID: new("a")}, references.Part{State: references.PartSkipped}, true},
	} {
		raw, err := json.Marshal(references.Parts{Total: new(int64(1)), Media: []references.Part{tt.was}})
		if err != nil {
			t.Fatal(err)
		}
		ref := &references.Reference{Parts: raw}
		if tt.primary != "" {
			ref.PrimaryMediaID = &tt.primary
		}
		c := &Commit{Parts: &references.Parts{Total: new(int64(1)), Media: []references.Part{tt.now}}, Derived: content.MachineDerived{Width: new(int64(7)), Transcript: &content.TranscriptRef{Language: "de"}}}
		if _, err := placeParts(nil, ref, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if (c.Derived.Width != nil) != tt.measured || c.Derived.Transcript == nil {
			t.Errorf("%s: %+v", name, c.Derived)
		}
	}
}

// TestWhatAnImportMeasured replaces what was known of another file, and nothing else; what it read of the counts is history unless
// they are incomplete or come from a browser.
func TestWhatAnImportMeasured(t *testing.T) {
	t.Parallel()
	known := content.MachineDerived{MeasuredBytes: new(int64(1)), Width: new(int64(2)), Transcript: &content.TranscriptRef{Language: "de"}}
	raw, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		known []byte
		now   content.MachineDerived
		want  content.MachineDerived
	}{
		"nothing of nothing": {},
		"nothing":            {known: raw, want: known},
		"another file":       {known: raw, now: content.MachineDerived{MeasuredBytes: new(int64(3))}, want: content.MachineDerived{MeasuredBytes: new(int64(3)), Transcript: known.Transcript}},
		"a transcript":       {known: raw, now: content.MachineDerived{Transcript: &content.TranscriptRef{Language: "en"}}, want: content.MachineDerived{MeasuredBytes: new(int64(1)), Width: new(int64(2)), Transcript: &content.TranscriptRef{Language: "en"}}},
	} {
		merged, err := mergeDerived(tt.known, &Commit{Derived: tt.now}, nil)
		var got content.MachineDerived
		if len(merged) > 0 {
			err = errors.Join(err, json.Unmarshal(merged, &got))
		}
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" || (merged == nil) != tt.want.IsZero() {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	if _, err := mergeDerived([]byte("broken"), &Commit{}, nil); err == nil {
		t.Error("what cannot be read is overwritten")
	}
	read := Commit{Observed: references.SourceObserved{ViewCount: new(int64(7))}}
	incomplete, captured := read, read
	incomplete.Observed.Incomplete, captured.Provenance.CapturedAt = true, &content.Time{}
	if len(read.seen()) != 1 || incomplete.seen() != nil || captured.seen() != nil {
		t.Errorf("history: %v, %v and %v", read.seen(), incomplete.seen(), captured.seen())
	}
}

// TestWhatIsStoredOfAnImport is nothing where there is nothing to say.
func TestWhatIsStoredOfAnImport(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]Applied{"a title": {CustomTitle: new(true)}, "notes": {Notes: new(true)}, "a tag": {Tags: []string{"a"}}, "a tag left out": {TagsLeftOut: []string{"a"}},
		"both": {Tags: []string{"a"}, TagsLeftOut: []string{"b"}}} {
		if a.text() == "" {
			t.Errorf("%s is not stored", name)
		}
	}
	for name, e := range map[string]apierror.Evidence{"a status": {Status: 500}, "a head": {Head: "a"}, "a marker": {Marker: "a"}} {
		if AnswerOf(&e).IsZero() {
			t.Errorf("%s is not stored", name)
		}
	}
	if (Applied{}).text() != "" || !AnswerOf(nil).IsZero() {
		t.Error("nothing is stored as something")
	}
}

// TestImportsAreShown with what is known of them, and the stage and the time for which they wait.
func TestImportsAreShown(t *testing.T) {
	t.Parallel()
	at := new(int64(7))
	full := Import{State: Failed, Stage: StageSelectRoute, OutcomeCode: apierror.CodeRouteDegraded, OutcomeMessage: "why", FinishedAt: at}
	if v := full.Ingestion(); v.OutcomeCode == nil || v.OutcomeMessage == nil || v.FinishedAt == nil || v.CurrentStage != nil {
		t.Errorf("one that has failed: %+v", v)
	}
	if v := (&Import{State: Running, Stage: StageSelectRoute}).Ingestion(); v.OutcomeCode != nil || v.OutcomeMessage != nil || v.FinishedAt != nil || *v.CurrentStage != StageSelectRoute {
		t.Errorf("one that runs: %+v", v)
	}
	if v := (&Import{State: Accepted}).Ingestion(); v.CurrentStage != nil {
		t.Errorf("one that has not begun: %+v", v)
	}
	for _, s := range States() {
		if waits := s == Accepted || s == RetryWait; (NextAttempt(s, at) != nil) != waits {
			t.Errorf("%s waits: %v", s, !waits)
		}
	}
}
