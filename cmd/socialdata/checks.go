package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"socialdata/jobs"
	"socialdata/web"
)

// stalledAfter is how long imports may wait without a running one moving before that is said.
const stalledAfter = 2 * time.Minute

// checks are what /readyz asks. Workers cannot do without the queue; the web can. Imports that wait while no worker gets
// on degrade whoever is asked, because only other processes may be at fault.
func (p *program) checks(worker bool) []web.Check {
	return []web.Check{
		{Name: "database", Vital: true, Ask: p.store.Ping},
		{Name: "blobs", Vital: true, Ask: p.room.Blobs.Ready},
		{Name: "queue", Vital: worker, Ask: jobs.Ping(p.redis)},
		{Name: "imports", Ask: remembered(p.importsMove)},
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

// remembered asks at most every few seconds: /readyz is open to everybody. One caller asks, the others wait for it.
func remembered(ask func(context.Context) error) func(context.Context) error {
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
