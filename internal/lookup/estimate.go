package lookup

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/imports"
	"socialdata/models/observations"
)

// Request is a lookup of any operation.
type Request interface {
	// query returns the query for the request, after every check that needs no platform. It stores nothing.
	query(ctx context.Context, s *Service) (query, error)
}

// Estimate is what a call would cost if it were made now.
type Estimate struct {
	Platform content.Platform
	Stored   bool // it would be served from a stored observation
	Lines    []billing.EstimatedCharge
	Balance  int64 // of the workspace, in credits
	Free     int64 // the part of the balance, and of the key's budget, that running fetches have not reserved
	Routes   []RouteNow

	keyLeft *int64 // left of the key's budget; nil: unlimited
}

// RouteNow is a route that could serve a call, with its state: enabled, degraded or disabled.
type RouteNow struct{ ID, State string }

// Price returns the minimum and maximum cost of a success, in credits.
func (e *Estimate) Price() (least, most int64) {
	for _, l := range e.Lines {
		least, most = least+l.Min, most+l.Max
	}
	return least, most
}

// Sufficient reports whether the workspace and the key can pay the maximum cost.
func (e *Estimate) Sufficient() bool {
	_, most := e.Price()
	return e.Free >= most
}

// Estimate returns what a lookup would cost. It makes the same checks as the lookup, but calls no platform and stores nothing.
func (s *Service) Estimate(ctx context.Context, r Request) (e *Estimate, err error) {
	q, err := r.query(Locally(ctx), s)
	if err != nil {
		return nil, err
	}
	defer apierror.Annotate(&err, "estimate %s(%s)", q.op, q.subject)
	if err := q.resolve(ctx); err != nil {
		return nil, err
	}
	if e, err = s.estimateOf(ctx, &q); err != nil {
		return nil, err
	}
	line, err := s.estimateServing(ctx, &q, e)
	e.Lines = []billing.EstimatedCharge{line}
	return e, err
}

// EstimateImport returns what an import would cost if it succeeds. ImportOf must have checked its link.
func (s *Service) EstimateImport(ctx context.Context, n imports.NewImport) (*Estimate, error) {
	q := &query{workspace: n.WorkspaceID, by: n.By, platform: n.Platform, op: sources.OpItem, media: n.MediaProfile != imports.ProfileNone}
	e, err := s.estimateOf(ctx, q)
	if err != nil {
		return nil, err
	}
	e.Lines, e.Free = s.store.Billing.Prices.EstimateImport(imports.PartsOf(n.MediaProfile, n.Transcript)), e.Balance
	if e.keyLeft != nil {
		e.Free = min(e.Free, *e.keyLeft)
	}
	return e, s.store.CanWrite(ctx)
}

// estimateOf fills in what all estimates contain.
func (s *Service) estimateOf(ctx context.Context, q *query) (*Estimate, error) {
	credits, err := s.store.Billing.Credits(ctx, q.workspace)
	if err != nil {
		return nil, err
	}
	routes, err := s.routesNow(ctx, q)
	e := &Estimate{Platform: q.platform, Routes: routes, Balance: credits.Balance, Free: credits.Balance - s.reserved.others(q.workspace, q.key())}
	if err != nil {
		return e, err
	}
	budget, err := s.store.Billing.KeyBudget(ctx, q.by)
	if err != nil {
		return nil, err
	}
	if bound, left := budget.Tightest(s.now()); bound != nil {
		e.keyLeft = &left
		e.Free = min(e.Free, left-s.reserved.others(q.by.KeyID, q.key()))
	}
	return e, nil
}

// routesNow returns the routes that could serve a query, in the order of calling. It returns an error if there is none.
func (s *Service) routesNow(ctx context.Context, q *query) ([]RouteNow, error) {
	refusing, err := s.store.RouteHealth.Refusing(ctx, string(q.operation()))
	if err != nil {
		return nil, err
	}
	var list []RouteNow
	for _, r := range s.routes {
		if !s.canServe(r, *q) {
			continue
		}
		now := RouteNow{ID: r.ID, State: "enabled"}
		if state, refuses := refusing[r.ID]; refuses {
			now.State = state
		}
		if s.disabled[r.ID] {
			now.State = "disabled"
		}
		list = append(list, now)
	}
	if len(list) == 0 {
		return nil, notServed(q.platform)
	}
	return list, nil
}

// notServed returns the error for a query that no route of its platform can serve.
func notServed(p content.Platform) error {
	return apierror.New(apierror.CodeUnsupportedObject, "platform", p, "reason", sources.ObjectNotSupported, "supported", []string{})
}

// estimateServing returns the line for a lookup's price, and sets in e whether a stored observation would be served.
func (s *Service) estimateServing(ctx context.Context, q *query, e *Estimate) (line billing.EstimatedCharge, err error) {
	var stored *observations.Stored
	if q.maxAge > 0 {
		if stored, err = s.find(ctx, q, s.now().Add(-q.maxAge)); err != nil {
			return line, err
		}
	}
	paid := int64(0)
	if stored != nil {
		if paid, err = s.storedPrice(ctx, q, stored); err != nil {
			return line, err
		}
	}
	if e.Stored = stored != nil && !s.isOutdated(&stored.Observation); e.Stored {
		return billing.EstimatedCharge{Part: content.PartStored, Min: paid, Max: paid}, nil
	}
	price := s.fullPrice(q.op)
	line = billing.EstimatedCharge{Part: content.PartFetch, Min: price, Max: price}
	switch {
	case q.isFree != nil, s.reserved.has(q): // a page may be empty; a running fetch is paid once
		line.Min = 0
	case stored != nil: // it is served if a newer fetch fails
		line.Min = paid
	}
	return line, s.store.CanWrite(ctx)
}

// storedPrice returns what serving a stored observation would cost the workspace, in credits.
func (s *Service) storedPrice(ctx context.Context, q *query, o *observations.Stored) (int64, error) {
	if q.isFree == nil {
		if _, err := q.view(ctx, &o.Observation); err != nil {
			return 0, err
		}
	} else if free, err := q.isFree(ctx, &o.Observation); free || err != nil {
		return 0, err
	}
	paid, err := s.store.Observations.IsPaid(ctx, q.workspace, o)
	if paid || err != nil {
		return 0, err
	}
	return s.fullPrice(q.op), nil
}
