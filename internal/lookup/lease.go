package lookup

import (
	"context"
	"time"

	"socialdata/models"
)

// How often a process looks whether another one's fetch has ended.
const (
	leasePollFirst = 20 * time.Millisecond
	leasePollMost  = 250 * time.Millisecond
)

// fetchLease is the right of this process to fetch a query, or nothing where the database could not be asked: sharing
// spares a fetch, its failure must not cost an answer.
type fetchLease struct {
	release func()
}

// lease waits until no other process fetches the query, and holds it until release. waited says that one did.
func (s *Service) lease(ctx context.Context, query string) (l fetchLease, waited bool, err error) {
	holder, pause := models.NewID(), leasePollFirst
	for {
		claimed, err := s.store.ClaimFetch(ctx, query, holder)
		switch {
		case ctx.Err() != nil:
			return l, waited, context.Cause(ctx)
		case err != nil:
			s.log.WarnContext(ctx, "fetches are not shared between processes", "cause", err)
			return fetchLease{release: func() {}}, waited, nil
		case claimed:
			return s.hold(ctx, query, holder), waited, nil
		}
		waited = true
		for held := true; held; pause = min(2*pause, leasePollMost) {
			select {
			case <-ctx.Done():
				return l, waited, context.Cause(ctx)
			case <-time.After(pause):
			}
			if held, err = s.store.FetchHeld(ctx, query); err != nil {
				return l, waited, err
			}
		}
	}
}

// hold renews a lease until it is released.
func (s *Service) hold(ctx context.Context, query, holder string) fetchLease {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		tick := time.NewTicker(models.FetchLeaseRenewal)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_ = s.store.RenewFetch(ctx, query, holder) // without it another process fetches, too
			}
		}
	}()
	return fetchLease{release: func() {
		stop()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), models.FetchLeaseTime)
		defer cancel()
		if err := s.store.ReleaseFetch(ctx, query, holder); err != nil {
			s.log.WarnContext(ctx, "a fetch was not released", "cause", err)
		}
	}}
}
