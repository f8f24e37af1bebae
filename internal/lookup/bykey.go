package lookup

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/observations"
)

// KeyedItem is an item lookup by the holder of an API key, with the key and what is stored, as one statement found them.
type KeyedItem struct {
	request ItemRequest
	link    sources.Link
	subject string
	begun   time.Time
	found   *observations.Cached // nil where the key is not live
	stored  bool                 // what was found can be served
}

// Live reports whether the key is live, so that ServeItem can answer.
func (k *KeyedItem) Live() bool { return k.found != nil }

// Key returns the key as it was found.
func (k *KeyedItem) Key() *accounts.KeyCaller { return &k.found.Key }

// Ready reports whether the answer is stored and paid, so that nothing is left to fetch or to charge.
func (k *KeyedItem) Ready() bool { return k.stored && k.found.Stored.Paid }

// FindItemByKey reads in one statement the key, the balance and what is stored, so that ServeItem asks nothing twice whether
// its answer is stored or live. It bounds its time itself: a timer for each lookup would cost as much as
// reading its row.
//
// What it returns is not Live, without an error, if the key is unknown or no longer live, or the link is refused. Item then
// returns the reason.
func (s *Service) FindItemByKey(ctx context.Context, key string, r ItemRequest) (k KeyedItem, err error) {
	if r.MaxAge == 0 {
		return k, nil
	}
	k.request, k.begun = r, s.now()
	if k.link, err = s.itemLink(r.URL); err != nil {
		return k, nil //nolint:nilerr // the operation itself says what is wrong with the link
	}
	k.subject = itemSubject(k.link)
	k.found, err = s.store.Observations.FindCachedByKey(ctx, key, k.subject, r.variant(), k.begun.Add(-r.MaxAge))
	k.stored = k.Live() && k.found.Found() && !s.isOutdated(&k.found.Stored.Observation)
	return k, err
}

// ServeItem answers a lookup that FindItemByKey has found, for a caller who is authorized by now.
func (s *Service) ServeItem(ctx context.Context, k KeyedItem) (res *Result, err error) {
	if k.stored {
		res, err = s.serveKeyed(ctx, k.found)
	} else {
		q := s.itemQuery(k.link, k.request)
		q.workspace, q.by, q.maxAge, q.balance = k.found.Key.WorkspaceID, k.found.Spender(), k.request.MaxAge, &k.found.Key.Balance
		res, err = s.fetchFresh(sources.WithTenant(ctx, q.workspace), &q)
	}
	if err != nil {
		failed := err // what is annotated lies on the heap, which an answer need not pay for
		apierror.Annotate(&failed, "lookup %s(%s)", sources.OpItem, k.subject)
		err = failed
	} else {
		res.Subject = naturalIDOf(sources.OpItem, k.subject)
	}
	s.countLookup(k.link.Platform, sources.OpItem, res, err)
	return finish(res, k.begun, s.now()), err
}

// serveKeyed serves and charges a stored observation. The tail is appended to the body's own bytes, which no one else
// holds.
func (s *Service) serveKeyed(ctx context.Context, k *observations.Cached) (*Result, error) {
	o := &k.Stored.Observation
	if err := s.policy.checkBody(o.Body); err != nil {
		return nil, err
	}
	v := &view{body: content.WithExtras(o.Body)}
	begun := s.now()
	receipt, err := s.store.Observations.ChargeStored(ctx, k.Key.WorkspaceID, k.Spender(), &k.Stored, s.fullPrice(sources.OpItem))
	if err != nil {
		return nil, err
	}
	res := &Result{Receipt: receipt, route: o.RouteID, cached: true, Body: v.render(o, true, receipt.Usage, o.Body)}
	if receipt.Usage.CreditsCharged > 0 {
		res.Timings.Persist = s.now().Sub(begun)
	}
	return res, nil
}
