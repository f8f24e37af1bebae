package shown

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/reruns"
	"socialdata/views"
)

// StartedRows is how many of the imports that a rerun started its page lists.
const StartedRows = 20

// RerunState describes the state of a rerun.
func RerunState(s reruns.State) views.State {
	switch s {
	case reruns.Running:
		return views.State{Tone: "busy", Word: "Running"}
	case reruns.Paused:
		return views.State{Tone: "warn", Word: "Paused"}
	case reruns.Stopped:
		return views.State{Tone: "calm", Word: "Stopped"}
	case reruns.Done:
		return views.State{Tone: "good", Word: "Done"}
	}
	return views.State{Tone: "calm", Word: string(s)}
}

// RerunRate returns the field for how many imports run again in a minute. more is added to its hint.
func RerunRate(f *page.Form, usual, most int64, more string) views.Field {
	return views.Field{Name: "perMinute", Label: "Imports a minute", Type: "number", Hint: fmt.Sprintf("1 to %d. %s", most, more),
		Value: cmp.Or(f.Text("perMinute"), strconv.FormatInt(usual, 10)), Problem: f.Problems["perMinute"], Required: true}
}

// Unavailable explains why an import is not run again whose content is unavailable.
const Unavailable = "the content is removed, private, restricted or not found"

// skipWords explains why an import was not run again.
var skipWords = map[reruns.Skip]string{
	reruns.SkipGone:       "the import or its reference was deleted",
	reruns.SkipClosed:     "the workspace was closed",
	reruns.SkipSucceeded:  "the workspace has the post by another import",
	reruns.SkipCancelled:  "a later import of the content was cancelled",
	reruns.SkipUnderWay:   "the content is being imported now",
	reruns.SkipTriedAgain: "a later import of the content failed as well",
	reruns.SkipCredits:    "the credits did not suffice",
	reruns.SkipKey:        "the API key was revoked",

	reruns.SkipUnavailable: Unavailable,
}

// LeftOut says why imports are not run again, and how many for each reason.
func LeftOut(counts map[reruns.Skip]int64) []views.Share {
	return parts(counts, WhyLeftOut)
}

// WhyLeftOut says why a rerun leaves out an import.
func WhyLeftOut(s reruns.Skip) string { return skipWords[s] }

// RerunProgress returns the progress of a rerun for display. What is left out is not counted as done.
func RerunProgress(r *reruns.Rerun, p *reruns.Progress) views.RerunProgress {
	v := views.RerunProgress{State: RerunState(r.State), Moving: r.State == reruns.Running || p.UnderWay > 0, Done: p.Retried, Total: r.Total - p.Skipped, LeftOut: p.Skipped}
	if r.State == reruns.Running && p.Waiting > 0 {
		v.Left = "At most " + atMost(time.Duration(p.Waiting)*time.Minute/time.Duration(r.PerMinute)) + " to go."
	}
	if r.State == reruns.Done && p.UnderWay > 0 {
		v.State = views.State{Tone: "busy", Word: "All started"}
	}
	add := func(n int64, tone, word string, why ...views.Share) {
		if n > 0 {
			v.Counts = append(v.Counts, views.RerunCount{State: views.State{Tone: tone, Word: word}, N: n, Why: why})
		}
	}
	add(p.Succeeded, "good", "Succeeded")
	add(p.UnderWay, "busy", "Being imported")
	add(p.Failed, "bad", "Failed again", parts(p.FailedBy, func(c apierror.Code) string { return CauseText(c, "") })...)
	add(p.Stopped, "calm", "Cancelled")
	add(p.Skipped, "calm", "Left out", LeftOut(p.SkippedBy)...)
	waiting := "Waiting"
	if r.State == reruns.Stopped {
		waiting = "Not run"
	}
	add(p.Waiting, "calm", waiting)
	return v
}

// parts returns counts for display, highest first.
func parts[T ~string](counts map[T]int64, word func(T) string) (list []views.Share) {
	for what, n := range counts {
		list = append(list, views.Share{Name: word(what), Code: string(what), Count: n})
	}
	slices.SortFunc(list, func(a, b views.Share) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code)) })
	return list
}

// atMost describes the remaining time, rounded up.
func atMost(d time.Duration) string {
	switch minutes := int64((d + time.Minute - 1) / time.Minute); {
	case minutes <= 1:
		return "a minute"
	case minutes < 120:
		return fmt.Sprintf("%d minutes", minutes)
	default:
		return fmt.Sprintf("%d hours", (minutes+59)/60)
	}
}
