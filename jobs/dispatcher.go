package jobs

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/crash"
	"socialdata/models"
	"socialdata/models/work"
)

const (
	// workGap is the least wait between looks that nothing wakes: what is due may be more than may run.
	workGap = 250 * time.Millisecond
	// settleWithin bounds the statements that end a run.
	settleWithin = 5 * time.Second
	// drainWithin is how long runs may go on when the process stops.
	drainWithin = 8 * time.Second
)

// handler does one piece of work and returns its outcome.
type handler func(ctx context.Context, j *work.Job) work.Outcome

// dispatcher runs the work of all kinds that a process has handlers for: it claims as much as it has free slots, renews the
// leases and writes the outcomes. A failed claim or run does not stop the others.
type dispatcher struct {
	store *models.Store
	log   *slog.Logger
	tally *tally
	bell  bell
	every time.Duration      // the longest wait between looks
	cut   context.CancelFunc // cancels all runs
	ctx   context.Context    // of all runs

	mu       sync.Mutex
	handlers map[work.Kind]handler
	slots    map[work.Kind]int
	busy     map[work.Kind]int
	runs     sync.WaitGroup // and the loop that starts them
}

func newDispatcher(store *models.Store, t *tally, log *slog.Logger) *dispatcher {
	d := &dispatcher{store: store, tally: t, log: log, bell: newBell(), every: lookEvery, handlers: map[work.Kind]handler{}, slots: map[work.Kind]int{}, busy: map[work.Kind]int{}}
	d.ctx, d.cut = context.WithCancel(context.Background())
	return d
}

// handle registers a handler for a kind, with at most so many runs at once. Call it before run.
func (d *dispatcher) handle(kind work.Kind, slots int, h handler) {
	d.handlers[kind], d.slots[kind] = h, max(1, slots)
}

// run claims work until the context ends.
func (d *dispatcher) run(ctx context.Context) {
	for ctx.Err() == nil {
		var next time.Duration
		if err := crash.Call(func() (err error) { next, err = d.look(ctx); return err }); err != nil && ctx.Err() == nil {
			d.log.Warn("work waits", "cause", apierror.Redact(err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(workGap, min(next, d.every))):
		case <-d.bell:
		}
	}
}

// look claims due work of every kind that has free slots, and starts it. It returns how long it is until other work is due; 0 if that
// is not known.
func (d *dispatcher) look(ctx context.Context) (next time.Duration, err error) {
	free := d.free()
	due, next, err := d.store.Work.Due(ctx, slices.Collect(maps.Keys(free)))
	if err != nil {
		return 0, err
	}
	if len(due) > 0 {
		next = 0 // some of it may be left
	}
	var errs []error
	for _, kind := range due {
		list, err := d.store.Work.Claim(ctx, kind, free[kind])
		errs = append(errs, err)
		for n := range list {
			d.begin(&list[n])
		}
	}
	return next, errors.Join(errs...)
}

// free returns the kinds that have free slots, and how many.
func (d *dispatcher) free() map[work.Kind]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	free := map[work.Kind]int{}
	for kind, slots := range d.slots {
		if n := slots - d.busy[kind]; n > 0 {
			free[kind] = n
		}
	}
	return free
}

// begin runs a job in the background.
func (d *dispatcher) begin(j *work.Job) {
	d.count(j.Kind, 1)
	d.runs.Go(func() {
		defer d.bell.ring() // another job may have waited for the slot
		defer d.count(j.Kind, -1)
		o := runJob(d.ctx, d.store, j, d.handlers[j.Kind])
		if o.Failed() {
			d.log.Warn("work failed", "kind", j.Kind, "key", j.Key, "attempt", j.Attempt, "cause", apierror.Redact(o.Err()))
		}
		d.tally.ended(j.Kind, o)
	})
}

func (d *dispatcher) count(kind work.Kind, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy[kind] += n
}

// drain waits up to drainWithin for the runs, cancels those that are left, and waits for them.
func (d *dispatcher) drain() {
	ended := make(chan struct{})
	go func() { d.runs.Wait(); close(ended) }()
	for _, within := range []time.Duration{drainWithin, settleWithin} {
		select {
		case <-ended:
			d.cut()
			return
		case <-time.After(within):
			d.cut()
		}
	}
}

// runJob does one piece of work within its deadline, renews its lease meanwhile and writes its outcome. If a handler fails because
// the worker stops, the job is handed back, and another worker may begin at once.
func runJob(ctx context.Context, store *models.Store, j *work.Job, h handler) (o work.Outcome) {
	run, cancel := context.WithTimeout(ctx, j.Kind.Terms().Deadline)
	defer cancel()
	var renewal sync.WaitGroup
	kept := lease{work.Lease / 3, work.Lease, func(ctx context.Context) error { return store.Work.Renew(ctx, j) }, work.ErrLeaseLost}
	renewal.Go(func() { kept.keep(run, cancel) })
	if err := crash.Call(func() error { o = h(run, j); return nil }); err != nil {
		o = work.Failed(err)
	}
	cancel()
	renewal.Wait()
	if o.Failed() && ctx.Err() != nil {
		o = work.HandBack(o.Err())
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	switch err := store.Work.Settle(after, j, o); {
	case errors.Is(err, work.ErrLeaseLost):
		o = work.Settled() // its new holder writes the outcome
	case err != nil: // its lease expires, and it is done again
		o = work.Failed(errors.Join(err, o.Err()))
	}
	return o
}
