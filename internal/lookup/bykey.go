package lookup

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/observations"
)

// ItemByKey answers an item lookup for the holder of an API key. One statement reads the key, the balance and what is
// stored, so that nothing is asked twice whether the answer is stored or live. authorize is called before anything is
// served, fetched or charged; its error is the answer.
//
// ItemByKey returns nil without an error if the key is unknown or no longer live, or the link is refused. Item then returns
// the reason.
func (s *Service) ItemByKey(ctx context.Context, key string, r ItemRequest, authorize func(*accounts.KeyCaller) error) (*Result, error) {
	start := s.now()
	if r.MaxAge == 0 {
		return nil, nil
	}
	link, err := s.itemLink(r.URL)
	if err != nil {
		return nil, nil //nolint:nilerr // the operation itself says what is wrong with the link
	}
	subject := itemSubject(link)
	k, err := s.store.FindCachedByKey(ctx, key, subject, r.variant(), start.Add(-r.MaxAge))
	if k == nil || err != nil {
		return nil, err
	}
	if err := authorize(&k.Key); err != nil {
		return nil, err
	}
	var res *Result
	if k.Found() && !s.isOutdated(&k.Stored.Observation) {
		res, err = s.serveKeyed(ctx, k)
	} else {
		q := s.itemQuery(link, r)
		q.workspace, q.maxAge, q.balance = k.Key.WorkspaceID, r.MaxAge, &k.Key.Balance
		res, err = s.fetchFresh(sources.WithTenant(ctx, q.workspace), &q)
	}
	if err != nil {
		failed := err // what is annotated lies on the heap, which an answer need not pay for
		apierror.Annotate(&failed, "lookup %s(%s)", sources.OpItem, subject)
		err = failed
	} else {
		res.Subject = naturalIDOf(sources.OpItem, subject)
	}
	s.countLookup(link.Platform, sources.OpItem, res, err)
	return finish(res, start, s.now()), err
}

// serveKeyed serves and charges a stored observation. The tail is appended to the body's own bytes, which no one else
// holds.
func (s *Service) serveKeyed(ctx context.Context, k *observations.Cached) (*Result, error) {
	o := &k.Stored.Observation
	if err := s.policy.checkBody(o.Body); err != nil {
		return nil, err
	}
	v := &view{body: o.Body}
	begun := s.now()
	receipt, err := s.store.ChargeStored(ctx, k.Key.WorkspaceID, &k.Stored, s.fullPrice(sources.OpItem))
	if err != nil {
		return nil, err
	}
	res := &Result{Receipt: receipt, route: o.RouteID, cached: true, Body: v.render(o, true, receipt.Usage, o.Body)}
	if receipt.Usage.CreditsCharged > 0 {
		res.Timings.Persist = s.now().Sub(begun)
	}
	return res, nil
}
