package lookup

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/observations"
)

// AsOf answers a lookup of an item or an account with what the workspace was served of it last by a time, as it was then, free
// of charge. It calls no platform, and returns not_found if there is nothing.
func (s *Service) AsOf(ctx context.Context, r Request, by time.Time) (*Result, error) {
	q, err := r.query(Locally(ctx), s)
	if err != nil {
		return nil, err
	}
	begun := s.now()
	res, err := s.asOf(sources.WithTenant(ctx, q.workspace), &q, by)
	if err != nil {
		apierror.Annotate(&err, "lookup %s(%s) as of %s", q.op, q.subject, by)
		return nil, err
	}
	res.Subject = naturalIDOf(q.op, q.subject)
	return finish(res, begun, s.now()), nil
}

func (s *Service) asOf(ctx context.Context, q *query, by time.Time) (*Result, error) {
	if err := q.resolve(ctx); err != nil {
		return nil, err
	}
	o, err := s.store.Observations.FindServed(ctx, q.workspace, q.subject, q.variant, by)
	if err != nil {
		return nil, err
	}
	if o == nil {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "answer", "asOf", content.At(by))
	}
	v, err := q.view(ctx, o)
	if err != nil {
		return nil, err
	}
	credits, err := s.store.Billing.Credits(ctx, q.workspace)
	if err != nil {
		return nil, err
	}
	usage := content.Charge(content.PartStored, 0)
	return &Result{Body: v.render(o, true, usage, v.buffer()), Receipt: observations.Receipt{Usage: usage, Remaining: credits.Balance},
		route: o.RouteID, cached: true}, nil
}
