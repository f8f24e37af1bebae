package lookup

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"socialdata/internal/apierror"
	"socialdata/internal/crash"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/observations"
)

// sharedFetch is the result that callers of equal queries share. observation is nil if the leading caller found a fresh
// enough observation in the store after all, because another fetch ended between its two reads.
type sharedFetch struct {
	observation *observations.Observation
	recorded    bool // in the store, by this or another process
	took        time.Duration
}

// fetchShared fetches, or joins the running fetch of an equal query. If that ends with a stored observation that is too
// old for this caller, the caller leads or joins the next fetch.
func (s *Service) fetchShared(ctx context.Context, q *query) (*Result, error) {
	for {
		r, err := s.joinFetch(ctx, q)
		if r != nil || err != nil {
			return r, err
		}
	}
}

// joinFetch returns nil if the fetch that it joined has nothing fresh enough for q. The leading caller records and
// charges before the fetch ends, so that later equal queries find the observation in the store. Fetch and charge do not
// end with a caller's context, because other callers may be waiting. If the leading caller leaves before it is charged,
// or cannot be charged, the observation is still stored for the others and for a retry.
func (s *Service) joinFetch(ctx context.Context, q *query) (*Result, error) {
	var mine leaderCharge
	done := s.fetches.DoChan(q.key(), func() (_ any, err error) {
		defer crash.Recover(&err)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.budget)
		defer cancel()
		f, err := s.doFetch(ctx, q, func(f *sharedFetch) {
			if !mine.begin() {
				s.keep(ctx, f)
				return
			}
			if mine.result, mine.err = s.recordAndCharge(ctx, q, f); mine.err != nil {
				s.keep(ctx, f)
			}
		})
		return f, err
	})
	waiting, stop := q.patience(ctx)
	defer stop()
	var got singleflight.Result
	select {
	case got = <-done:
	case <-waiting.Done():
		if mine.abandon() {
			return nil, s.timedOut(q, waiting.Err())
		}
		got = <-done // the charge has begun, and what is paid must be served
	}
	if got.Err != nil {
		return nil, s.timedOut(q, got.Err)
	}
	f := got.Val.(*sharedFetch)
	switch {
	case mine.result != nil || mine.err != nil:
		return mine.result, mine.err
	case f.observation == nil:
		return s.serveIfStored(ctx, q)
	}
	joined := *f // a copy: other callers share f
	return s.recordAndCharge(ctx, q, &joined)
}

// patience returns the context in which a caller waits for the platform.
func (q *query) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	if q.until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, q.until)
}

// leaderCharge is the charge of the caller who leads a fetch. Either it begins, or it is abandoned because the caller left.
type leaderCharge struct {
	decided atomic.Bool
	result  *Result
	err     error
}

func (c *leaderCharge) begin() bool   { return c.decided.CompareAndSwap(false, true) }
func (c *leaderCharge) abandon() bool { return c.decided.CompareAndSwap(false, true) }

// keep stores an observation whose caller left or cannot pay. If that fails, the next caller who is charged stores it.
func (s *Service) keep(ctx context.Context, f *sharedFetch) {
	if f.recorded {
		return
	}
	err := s.store.Observations.Observe(ctx, f.observation)
	if f.recorded = err == nil; err != nil {
		s.log.WarnContext(ctx, "what was fetched for a caller who left or cannot pay was not kept", "cause", err)
	}
}

// timedOut returns network_timeout for a deadline that passed while waiting for a platform; any other error is unchanged.
func (s *Service) timedOut(q *query, err error) error {
	if !apierror.PastDeadline(err) {
		return err
	}
	waited := s.budget
	if !q.until.IsZero() && !time.Now().Before(q.until) {
		waited = s.batchTime
	}
	return apierror.Wrap(err, apierror.CodeNetworkTimeout, "platform", q.platform, "routeId", nil, "timeoutMs", waited.Milliseconds())
}

// doFetch calls the platform, unless another process is already fetching the query: then it waits and uses that result.
// It calls charge before it releases the lease.
func (s *Service) doFetch(ctx context.Context, q *query, charge func(*sharedFetch)) (*sharedFetch, error) {
	asked := s.now()
	lease, err := s.acquireLease(ctx, q)
	if err != nil {
		return nil, err
	}
	defer lease.release()
	if f, err := s.findRecorded(ctx, q, asked, lease); f != nil || err != nil {
		if f != nil && f.observation != nil {
			charge(f)
		}
		return f, err
	}
	a, route, err := s.fetchFromRoutes(ctx, *q)
	if err != nil {
		return nil, err
	}
	f := &sharedFetch{took: s.now().Sub(asked), observation: s.observation(*q, a, route)}
	charge(f)
	s.countFills(route, q.op, a)
	return f, nil
}

// findRecorded returns an observation recorded since the caller's first read; nil if the platform has to be called. What
// another process fetched while this one waited counts as this caller's own fetch. Claiming the lease has already read
// when the query's subject was last observed, so a second statement is only needed if that is recent enough, or if the
// query's account may have become known by another subject in the meantime.
func (s *Service) findRecorded(ctx context.Context, q *query, asked time.Time, l fetchLease) (*sharedFetch, error) {
	find := func(since time.Time) (*observations.Stored, error) {
		if q.rename == nil && !l.unshared && l.newest < since.UnixMicro() {
			return nil, nil
		}
		return s.find(ctx, q, since)
	}
	if l.waited {
		o, err := find(asked)
		if err != nil {
			return nil, err
		}
		if o != nil {
			return &sharedFetch{observation: &o.Observation, recorded: true, took: s.now().Sub(asked)}, nil
		}
	}
	if q.maxAge == 0 {
		return nil, nil
	}
	o, err := find(s.now().Add(-q.maxAge))
	if err != nil || o == nil || s.isOutdated(&o.Observation) {
		return nil, err
	}
	return &sharedFetch{}, nil
}

// observation converts an answer to the observation that is stored.
func (s *Service) observation(q query, a *answer, route sources.Route) *observations.Observation {
	subject := q.subject
	if a.subject != "" {
		subject = a.subject
	}
	return &observations.Observation{
		Subject: subject, Variant: q.variant, ID: db.NewID(), ObservedAt: s.now().UnixMicro(),
		RouteID: route.ID, Version: route.ContractVersion, Counts: a.counts, Rows: a.rows, Body: a.body, BodyFull: a.full, Next: a.next,
		Incomplete: a.incomplete, Names: a.names,
	}
}

// recordAndCharge stores what was fetched, charges one caller and renders the result.
func (s *Service) recordAndCharge(ctx context.Context, q *query, f *sharedFetch) (*Result, error) {
	v, err := q.view(ctx, f.observation)
	if err != nil {
		return nil, err
	}
	v.warnings = s.warningsFor(f.observation.RouteID, q.op, v.body)
	s.reserved.charging(q)
	begun := s.now()
	serve := s.store.Observations.RecordAndCharge
	if f.recorded {
		serve = s.store.Observations.ChargeShared
	}
	of := *f.observation // callers who asked for it by different names share it
	of.About = v.about
	receipt, err := serve(ctx, q.workspace, q.by, &of, s.price(q.op, v))
	if err != nil {
		return nil, err
	}
	f.recorded = true
	return &Result{Body: v.render(f.observation, false, receipt.Usage, v.buffer()), Receipt: receipt, route: f.observation.RouteID,
		Incomplete: f.observation.Incomplete, Timings: Timings{Fetch: f.took, Persist: s.now().Sub(begun)}}, nil
}
