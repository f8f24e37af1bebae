package work

import (
	"math/rand/v2"
	"time"
)

// Kind says what is to be done.
type Kind string

// The kinds of work. Endpoints whose last attempt failed have a kind of their own, so that they take no place of those that work.
const (
	Repair            Kind = "repair"
	Housekeeping      Kind = "housekeeping"
	AlertMails        Kind = "alert_mails"
	Timestamps        Kind = "timestamps"
	Watches           Kind = "watches"
	Deliveries        Kind = "deliveries"
	FailingDeliveries Kind = "deliveries_failing"
)

// Terms are what holds for all work of a kind. How much of it runs at once in a process is for the process to say.
type Terms struct {
	Waits     []time.Duration // before a run that follows one that failed, each spread by a fifth
	GivesUp   bool            // after the last wait; else it is waited for again and again
	PerTenant int             // of a workspace at once, over all processes; 0: any number
	Deadline  time.Duration   // of one run
}

// Lease is how long a worker may show no sign of life before another one takes its work over. The worker renews it.
const Lease = 30 * time.Second

// terms is the one table of waits and bounds.
var terms = map[Kind]Terms{
	Repair:            {Waits: []time.Duration{10 * time.Second}, Deadline: 30 * time.Second},
	Housekeeping:      {Waits: []time.Duration{time.Minute}, Deadline: time.Hour},
	AlertMails:        {Waits: []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}, GivesUp: true, Deadline: time.Minute},
	Timestamps:        {Waits: doubling(time.Minute, 6*time.Hour), Deadline: time.Minute},
	Watches:           {Waits: []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute}, PerTenant: 4, Deadline: 10 * time.Minute},
	Deliveries:        {Waits: []time.Duration{5 * time.Second, time.Minute}, Deadline: time.Minute},
	FailingDeliveries: {Waits: []time.Duration{5 * time.Second, time.Minute}, Deadline: time.Minute},
}

// Kinds lists every Kind once.
func Kinds() []Kind {
	return []Kind{Repair, Housekeeping, AlertMails, Timestamps, Watches, Deliveries, FailingDeliveries}
}

// Terms returns what holds for work of the kind.
func (k Kind) Terms() Terms { return terms[k] }

// doubling returns waits from first on, each twice the one before, up to last.
func doubling(first, last time.Duration) (waits []time.Duration) {
	for ; first < last; first *= 2 {
		waits = append(waits, first)
	}
	return append(waits, last)
}

// wait returns how long work waits after a number of runs that failed; ok is false if it is given up.
func (t Terms) wait(attempt int64) (d time.Duration, ok bool) {
	n := len(t.Waits)
	if attempt > int64(n) && t.GivesUp {
		return 0, false
	}
	d = t.Waits[min(max(attempt, 1), int64(n))-1]
	return time.Duration((0.8 + 0.4*rand.Float64()) * float64(d)), true
}
