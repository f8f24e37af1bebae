package watches

import "time"

// State says whether a watch runs.
type State string

// A failing watch still runs; its last runs failed.
const (
	Active  State = "active"
	Paused  State = "paused"
	Failing State = "failing"
)

// States lists every State once.
func States() []State { return []State{Active, Paused, Failing} }

// PausedReason says who or what pauses a watch.
type PausedReason string

// A watch without credits looks again at its next time, one that has spent its daily credits on the next day.
const (
	NotPaused      PausedReason = ""
	ByOwner        PausedReason = "owner"
	ByCredits      PausedReason = "credits"
	ByDailyCredits PausedReason = "daily_credits"
)

// PausedReasons lists every PausedReason but NotPaused once.
func PausedReasons() []PausedReason { return []PausedReason{ByOwner, ByCredits, ByDailyCredits} }

// failingAfter is how many runs fail one after another before a watch is failing.
const failingAfter = 3

// set changes the state of a watch: no other place does. next is nil if it does not run until its owner says so.
func (w *Watch) set(state State, reason PausedReason, next *time.Time) {
	w.State, w.PausedReason, w.NextRunAt = state, reason, nil
	if next != nil {
		at := next.UnixMicro()
		w.NextRunAt = &at
	}
}

// succeeded lets the watch run again after its interval.
func (w *Watch) succeeded(now time.Time) {
	next := now.Add(spread(w.Every.Duration()))
	w.Failures = 0
	w.set(Active, NotPaused, &next)
}

// failed lets the watch run again soon. It reports whether the watch has just become failing.
func (w *Watch) failed(now time.Time, wish time.Duration) (became bool) {
	w.Failures++
	next, state := nextAfterFault(now, w.Every, w.Failures, wish), Active
	if w.Failures >= failingAfter {
		became, state = w.State != Failing, Failing
	}
	w.set(state, NotPaused, &next)
	return became
}

// outOf pauses the watch for want of credits until they may be there again.
func (w *Watch) outOf(reason PausedReason, now time.Time) {
	next := now.Add(spread(w.Every.Duration()))
	if reason == ByDailyCredits {
		next = tomorrow(now)
	}
	w.set(Paused, reason, &next)
}

// tomorrow is a minute or so after the next midnight, when the credits of a day are there again.
func tomorrow(now time.Time) time.Time {
	day := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return day.Add(spread(10*time.Minute) - 9*time.Minute)
}

// resume lets the watch run at once.
func (w *Watch) resume(now time.Time) {
	w.Failures = 0
	w.set(Active, NotPaused, &now)
}
