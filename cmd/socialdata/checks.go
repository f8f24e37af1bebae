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

// stalledAfter is how long imports may wait without progress of any running one before a warning.
const stalledAfter = 2 * time.Minute

// checks returns the checks of /readyz. Workers require the queue, the web does not. Imports that wait without progress
// only degrade the process, because the cause may be in other processes.
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

// diskTakesWrites fails if the database or the data directory accepts no writes. Reads may work for a long time on a full disk.
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

// maxAhead is how far this process's clock may be ahead of the database's: otherwise observations would be served for
// too long, and other workers' leases would be taken over too early.
const maxAhead = 10 * time.Second

// clockAgrees fails if this process's clock is ahead by more than maxAhead. A smaller difference is corrected, so that
// times written by all processes are in order.
func (p *program) clockAgrees(ctx context.Context) error {
	ahead, err := p.store.ClockAhead(ctx)
	switch {
	case err != nil:
		return err
	case ahead > maxAhead:
		return fmt.Errorf("the clock of this process is %v ahead of the database's", ahead.Round(time.Second))
	case p.cfg.clock == nil:
		p.store.FollowClock(ahead)
	}
	return nil
}

// watchClock logs once a minute if this process's clock is ahead.
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

// importsMove fails while imports wait and none makes progress.
func (p *program) importsMove(ctx context.Context) error {
	stalled, err := p.store.ImportsStalled(ctx)
	if err == nil && stalled > stalledAfter {
		err = fmt.Errorf("no running import has moved for %v", stalled.Round(time.Second))
	}
	return err
}

// rememberFor is how long the result of an expensive check is used.
const rememberFor = 5 * time.Second

// cacheCheck runs a check at most every few seconds, because /readyz is public. Concurrent callers wait for one run.
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
