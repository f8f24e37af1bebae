package shown

import (
	"strconv"
	"strings"
	"time"

	"socialdata/handlers/pages/page"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// Attempts returns the attempts of an import for display, the first one first.
func Attempts(b *page.Base, i *imports.Detail) []views.Attempt {
	list := []views.Attempt{}
	for n, a := range i.Attempts {
		v := Attempt(b, a)
		if n == len(i.Attempts)-1 && i.State == imports.RetryWait {
			v.Next = "Next is attempt " + views.Number(a.Number+1) + " at " + b.When(i.NextAttemptAt).Exact + "."
		}
		list = append(list, v)
	}
	return list
}

// shortestScale is the minimum width of a waterfall: what takes less has no length that can be shown.
const shortestScale = time.Millisecond

// Widths in thousandths of a waterfall, which is about 600 pixels wide.
const (
	tick         = 2 // the width of a stage that took no time that is shown
	narrowestBar = 4 // the minimum width of any other
)

// widthOf returns how long an attempt took, which is the width of its waterfall: by the longest of several, most of a short one is empty.
func widthOf(b *page.Base, a imports.Attempt) time.Duration {
	if a.StartedAt == nil {
		return shortestScale
	}
	return max(shortestScale, duration(b, *a.StartedAt, a.FinishedAt))
}

// duration returns how long something took, or has taken so far if to is nil.
func duration(b *page.Base, from int64, to *int64) time.Duration {
	if to == nil {
		return max(0, b.Store.Now().Sub(time.UnixMicro(from)))
	}
	return max(0, time.Duration(*to-from)*time.Microsecond)
}

// Attempt returns one attempt with its stages for display.
func Attempt(b *page.Base, a imports.Attempt) views.Attempt {
	scale := widthOf(b, a)
	v := views.Attempt{Number: a.Number, State: workState(a.State), Route: b.RouteOf(a.RouteID), Version: a.Version, Began: b.When(a.StartedAt), Scale: FormatStep(scale)}
	if sources.IsCaptureRoute(a.RouteID) {
		v.Origin = references.CapturedOrigin
	}
	failed := a.FailedStage()
	for _, s := range a.Stages {
		if s.State == imports.WorkPending && a.FinishedAt != nil {
			v.Missed = append(v.Missed, s.Stage.Text().Title)
			continue
		}
		stage := stage(b, s, a.StartedAt, scale)
		if s.Stage == imports.StageFetchTranscript && s.State == imports.WorkSkipped {
			stage.State.Word = "None" // asked for or not, there is nothing to keep
		}
		if s.Stage == failed {
			stage.Failure = CauseText(s.FailureCode, a.Reason)
		}
		v.Stages = append(v.Stages, stage)
	}
	return v
}

func stage(b *page.Base, s imports.StageRecord, began *int64, scale time.Duration) views.Stage {
	v := views.Stage{Name: s.Stage.Text().Title, State: workState(s.State), Code: string(s.FailureCode)}
	if s.FailureCode != "" {
		v.Failure = ErrorText(s.FailureCode)
	}
	if s.StartedAt == nil || began == nil {
		return v
	}
	took := duration(b, *s.StartedAt, s.FinishedAt)
	if s.State != imports.WorkSkipped {
		v.Wide = wide(took, scale)
		v.From = min(1000-v.Wide, max(0, 1000*(*s.StartedAt-*began)/scale.Microseconds())) // a clock may be set back
	}
	if s.FinishedAt != nil && s.State != imports.WorkSkipped {
		v.Took = FormatStep(took)
	}
	return v
}

// wide returns the width of a bar in thousandths of scale.
func wide(took, scale time.Duration) int64 {
	if took < time.Millisecond {
		return tick
	}
	return min(1000, max(narrowestBar, 1000*took.Microseconds()/scale.Microseconds()))
}

// FormatStep formats how long a step took: 12 ms, 1.4 s, 3 min.
func FormatStep(d time.Duration) string {
	switch {
	case d < time.Second:
		return views.Number(d.Milliseconds()) + " ms"
	case d < time.Minute:
		return strings.TrimSuffix(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), ".0") + " s"
	}
	return page.FormatDuration(d)
}

// workState describes the state of an attempt or a stage.
func workState(s imports.WorkState) views.State {
	switch s {
	case imports.WorkSucceeded:
		return views.State{Tone: "good", Word: "Done"}
	case imports.WorkFailed:
		return views.State{Tone: "bad", Word: "Failed"}
	case imports.WorkRunning:
		return views.State{Tone: "busy", Word: "Running"}
	case imports.WorkCancelled:
		return views.State{Tone: "calm", Word: "Cancelled"}
	case imports.WorkSkipped:
		return views.State{Tone: "calm", Word: "Not needed"}
	case imports.WorkPending:
	}
	return views.State{Tone: "calm", Word: "Not yet"}
}
