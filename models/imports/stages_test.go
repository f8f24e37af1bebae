package imports

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/references"
)

// words writes the states of stages, one letter each.
func words(l StageRecords) string {
	var b []byte
	for _, r := range l {
		b = append(b, r.State[0])
	}
	return string(b)
}

func TestStageRecords(t *testing.T) {
	t.Parallel()
	list := firstStage(1, false)
	if got := words(list); got != "rpppppppp" || list.current() != 0 || *list[0].StartedAt != 1 {
		t.Fatalf("an attempt begins as %s", got)
	}
	ended := list.ended(WorkSucceeded, 2, "")
	if got := words(ended); got != "spppppppp" || *ended[0].FinishedAt != 2 {
		t.Errorf("the first stage ended: %s", got)
	}
	next := ended.begun(3)
	if got := words(next); got != "srppppppp" || next.current() != 1 || *next[1].StartedAt != 3 {
		t.Errorf("the second stage began: %s", got)
	}
	failed := next.ended(WorkFailed, 4, apierror.CodeRouteDegraded)
	if got := failed[1].FailureCode; got != apierror.CodeRouteDegraded {
		t.Errorf("the failed stage has code %q", got)
	}
	if got := words(list); got != "rpppppppp" || list[0].FinishedAt != nil {
		t.Errorf("the list before was changed: %s", got)
	}
	if got := words(StageRecords{{State: WorkPending}}.begun(1)); got != "r" {
		t.Errorf("a first stage that waits begins as %s", got)
	}
	for range len(list) {
		list = list.ended(WorkSkipped, 5, "").begun(6)
	}
	if got := words(list); got != "sssssssss" || list.current() != len(list)-1 {
		t.Errorf("after the last stage: %s at %d", got, list.current())
	}
}

func TestFailedStage(t *testing.T) {
	t.Parallel()
	stages := func(states ...WorkState) (l StageRecords) {
		for n, state := range states {
			l = append(l, StageRecord{Stage: Stages()[n], State: state})
		}
		return l
	}
	tests := []struct {
		name    string
		attempt Attempt
		want    Stage
	}{
		{"no stages", Attempt{State: WorkFailed}, ""},
		{"a stage that failed", Attempt{State: WorkFailed, Stages: stages(WorkSucceeded, WorkFailed, WorkPending)},
			StageSelectRoute},
		{"an optional stage before", Attempt{State: WorkFailed, Stages: stages(WorkFailed, WorkSucceeded, WorkFailed)},
			StageFetchSource},
		{"an optional stage of a success", Attempt{State: WorkSucceeded, Stages: stages(WorkFailed, WorkSucceeded)}, ""},
		{"an optional stage of a cancelled attempt", Attempt{State: WorkCancelled, Stages: stages(WorkFailed, WorkCancelled)},
			""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.attempt.FailedStage(); got != tt.want {
				t.Errorf("failed in %q, want %q", got, tt.want)
			}
		})
	}
}

// TestTheStageOfSpeechIsOptional: workers of a version without it meet it only where the operator has a server for speech.
func TestTheStageOfSpeechIsOptional(t *testing.T) {
	t.Parallel()
	has := func(l StageRecords) bool {
		return slices.ContainsFunc(l, func(r StageRecord) bool { return r.Stage == StageTranscribe })
	}
	without, with := &Store{prices: billing.StandardPrices()}, &Store{prices: billing.StandardPrices().WithSpeech()}
	for name, tt := range map[string]struct {
		i    Import
		want bool
	}{
		"a transcript of media":      {Import{Transcript: true, MediaProfile: ProfileAnalysis}, true},
		"no transcript":              {Import{MediaProfile: ProfileFull}, false},
		"no media":                   {Import{Transcript: true, MediaProfile: ProfileNone}, false},
		"from somebody's browser":    {Import{Transcript: true, MediaProfile: ProfileFull, CaptureID: "one"}, false},
		"media kept with its speech": {Import{Transcript: true, MediaProfile: ProfileFull}, true},
	} {
		if got := has(firstStage(1, with.transcribes(&tt.i))); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
		if has(firstStage(1, without.transcribes(&tt.i))) {
			t.Errorf("%s without a server", name)
		}
	}
}

func TestStageRecordsAreKept(t *testing.T) {
	t.Parallel()
	want := firstStage(1, false).ended(WorkFailed, 2, apierror.CodeRouteDegraded).begun(3)
	value, err := want.Value()
	if err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]any{"text": value, "bytes": []byte(value.(string))} {
		var got StageRecords
		if err := got.Scan(from); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the stages of %s differ (-want +got):\n%s", name, diff)
		}
	}
	for name, from := range map[string]any{"nothing": nil, "a number": int64(7), "no JSON": "x",
		"a cut list": `[{"stage":`, "no list": `{}`} {
		var got StageRecords
		if err := got.Scan(from); err == nil {
			t.Errorf("%s is read as %+v", name, got)
		}
	}
}

func TestPartsOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		profile                     MediaProfile
		transcript, analysis, media bool
	}{
		{ProfileNone, false, false, false}, {ProfileNone, true, false, false}, {ProfileAnalysis, true, true, false},
		{ProfileFull, false, true, true},
	} {
		got := PartsOf(tt.profile, tt.transcript)
		if got.Transcript != tt.transcript || got.Analysis != tt.analysis || got.Media != tt.media {
			t.Errorf("the parts of %s are %+v", tt.profile, got)
		}
	}
}

func TestStageText(t *testing.T) {
	t.Parallel()
	for _, stage := range Stages() {
		if got := stage.Text(); got.Stage != stage || got.Title == "" || got.Doing == "" {
			t.Errorf("%s has the words %+v", stage, got)
		}
	}
	if diff := cmp.Diff(StageText{Stage: "other"}, Stage("other").Text()); diff != "" {
		t.Errorf("an unknown stage differs (-want +got):\n%s", diff)
	}
}

// TestMediaOfAReferenceWithoutAnImport says what is left to see of media once no import is on its way to them.
func TestMediaOfAReferenceWithoutAnImport(t *testing.T) {
	t.Parallel()
	kept, expired := new("media"), new(int64(1))
	for _, tt := range []struct {
		name string
		ref  references.Reference
		want references.MediaAvailability
	}{
		{"kept", references.Reference{PrimaryMediaID: kept, MediaExpiredAt: expired, State: references.Failed}, references.MediaReady},
		{"expired", references.Reference{MediaExpiredAt: expired, State: references.Failed}, references.MediaExpired},
		{"failed", references.Reference{State: references.Failed}, references.MediaFailed},
		{"never kept", references.Reference{State: references.Ready}, references.MediaUnavailable},
	} {
		if got := settledAvailability(&tt.ref); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestAStateIsReachedByTheTableAlone: by one step, or by two through queued.
func TestAStateIsReachedByTheTableAlone(t *testing.T) {
	t.Parallel()
	for from, to := range map[State]State{Succeeded: Running, Queued: Succeeded, RetryWait: Succeeded, Accepted: RetryWait} {
		i := &Import{State: from}
		if err := transitionLocked(nil, i, to, nil); err == nil || i.State != from || i.Revision != 0 {
			t.Errorf("%s becomes %s: %v, %+v", from, to, err, i)
		}
	}
}

// TestImportsThatMayRunAgain: one that has ended may, unless its content is unavailable; one that failed for a while is worth it.
func TestImportsThatMayRunAgain(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		i          Import
		may, worth bool
	}{
		"running":            {i: Import{State: Running}},
		"waits to run again": {i: Import{State: RetryWait, CauseCode: apierror.CodeRouteDegraded}},
		"succeeded":          {i: Import{State: Succeeded}, may: true},
		"cancelled":          {i: Import{State: Cancelled}, may: true},
		"failed for a while": {i: Import{State: Failed, OutcomeCode: apierror.CodeRouteDegraded, CauseCode: apierror.CodeRouteDegraded}, may: true, worth: true},
		"failed for good":    {i: Import{State: Failed, OutcomeCode: apierror.CodeSourceChanged, CauseCode: apierror.CodeSourceChanged}, may: true},
		"removed":            {i: Import{State: Failed, OutcomeCode: apierror.CodeUnavailableRemoved, CauseCode: apierror.CodeUnavailableRemoved}},
	} {
		if may, worth := tt.i.MayComeAgain(), tt.i.WorthAnother(); may != tt.may || worth != tt.worth {
			t.Errorf("%s: may run again %v, is worth it %v", name, may, worth)
		}
	}
}
