package exports

import (
	"math/rand/v2"
	"time"

	"socialdata/models/db"
)

// Schedule is when an export runs.
type Schedule string

// Every full hour, at midnight, and at midnight before Monday, all in UTC.
const (
	Hourly Schedule = "hourly"
	Daily  Schedule = "daily"
	Weekly Schedule = "weekly"
)

// Schedules lists every Schedule once.
func Schedules() []Schedule { return []Schedule{Hourly, Daily, Weekly} }

func (s Schedule) period() time.Duration {
	switch s {
	case Hourly:
		return time.Hour
	case Weekly:
		return 7 * 24 * time.Hour
	case Daily:
	}
	return 24 * time.Hour
}

// before returns the last time of the schedule at or before t. Time is counted from a Monday, so weeks begin with one.
func (s Schedule) before(t time.Time) time.Time { return t.UTC().Truncate(s.period()) }

// after returns the first time of the schedule after t.
func (s Schedule) after(t time.Time) time.Time { return s.before(t).Add(s.period()) }

const (
	// settleFor is how long after its time a run begins, so that what is committed late is in it.
	settleFor = 2 * time.Minute
	// spreadOver is the time over which the runs of all exports of a schedule begin.
	spreadOver = 3 * time.Minute
)

// schedule sets the next run to the first time of the schedule after t.
func (e *Export) schedule(t time.Time) {
	next := e.Schedule.after(t)
	e.NextAsOf = db.Micros(next)
	e.NextRunAt = db.Micros(next.Add(settleFor + rand.N(spreadOver)))
}
