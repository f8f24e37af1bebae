package lookup

import (
	"context"
	"time"

	"socialdata/internal/crash"
	"socialdata/models/db"
	"socialdata/models/observations"
)

// How often a process checks whether another process's fetch has ended.
const (
	leasePollFirst = 20 * time.Millisecond
	leasePollMost  = 250 * time.Millisecond
)

// fetchLease is the right of this process to fetch a query. If the database cannot be reached, the process fetches
// without one: the lease only avoids duplicate fetches, so its failure must not fail the lookup.
type fetchLease struct {
	release  func()
	waited   bool  // another process fetched the query before
	newest   int64 // when the subject was last observed, in microseconds; 0 if never
	unshared bool  // the database could not be reached, so newest is unknown
}

// acquireLease waits until no other process fetches the query, and holds it until release.
func (s *Service) acquireLease(ctx context.Context, q *query) (l fetchLease, err error) {
	holder, pause := db.NewID(), leasePollFirst
	for {
		claim, err := s.store.Observations.ClaimFetch(ctx, q.key(), holder, q.subject, q.variant)
		switch {
		case ctx.Err() != nil:
			return l, context.Cause(ctx)
		case err != nil:
			return s.fetchAlone(ctx, l, err), nil
		case claim.Claimed:
			l.release, l.newest = s.renewLease(ctx, q.key(), holder), claim.ObservedAt
			return l, nil
		}
		l.waited = true
		for held := true; held; pause = min(2*pause, leasePollMost) {
			select {
			case <-ctx.Done():
				return l, context.Cause(ctx)
			case <-time.After(pause):
			}
			if held, err = s.store.Observations.FetchHeld(ctx, q.key()); err != nil && ctx.Err() == nil {
				return s.fetchAlone(ctx, l, err), nil
			}
		}
	}
}

// fetchAlone returns a lease for a process that cannot reach the database.
func (s *Service) fetchAlone(ctx context.Context, l fetchLease, cause error) fetchLease {
	s.log.WarnContext(ctx, "fetches are not shared between processes", "cause", cause)
	l.release, l.unshared = func() {}, true
	return l
}

// renewLease renews a lease until release is called.
func (s *Service) renewLease(ctx context.Context, query, holder string) (release func()) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		var err error
		defer func() {
			if err != nil {
				s.log.ErrorContext(ctx, "a lease is no longer renewed", "cause", err)
			}
		}()
		defer crash.Recover(&err)
		tick := time.NewTicker(observations.FetchLeaseRenewal)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				_ = s.store.Observations.RenewFetch(ctx, query, holder) // if it fails, another process may fetch as well
			}
		}
	}()
	return func() {
		stop()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), observations.FetchLeaseTime)
		defer cancel()
		if err := s.store.Observations.ReleaseFetch(ctx, query, holder); err != nil {
			s.log.WarnContext(ctx, "a fetch was not released", "cause", err)
		}
	}
}
