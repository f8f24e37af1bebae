package shown

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/views"
)

func TestStepsAreWrittenShortly(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999*time.Millisecond + 999: "999 ms", time.Second: "1 s", 1440 * time.Millisecond: "1.4 s",
		30 * time.Second: "30 s", 3*time.Minute + 59*time.Second: "3 min", 2 * time.Hour: "2 h",
	} {
		if got := FormatStep(d); got != want {
			t.Errorf("formatStep(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestStatesOfWorkInWords(t *testing.T) {
	t.Parallel()
	want := map[imports.WorkState]views.State{
		imports.WorkPending:   {Tone: "calm", Word: "Not yet"},
		imports.WorkRunning:   {Tone: "busy", Word: "Running"},
		imports.WorkSucceeded: {Tone: "good", Word: "Done"},
		imports.WorkFailed:    {Tone: "bad", Word: "Failed"},
		imports.WorkCancelled: {Tone: "calm", Word: "Cancelled"},
		imports.WorkSkipped:   {Tone: "calm", Word: "Not needed"},
	}
	for _, s := range imports.WorkStates() {
		if diff := cmp.Diff(want[s], workState(s)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", s, diff)
		}
	}
}

func TestStagesOfAWaterfall(t *testing.T) {
	t.Parallel()
	const second = int64(1_000_000)
	began := 10 * second
	done := views.State{Tone: "good", Word: "Done"}
	tests := map[string]struct {
		record imports.StageRecord
		began  *int64
		want   views.Stage
	}{
		"the first half": {
			imports.StageRecord{Stage: imports.StageFetchSource, State: imports.WorkSucceeded,
				StartedAt: new(began), FinishedAt: new(began + 5*second)}, &began,
			views.Stage{Name: "Read the source", State: done, From: 0, Wide: 500, Took: "5 s"},
		},
		"the end": {
			imports.StageRecord{Stage: imports.StageCommitReference, State: imports.WorkSucceeded,
				StartedAt: new(began + 9*second), FinishedAt: new(began + 10*second)}, &began,
			views.Stage{Name: "Save the reference", State: done, From: 900, Wide: 100, Took: "1 s"},
		},
		"too short to be seen": {
			imports.StageRecord{Stage: imports.StageValidateURL, State: imports.WorkSucceeded,
				StartedAt: new(began), FinishedAt: new(began + 1)}, &began,
			views.Stage{Name: "Check the link", State: done, From: 0, Wide: 2, Took: "0 ms"},
		},
		"short, and longer than nothing": {
			imports.StageRecord{Stage: imports.StageValidateURL, State: imports.WorkSucceeded,
				StartedAt: new(began + 5*second), FinishedAt: new(began + 5*second + 29_000)}, &began,
			views.Stage{Name: "Check the link", State: done, From: 500, Wide: 4, Took: "29 ms"},
		},
		"at the very end": {
			imports.StageRecord{Stage: imports.StageValidateURL, State: imports.WorkSucceeded,
				StartedAt: new(began + 10*second), FinishedAt: new(began + 10*second)}, &began,
			views.Stage{Name: "Check the link", State: done, From: 998, Wide: 2, Took: "0 ms"},
		},
		"a clock that was set back": {
			imports.StageRecord{Stage: imports.StageFetchSource, State: imports.WorkSucceeded,
				StartedAt: new(began - 5*second), FinishedAt: new(began - 6*second)}, &began,
			views.Stage{Name: "Read the source", State: done, From: 0, Wide: 2, Took: "0 ms"},
		},
		"skipped has no bar": {
			imports.StageRecord{Stage: imports.StageDownloadMedia, State: imports.WorkSkipped,
				StartedAt: new(began), FinishedAt: new(began + second)}, &began,
			views.Stage{Name: "Download media", State: views.State{Tone: "calm", Word: "Not needed"}},
		},
		"not begun": {
			imports.StageRecord{Stage: imports.StageVerifyMedia, State: imports.WorkPending}, &began,
			views.Stage{Name: "Verify media", State: views.State{Tone: "calm", Word: "Not yet"}},
		},
		"failed says the code and its words": {
			imports.StageRecord{Stage: imports.StageFetchSource, State: imports.WorkFailed,
				FailureCode: apierror.CodeUnavailablePrivate}, nil,
			views.Stage{Name: "Read the source", State: views.State{Tone: "bad", Word: "Failed"},
				Code: "unavailable_private", Failure: "This content is private"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, stage(&page.Base{}, tt.record, tt.began, 10*time.Second)); diff != "" {
				t.Errorf("stage (-want +got)\n%s", diff)
			}
		})
	}
}

func TestBarsAreTrueToScale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		took, scale time.Duration
		want        int64
	}{
		{999 * time.Microsecond, 8 * time.Millisecond, tick},
		{time.Millisecond, 8 * time.Millisecond, 125},
		{29 * time.Millisecond, time.Minute, narrowestBar},
		{30 * time.Second, time.Minute, 500},
		{2 * time.Minute, time.Minute, 1000},
	} {
		if got := wide(tt.took, tt.scale); got != tt.want {
			t.Errorf("wide(%v, %v) = %d, want %d", tt.took, tt.scale, got, tt.want)
		}
	}
}

// TestEachAttemptHasItsOwnWidth: a short attempt is drawn over the whole width, however long another took.
func TestEachAttemptHasItsOwnWidth(t *testing.T) {
	t.Parallel()
	took := func(us int64) imports.Attempt { return imports.Attempt{StartedAt: new(int64), FinishedAt: &us} }
	list := []imports.Attempt{took(2_000_000), took(11_000), {}, took(0), took(-9_000_000)} // the last by a clock that was set back
	scales := []string{}
	for _, a := range Attempts(&page.Base{Service: pagetest.Service()}, &imports.Detail{Attempts: list}) {
		scales = append(scales, a.Scale)
	}
	if diff := cmp.Diff([]string{"2 s", "11 ms", "1 ms", "1 ms", "1 ms"}, scales); diff != "" {
		t.Errorf("widths (-want +got)\n%s", diff)
	}
}

func TestStagesAfterAFailureWereNotReached(t *testing.T) {
	t.Parallel()
	stages := imports.StageRecords{{Stage: imports.StageValidateURL, State: imports.WorkSucceeded},
		{Stage: imports.StageSelectRoute, State: imports.WorkFailed},
		{Stage: imports.StageFetchSource, State: imports.WorkPending}}
	tests := map[string]struct {
		finished     *int64
		want, missed []string
	}{
		"while it runs":     {nil, []string{"Done", "Failed", "Not yet"}, nil},
		"when it has ended": {new(int64(1)), []string{"Done", "Failed"}, []string{"Read the source"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attempt := imports.Attempt{Number: 1, FinishedAt: tt.finished, Stages: stages}
			got := Attempts(&page.Base{Service: pagetest.Service()}, &imports.Detail{Attempts: []imports.Attempt{attempt}})
			words := []string{}
			for _, s := range got[0].Stages {
				words = append(words, s.State.Word)
			}
			if diff := cmp.Diff(tt.want, words); diff != "" {
				t.Errorf("stages (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(tt.missed, got[0].Missed); diff != "" {
				t.Errorf("missed (-want +got)\n%s", diff)
			}
		})
	}
}
