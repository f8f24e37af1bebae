package watches

import "time"

// State is the state of a watch.
type State string

// A failing watch still runs, but its last runs failed.
const (
	Active  State = "active"
	Paused  State = "paused"
	Failing State = "failing"
)

// States lists every State once.
func States() []State { return []State{Active, Paused, Failing} }

// PausedReason is why a watch is paused.
type PausedReason string

// A watch without credits tries again at its next run; one that has spent its daily credits, on the next day.
const (
	NotPaused      PausedReason = ""
	ByOwner        PausedReason = "owner"
	ByCredits      PausedReason = "credits"
	ByDailyCredits PausedReason = "daily_credits"
)

// PausedReasons lists every PausedReason except NotPaused.
func PausedReasons() []PausedReason { return []PausedReason{ByOwner, ByCredits, ByDailyCredits} }

// failingAfter is how many consecutive failed runs make a watch failing.
const failingAfter = 3

// set is the only place that changes the state of a watch. next is nil if it does not run until its owner resumes it.
func (w *Watch) set(state State, reason PausedReason, next *time.Time) {
	w.State, w.PausedReason, w.NextRunAt = state, reason, nil
	if next != nil {
		at := next.UnixMicro()
		w.NextRunAt = &at
	}
}

// succeeded schedules the next run after the interval.
func (w *Watch) succeeded(now time.Time) {
	next := now.Add(spread(w.Every.Duration()))
	w.Failures = 0
	w.set(Active, NotPaused, &next)
}

// failed schedules the next run soon. It reports whether the watch has just become failing.
func (w *Watch) failed(now time.Time, wish time.Duration) (became bool) {
	w.Failures++
	next, state := nextAfterFault(now, w.Every, w.Failures, wish), Active
	if w.Failures >= failingAfter {
		became, state = w.State != Failing, Failing
	}
	w.set(state, NotPaused, &next)
	return became
}

// outOf pauses the watch until credits may be available again.
func (w *Watch) outOf(reason PausedReason, now time.Time) {
	next := now.Add(spread(w.Every.Duration()))
	if reason == ByDailyCredits {
		next = tomorrow(now)
	}
	w.set(Paused, reason, &next)
}

// tomorrow returns a time shortly after the next midnight, when daily credits are available again.
func tomorrow(now time.Time) time.Time {
	day := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return day.Add(spread(10*time.Minute) - 9*time.Minute)
}

// resume makes the watch run at once.
func (w *Watch) resume(now time.Time) {
	w.Failures = 0
	w.set(Active, NotPaused, &now)
}
