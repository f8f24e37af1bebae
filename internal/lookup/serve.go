package lookup

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/observations"
)

// incompleteLife is how long an observation is served that lacks the answer of a throttled further request. After that
// it is only served if a newer fetch fails.
const incompleteLife = 15 * time.Minute

// serve answers a query and calls the observer.
func (s *Service) serve(ctx context.Context, q query) (r *Result, err error) {
	defer apierror.Annotate(&err, "lookup %s(%s)", q.op, q.subject)
	r, err = s.answer(sources.WithTenant(ctx, q.workspace), &q)
	if r != nil {
		r.Subject = naturalIDOf(q.op, q.subject)
	}
	s.countLookup(q.platform, q.op, r, err)
	return r, err
}

// Answer answers a lookup of any operation. Errors are catalogue errors and free of charge.
func (s *Service) Answer(ctx context.Context, r Request) (*Result, error) {
	q, err := r.query(ctx, s)
	if err != nil {
		return nil, err
	}
	return s.serve(ctx, q)
}

// answer returns a stored observation that is fresh enough, or fetches one.
func (s *Service) answer(ctx context.Context, q *query) (*Result, error) {
	start := s.now()
	if q.admit != nil {
		if err := q.admit(ctx); err != nil {
			return nil, err
		}
	}
	if err := q.resolve(ctx); err != nil {
		return nil, err
	}
	r, err := s.serveIfStored(ctx, q)
	if r == nil && err == nil {
		r, err = s.fetchFresh(ctx, q)
	}
	return finish(r, start, s.now()), err
}

// fetchFresh fetches an observation; if that fails, it serves a stored incomplete one.
func (s *Service) fetchFresh(ctx context.Context, q *query) (*Result, error) {
	release, err := s.reserve(ctx, q)
	if err != nil {
		return nil, err
	}
	defer release()
	r, err := s.fetchShared(ctx, q)
	if err != nil && isSourceError(err) {
		r, err = s.incompleteOr(ctx, q, err)
	}
	return r, err
}

func finish(r *Result, start, end time.Time) *Result {
	if r != nil {
		r.Timings.Total = end.Sub(start)
	}
	return r
}

// serveIfStored returns nil if nothing stored is fresh enough.
func (s *Service) serveIfStored(ctx context.Context, q *query) (*Result, error) {
	if q.maxAge == 0 {
		return nil, nil
	}
	o, err := s.find(ctx, q, s.now().Add(-q.maxAge))
	if o == nil || err != nil || s.isOutdated(&o.Observation) {
		return nil, err
	}
	return s.serveStored(ctx, q, o)
}

// incompleteOr serves a stored incomplete observation if there is one, else it returns failure.
func (s *Service) incompleteOr(ctx context.Context, q *query, failure error) (*Result, error) {
	if q.maxAge == 0 {
		return nil, failure
	}
	o, err := s.find(ctx, q, s.now().Add(-q.maxAge))
	if o == nil || err != nil {
		return nil, failure
	}
	return s.serveStored(ctx, q, o)
}

// find returns the newest observation made at or after since, under the subject as known by now.
func (s *Service) find(ctx context.Context, q *query, since time.Time) (*observations.Stored, error) {
	if err := q.resolve(ctx); err != nil {
		return nil, err
	}
	return s.store.Observations.FindStored(ctx, q.workspace, q.subject, q.variant, since)
}

// isOutdated reports whether an incomplete observation is too old to be served without a new fetch.
func (s *Service) isOutdated(o *observations.Observation) bool {
	return o.Incomplete && s.now().Sub(o.Time()) > incompleteLife
}

func (s *Service) serveStored(ctx context.Context, q *query, o *observations.Stored) (*Result, error) {
	v, err := q.view(ctx, &o.Observation)
	if err != nil {
		return nil, err
	}
	v.warnings = s.warningsFor(o.RouteID, q.op, v.body)
	begun := s.now()
	o.About = v.about
	receipt, err := s.store.Observations.ChargeStored(ctx, q.workspace, q.by, o, s.price(q.op, v))
	if err != nil {
		return nil, err
	}
	r := &Result{Body: v.render(&o.Observation, true, receipt.Usage, v.buffer()), Receipt: receipt, Incomplete: o.Incomplete,
		route: o.RouteID, cached: true}
	if receipt.Usage.CreditsCharged > 0 {
		r.Timings.Persist = s.now().Sub(begun)
	}
	return r, nil
}
