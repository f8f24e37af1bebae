package watches

import (
	"strings"

	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/watches"
	"socialdata/views"
)

// everyWords describes how often a watch runs.
var everyWords = map[watches.Every]string{"1h": "every hour", "6h": "every 6 hours", "12h": "every 12 hours", "1d": "every day", "7d": "every week"}

// pausedWords says who or what paused a watch.
var pausedWords = map[watches.PausedReason]string{watches.ByOwner: "by an owner", watches.ByCredits: "the balance is used up",
	watches.ByDailyCredits: "today's credits are spent"}

// watchState describes the state of a watch.
func (h *Handlers) watchState(w *watches.Watch) views.State {
	switch {
	case w.Running(h.Store.Now()):
		return views.State{Tone: "busy", Word: "Running"}
	case w.State == watches.Failing:
		return views.State{Tone: "bad", Word: "Failing"}
	case w.PausedReason == watches.ByOwner:
		return views.State{Tone: "calm", Word: "Paused"}
	case w.State == watches.Paused:
		return views.State{Tone: "warn", Word: "Paused"}
	}
	return views.State{Tone: "good", Word: "Active"}
}

// watchTrouble explains why a watch does not run as it should, and what happens next.
func watchTrouble(w *watches.Seen) string {
	switch {
	case w.PausedReason == watches.ByCredits:
		return "The balance did not pay for a run. It looks again at its next time."
	case w.PausedReason == watches.ByDailyCredits:
		return "It has spent what it may spend a day. It goes on after midnight UTC, or at once if it may spend more."
	case w.State == watches.Failing && w.LastRun != nil && w.LastRun.Code != "":
		return "Its last three runs failed. " + shown.ErrorText(w.LastRun.Code) + " It goes on trying."
	case w.State == watches.Failing:
		return "Its last three runs failed. It goes on trying."
	case w.GoneCode != "":
		return "The item is gone. " + shown.ErrorText(apierror.Code(w.GoneCode))
	}
	return ""
}

// runWords describes what a run found, or why it failed.
func runWords(kind watches.Kind, r *watches.Run) string {
	switch {
	case r.State == watches.RunRunning:
		return "It is looking."
	case r.Code != "":
		return shown.ErrorText(r.Code)
	case r.First:
		return "It remembered what is there."
	case r.Changed:
		return "The counts have changed."
	case newsOf(r) != "":
		return newsOf(r) + "."
	case kind == watches.Single:
		return "The counts are as they were."
	}
	return "Nothing new since the run before."
}

// newsOf counts what a run found to tell. It returns "" for nothing.
func newsOf(r *watches.Run) string {
	var parts []string
	if r.Found > 0 {
		parts = append(parts, views.Count(r.Found, "new item"))
	}
	for _, one := range []struct {
		n    int64
		word string
	}{{r.Ended, "ended"}, {r.Returned, "returned"}, {r.Edited, "changed"}, {r.Crossed, "beyond a threshold"}} {
		if one.n > 0 {
			parts = append(parts, views.Number(one.n)+" "+one.word)
		}
	}
	return strings.Join(parts, ", ")
}

// runState describes how a run ended.
func runState(r *watches.Run) views.State {
	switch {
	case r.State == watches.RunRunning:
		return views.State{Tone: "busy", Word: "Running"}
	case r.State == watches.RunFailed:
		return views.State{Tone: "bad", Word: "Failed"}
	case r.Code != "":
		return views.State{Tone: "warn", Word: "Gone"}
	case newsOf(r) != "" || r.Changed:
		return views.State{Tone: "good", Word: "News"}
	}
	return views.State{Tone: "calm", Word: "Done"}
}

// missedWords describes what a run could not reach.
var missedWords = map[watches.Missed]string{
	watches.MissedPages:        "Five pages were all new. What lies behind them was not read.",
	watches.MissedCredits:      "The balance was spent before the list was read as far as it should be. More may be new.",
	watches.MissedDailyCredits: "The day's credits were spent before the list was read as far as it should be. More may be new.",
}

// importedWords describes how many of a run's new items are imported.
func importedWords(imports bool, r *watches.Run) string {
	switch {
	case !imports && r.Imports == 0, r.Found == 0:
		return ""
	case r.ImportsSkipped > 0:
		return views.Number(r.Imports) + " of " + views.Number(r.Found) + ": not all were paid for or can be imported"
	}
	return views.Number(r.Imports) + " of " + views.Number(r.Found)
}
