package main

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/models/accounts"
	"socialdata/web"
)

// testDay is the test site of one day.
type testDay struct {
	name    string
	ready   chan struct{} // closed when it was built, or failed to be
	err     error
	p       *program
	server  *web.Server
	known   sync.Map // keys that its store knows, by id
	running sync.WaitGroup
	failed  time.Time

	stop  func() // ends what waits and what works
	close func() // stops, waits for a bounded time and closes the store
}

// startTestDay builds the site of a day in the background.
func startTestDay(real *program, name string) *testDay {
	d := &testDay{name: name, ready: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	d.stop = sync.OnceFunc(func() {
		cancel()
		go real.guard("test keys", func() {
			<-d.ready
			if d.server != nil {
				stopping, cancel := context.WithTimeout(context.Background(), drain)
				defer cancel()
				_ = d.server.Shutdown(stopping)
			}
		})
	})
	d.close = sync.OnceFunc(func() {
		d.stop()
		<-d.ready
		d.drain()
		if d.p != nil {
			if err := d.p.close(); err != nil {
				real.log.Warn("the store of test keys was not closed", "cause", err)
			}
		}
	})
	go real.guard("test keys", func() {
		defer close(d.ready)
		d.err, d.failed = errors.New("the start crashed"), time.Now()
		if d.err = d.start(ctx, real); d.err != nil {
			real.log.Error("what answers test keys did not start", "cause", d.err)
		}
	})
	return d
}

// drain waits for a bounded time until nothing of the day runs.
func (d *testDay) drain() {
	ended := make(chan struct{})
	go func() { d.running.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(drain):
	}
}

// failedFor reports whether the day could not be built, longer than some time ago.
func (d *testDay) failedFor(wait time.Duration) bool {
	select {
	case <-d.ready:
		return d.err != nil && time.Since(d.failed) > wait
	default:
		return false
	}
}

// represent makes the day's store know a key as it is now.
func (d *testDay) represent(ctx context.Context, k accounts.APIKey, known string) error {
	if before, ok := d.known.Load(k.ID); ok && accounts.SameTestKey(before.(accounts.APIKey), k) {
		return nil
	}
	if err := d.p.store.Accounts.Represent(ctx, k, known); err != nil {
		return err
	}
	d.known.Store(k.ID, k)
	return nil
}

// start builds the site and begins its work.
func (d *testDay) start(ctx context.Context, real *program) error {
	within, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cfg, err := real.testConfig(within, d.name)
	if err != nil {
		return err
	}
	platforms := simulator.New()
	platforms.Follow(real.store.Now)
	stop, err := cfg.simulate(http.Handler(platforms))
	if err != nil {
		return err
	}
	p := &program{cfg: cfg, log: real.log.With("testKeys", true), unreadable: real.unreadable, traced: real.traced,
		closers: []func() error{func() error { stop(); return nil }}}
	if err := p.open(within); err != nil {
		return errors.Join(err, p.close())
	}
	if d.server, err = p.web(); err != nil {
		return errors.Join(err, p.close())
	}
	d.p = p
	for name, run := range map[string]func(context.Context){"work of test keys": p.work, "requests of test keys": p.requests.Run} {
		d.running.Go(func() { p.guard(name, func() { run(ctx) }) })
	}
	return nil
}
