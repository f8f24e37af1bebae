package lookup

import (
	"context"
	"time"

	"socialdata/internal/sources"
	"socialdata/models"
)

// serve answers a query and tells who watches.
func (s *Service) serve(ctx context.Context, q query) (*Result, error) {
	r, err := s.answer(ctx, q)
	s.looked(q.platform, q.op, r, err)
	return r, err
}

// answer is a stored observation that is fresh enough, else a live one.
func (s *Service) answer(ctx context.Context, q query) (*Result, error) {
	start := s.now()
	if r, err := s.stored(ctx, q); r != nil || err != nil {
		return finish(r, start, s.now()), err
	}
	if err := s.store.CanPay(ctx, q.workspace, 1); err != nil {
		return nil, err
	}
	r, err := s.live(ctx, q)
	if err != nil {
		return nil, err
	}
	return finish(r, start, s.now()), nil
}

func finish(r *Result, start, end time.Time) *Result {
	if r != nil {
		r.Timings.Total = end.Sub(start)
	}
	return r
}

// stored is nil, nil when nothing stored is fresh enough.
func (s *Service) stored(ctx context.Context, q query) (*Result, error) {
	if q.maxAge == 0 {
		return nil, nil
	}
	o, err := s.store.FindStored(ctx, q.workspace, q.subject, q.captions, s.now().Add(-q.maxAge))
	if o == nil || err != nil {
		return nil, err
	}
	v, err := q.view(ctx, &o.Observation)
	if err != nil {
		return nil, err
	}
	begun := s.now()
	receipt, err := s.store.ServeStored(ctx, q.workspace, o, v.free)
	if err != nil {
		return nil, err
	}
	r := &Result{Body: v.render(&o.Observation, true, receipt.Usage, v.room()), Receipt: receipt, route: o.RouteID, cached: true}
	if receipt.Usage.CreditsCharged > 0 {
		r.Timings.Persist = s.now().Sub(begun)
	}
	return r, nil
}

// flight is what callers of equal queries share. observation is nil when, on a second look, the store had one that is
// fresh enough: another flight ended between the first look and this one.
type flight struct {
	observation *models.Observation
	fetch       time.Duration
}

// live fetches, or joins the fetch of an equal query. The one who fetches records and charges before the flight ends,
// so that a query which comes a moment later finds the observation in the store. Neither is tied to one caller's
// patience: others may be waiting for it.
func (s *Service) live(ctx context.Context, q query) (*Result, error) {
	var mine *Result
	var mineErr error
	shared := s.flights.DoChan(q.key(), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.budget)
		defer cancel()
		f, err := s.fly(ctx, q)
		if err == nil && f.observation != nil {
			mine, mineErr = s.settle(ctx, q, f)
		}
		return f, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case done := <-shared:
		if done.Err != nil {
			return nil, done.Err
		}
		f := done.Val.(*flight)
		switch {
		case mine != nil || mineErr != nil:
			return mine, mineErr
		case f.observation == nil:
			return s.stored(ctx, q)
		}
		return s.settle(ctx, q, f)
	}
}

func (s *Service) fly(ctx context.Context, q query) (*flight, error) {
	if q.maxAge > 0 {
		o, err := s.store.FindStored(ctx, q.workspace, q.subject, q.captions, s.now().Add(-q.maxAge))
		if err != nil || o != nil {
			return &flight{}, err
		}
	}
	begun := s.now()
	a, route, err := s.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return &flight{fetch: s.now().Sub(begun), observation: s.observation(q, a, route)}, nil
}

// observation is what is kept of an answer.
func (s *Service) observation(q query, a *answer, route sources.Route) *models.Observation {
	return &models.Observation{
		Subject: q.subject, Variant: q.variant(), ID: models.NewID(), ObservedAt: s.now().UnixMicro(),
		RouteID: route.ID, Version: route.ContractVersion, Counts: a.counts, Rows: a.rows, Body: a.body, BodyFull: a.full, Next: a.next,
	}
}

// settle records, charges and renders for one caller.
func (s *Service) settle(ctx context.Context, q query, f *flight) (*Result, error) {
	v, err := q.view(ctx, f.observation)
	if err != nil {
		return nil, err
	}
	begun := s.now()
	receipt, err := s.store.ServeLive(ctx, q.workspace, f.observation, v.free)
	if err != nil {
		return nil, err
	}
	return &Result{Body: v.render(f.observation, false, receipt.Usage, v.room()), Receipt: receipt, route: f.observation.RouteID,
		Timings: Timings{Fetch: f.fetch, Persist: s.now().Sub(begun)}}, nil
}
