package lookup

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/observations"
)

// KeyedItem is an item lookup by an API key, with the key and the stored observation as read by one statement.
type KeyedItem struct {
	request ItemRequest
	link    sources.Link
	subject string
	begun   time.Time
	found   *observations.Cached // nil if the key is not live
	stored  bool                 // the observation may be served
}

// Live reports whether the key is live, so that ServeItem can answer.
func (k *KeyedItem) Live() bool { return k.found != nil }

// Key returns the key as it was read.
func (k *KeyedItem) Key() *accounts.KeyCaller { return &k.found.Key }

// Ready reports whether a stored and paid answer was found, so that nothing has to be fetched or charged.
func (k *KeyedItem) Ready() bool { return k.stored && k.found.Stored.Paid }

// FindItemByKey reads the key, the balance and the stored observation in one statement, so that ServeItem does not read
// them again. It limits its own duration: a timer for each lookup would cost as much as reading its row.
//
// If the key is unknown or not live, or the link is refused, the result is not Live and err is nil. Item then returns the reason.
func (s *Service) FindItemByKey(ctx context.Context, key string, r ItemRequest) (k KeyedItem, err error) {
	if r.MaxAge == 0 {
		return k, nil
	}
	k.request, k.begun = r, s.now()
	if k.link, err = s.itemLink(r.URL); err != nil {
		return k, nil //nolint:nilerr // Item returns what is wrong with the link
	}
	k.subject = itemSubject(k.link)
	k.found, err = s.store.Observations.FindCachedByKey(ctx, key, k.subject, r.variant(), k.begun.Add(-r.MaxAge))
	k.stored = k.Live() && k.found.Found() && !s.isOutdated(&k.found.Stored.Observation)
	return k, err
}

// ServeItem answers a lookup from FindItemByKey. The caller must be authorized by then.
func (s *Service) ServeItem(ctx context.Context, k KeyedItem) (res *Result, err error) {
	if k.stored {
		res, err = s.serveKeyed(ctx, k.found)
	} else {
		q := s.itemQuery(k.link, k.request)
		q.workspace, q.by, q.maxAge, q.balance = k.found.Key.WorkspaceID, k.found.Spender(), k.request.MaxAge, &k.found.Key.Balance
		res, err = s.fetchFresh(sources.WithTenant(ctx, q.workspace), &q)
	}
	if err != nil {
		failed := err // a separate variable: annotating makes it escape to the heap, which successful answers avoid
		apierror.Annotate(&failed, "lookup %s(%s)", sources.OpItem, k.subject)
		err = failed
	} else {
		res.Subject = naturalIDOf(sources.OpItem, k.subject)
	}
	s.countLookup(k.link.Platform, sources.OpItem, res, err)
	return finish(res, k.begun, s.now()), err
}

// serveKeyed serves and charges a stored observation. It appends the suffix to the body's own bytes, which nobody else uses.
func (s *Service) serveKeyed(ctx context.Context, k *observations.Cached) (*Result, error) {
	o := &k.Stored.Observation
	if err := s.policy.checkBody(o.Body); err != nil {
		return nil, err
	}
	v := &view{body: o.Body}
	v.warnings = s.warningsFor(o.RouteID, sources.OpItem, v.body)
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
