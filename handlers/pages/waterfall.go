package pages

import (
	"strconv"
	"strings"
	"time"

	"socialdata/models"
	"socialdata/views"
)

// attempts draws every try of an import, the first one first.
func (h *Handlers) attempts(i *models.ImportDetail) []views.Attempt {
	scale := h.longest(i.Attempts)
	list := []views.Attempt{}
	for n, a := range i.Attempts {
		v := h.attempt(a, scale)
		if n == len(i.Attempts)-1 && i.State == models.ImportRetryWait {
			v.Next = "Next is attempt " + views.Number(a.Number+1) + " at " + h.when(i.NextAttemptAt).Exact + "."
		}
		list = append(list, v)
	}
	return list
}

// longest is how long the longest try took: the width of every waterfall.
func (h *Handlers) longest(attempts []models.Attempt) time.Duration {
	most := time.Millisecond
	for _, a := range attempts {
		if a.StartedAt != nil {
			most = max(most, h.lasted(*a.StartedAt, a.FinishedAt))
		}
	}
	return most
}

// lasted is how long something took, or takes so far.
func (h *Handlers) lasted(from int64, to *int64) time.Duration {
	if to == nil {
		return max(0, h.now().Sub(time.UnixMicro(from)))
	}
	return max(0, time.Duration(*to-from)*time.Microsecond)
}

func (h *Handlers) attempt(a models.Attempt, scale time.Duration) views.Attempt {
	v := views.Attempt{Number: a.Number, State: workState(a.State), Route: a.RouteID, Version: a.Version, Began: h.when(a.StartedAt)}
	for _, s := range a.Stages {
		stage := h.stage(s, a.StartedAt, scale)
		if s.State == models.WorkPending && a.FinishedAt != nil {
			stage.State.Word = "Not reached"
		}
		v.Stages = append(v.Stages, stage)
	}
	return v
}

func (h *Handlers) stage(s models.StageRecord, began *int64, scale time.Duration) views.Stage {
	v := views.Stage{Name: stageNames[s.Stage], State: workState(s.State), Code: string(s.FailureCode)}
	if s.FailureCode != "" {
		v.Failure = failure(s.FailureCode)
	}
	if s.StartedAt == nil || began == nil {
		return v
	}
	took := h.lasted(*s.StartedAt, s.FinishedAt)
	if s.State != models.WorkSkipped {
		v.From = min(992, 1000*(*s.StartedAt-*began)/scale.Microseconds())
		v.Wide = min(1000-v.From, max(8, 1000*took.Microseconds()/scale.Microseconds()))
	}
	if s.FinishedAt != nil && s.State != models.WorkSkipped {
		v.Took = short(took)
	}
	return v
}

// short writes how long a step took: 12 ms, 1.4 s, 3 min.
func short(d time.Duration) string {
	switch {
	case d < time.Second:
		return views.Number(d.Milliseconds()) + " ms"
	case d < time.Minute:
		return strings.TrimSuffix(strconv.FormatFloat(d.Seconds(), 'f', 1, 64), ".0") + " s"
	}
	return span(d)
}

// workState says how an attempt or a stage stands.
func workState(s models.WorkState) views.State {
	switch s {
	case models.WorkSucceeded:
		return views.State{Tone: "good", Word: "Done"}
	case models.WorkFailed:
		return views.State{Tone: "bad", Word: "Failed"}
	case models.WorkRunning:
		return views.State{Tone: "busy", Word: "Running"}
	case models.WorkCancelled:
		return views.State{Tone: "calm", Word: "Cancelled"}
	case models.WorkSkipped:
		return views.State{Tone: "calm", Word: "Not needed"}
	case models.WorkPending:
	}
	return views.State{Tone: "calm", Word: "Not yet"}
}

// stageNames name the steps of an attempt.
var stageNames = map[models.Stage]string{
	models.StageValidateURL: "Check the link", models.StageSelectRoute: "Choose a route", models.StageFetchSource: "Read the source",
	models.StageCreateReference: "Open the reference", models.StageFetchTranscript: "Read captions", models.StageDownloadMedia: "Download media",
	models.StageVerifyMedia: "Verify media", models.StageAnalyzeMedia: "Analyse media", models.StageCommitReference: "Save the reference",
}
