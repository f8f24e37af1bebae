package work

import (
	"math/rand/v2"
	"time"
)

// Kind is a kind of work.
type Kind string

// The kinds of work. Endpoints whose last attempt failed have a kind of their own, so that they never delay healthy ones.
const (
	Repair            Kind = "repair"
	Housekeeping      Kind = "housekeeping"
	AlertMails        Kind = "alert_mails"
	Timestamps        Kind = "timestamps"
	Watches           Kind = "watches"
	Deliveries        Kind = "deliveries"
	FailingDeliveries Kind = "deliveries_failing"
	Reruns            Kind = "reruns"
	Mendings          Kind = "mendings"
	Changes           Kind = "changes"
	Digests           Kind = "digests"
	Rollouts          Kind = "rollouts"
	Exports           Kind = "exports"
)

// Terms are the rules for all work of a kind. How much runs at once in a process is set there.
type Terms struct {
	Waits     []time.Duration // before each further run after a failure, varied by up to a fifth
	GivesUp   bool            // after the last wait; otherwise the last wait repeats
	PerTenant int             // runs of one workspace at once, over all processes; 0: any number
	Deadline  time.Duration   // of one run
}

// Lease is how long a claim lasts unless the worker renews it; then another worker may take over.
const Lease = 30 * time.Second

// terms is the only table of waits and bounds.
var terms = map[Kind]Terms{
	Repair:            {Waits: []time.Duration{10 * time.Second}, Deadline: 30 * time.Second},
	Housekeeping:      {Waits: []time.Duration{time.Minute}, Deadline: time.Hour},
	AlertMails:        {Waits: []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}, GivesUp: true, Deadline: time.Minute},
	Timestamps:        {Waits: doubling(time.Minute, 6*time.Hour), Deadline: time.Minute},
	Watches:           {Waits: []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute}, PerTenant: 4, Deadline: 10 * time.Minute},
	Deliveries:        {Waits: []time.Duration{5 * time.Second, time.Minute}, Deadline: time.Minute},
	FailingDeliveries: {Waits: []time.Duration{5 * time.Second, time.Minute}, Deadline: time.Minute},
	Reruns:            {Waits: []time.Duration{5 * time.Second, time.Minute}, PerTenant: 4, Deadline: time.Minute},
	Mendings:          {Waits: []time.Duration{5 * time.Second, time.Minute}, Deadline: time.Minute},
	Digests:           {Waits: []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}, Deadline: time.Minute},
	Changes:           {Waits: []time.Duration{5 * time.Second, time.Minute}, PerTenant: 2, Deadline: time.Minute},
	Rollouts:          {Waits: []time.Duration{5 * time.Second, time.Minute}, Deadline: 10 * time.Minute},
	Exports:           {Waits: []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}, PerTenant: 1, Deadline: 30 * time.Minute},
}

// Kinds lists every Kind once.
func Kinds() []Kind {
	return []Kind{Repair, Housekeeping, AlertMails, Timestamps, Watches, Deliveries, FailingDeliveries, Reruns, Mendings, Changes, Digests, Rollouts, Exports}
}

// Terms returns the rules of the kind.
func (k Kind) Terms() Terms { return terms[k] }

// doubling returns waits from first on, each twice the one before, up to last.
func doubling(first, last time.Duration) (waits []time.Duration) {
	for ; first < last; first *= 2 {
		waits = append(waits, first)
	}
	return append(waits, last)
}

// wait returns the pause after a number of failed runs; ok is false if the work is given up.
func (t Terms) wait(attempt int64) (d time.Duration, ok bool) {
	n := len(t.Waits)
	if attempt > int64(n) && t.GivesUp {
		return 0, false
	}
	d = t.Waits[min(max(attempt, 1), int64(n))-1]
	return time.Duration((0.8 + 0.4*rand.Float64()) * float64(d)), true
}
