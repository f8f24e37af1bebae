package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"socialdata/jobs"
	"socialdata/web"
)

// stalledAfter is how long imports may wait without a running one moving before that is said.
const stalledAfter = 2 * time.Minute

// checks are what /readyz asks. Workers cannot do without the queue; the web can. Imports that wait while no worker gets
// on only degrade the process, because the cause may be in other processes.
func (p *program) checks(worker bool) []web.Check {
	return []web.Check{
		{Name: "database", Vital: true, Ask: p.store.Ping},
		{Name: "disk", Vital: true, Ask: cacheCheck(p.diskTakesWrites)},
		{Name: "clock", Ask: cacheCheck(p.clockAgrees)},
		{Name: "blobs", Vital: true, Ask: p.media.Blobs.Ready},
		{Name: "queue", Vital: worker, Ask: jobs.Ping(p.redis)},
		{Name: "secrets", Ask: p.sealedOpen},
		{Name: "imports", Ask: cacheCheck(p.importsMove)},
	}
}

// probeBytes is the space that must be left on the disk.
const probeBytes = 64 << 10

// diskTakesWrites fails when the database or the data folder takes no writes: reading goes on for long on a full disk.
func (p *program) diskTakesWrites(ctx context.Context) error {
	if err := p.store.CanWrite(ctx); err != nil {
		return err
	}
	f, err := os.CreateTemp(p.cfg.DataDir, ".probe-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, probeBytes))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// maxAhead is how far this process's clock may be ahead of the database's: observations of the future would be served for
// too long, and leases would be taken from those who hold them.
const maxAhead = 10 * time.Second

// clockAgrees fails when this process's clock is ahead. A smaller difference is taken off, so that the database's clock
// orders what all processes write.
func (p *program) clockAgrees(ctx context.Context) error {
	ahead, err := p.store.ClockAhead(ctx)
	switch {
	case err != nil:
		return err
	case ahead > maxAhead:
		return fmt.Errorf("the clock of this process is %v ahead of the database's", ahead.Round(time.Second))
	case p.cfg.clock == nil:
		return p.store.FollowClock(ctx)
	}
	return nil
}

// watchClock says once a minute that this process's clock is ahead.
func (p *program) watchClock(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := p.clockAgrees(ctx); err != nil && ctx.Err() == nil {
			p.log.Error("the clocks do not agree: put this machine's right", "cause", err)
		}
	}
}

// importsMove fails while imports wait and no worker gets on.
func (p *program) importsMove(ctx context.Context) error {
	stalled, err := p.store.ImportsStalled(ctx)
	if err == nil && stalled > stalledAfter {
		err = fmt.Errorf("no running import has moved for %v", stalled.Round(time.Second))
	}
	return err
}

// rememberFor is how long the answer to a costly check holds.
const rememberFor = 5 * time.Second

// cacheCheck runs a check at most every few seconds, because /readyz is public. One caller runs it, the others wait.
func cacheCheck(ask func(context.Context) error) func(context.Context) error {
	var (
		mu    sync.Mutex
		last  error
		until time.Time
	)
	return func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if time.Now().Before(until) {
			return last
		}
		last = ask(ctx)
		until = time.Now().Add(rememberFor)
		return last
	}
}
