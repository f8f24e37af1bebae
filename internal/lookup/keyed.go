package lookup

import (
	"context"

	"socialdata/internal/sources"
	"socialdata/models"
)

// Cached answers an item out of the store for whoever holds a key, with one statement for both. admit is asked before
// anything is served or charged; its error is the answer. A nil result without an error means that this is no such
// answer: the key is none, the link is refused, or nothing fresh enough is stored. The plain way says which.
func (s *Service) Cached(ctx context.Context, key string, r ItemRequest, admit func(*models.KeyCaller) error) (*Result, error) {
	start := s.now()
	if r.MaxAge == 0 {
		return nil, nil
	}
	link, err := s.itemLink(r.URL)
	if err != nil {
		return nil, nil
	}
	k, err := s.store.FindKeyed(ctx, key, itemSubject(link), r.Transcript, start.Add(-r.MaxAge))
	if k == nil || err != nil || s.outlived(&k.Stored.Observation) {
		return nil, err
	}
	if err := admit(&k.Key); err != nil {
		return nil, err
	}
	if err := s.policy.permitsBody(k.Stored.Body); err != nil {
		return nil, err
	}
	v := &view{body: k.Stored.Body}
	begun := s.now()
	receipt, err := s.store.ServeStored(ctx, k.Key.WorkspaceID, &k.Stored, false)
	if err != nil {
		s.looked(link.Platform, sources.OpItem, nil, err)
		return nil, err
	}
	res := &Result{Receipt: receipt, route: k.Stored.RouteID, cached: true, Body: v.render(&k.Stored.Observation, true, receipt.Usage, k.Stored.Body)}
	if receipt.Usage.CreditsCharged > 0 {
		res.Timings.Persist = s.now().Sub(begun)
	}
	s.looked(link.Platform, sources.OpItem, res, nil)
	return finish(res, start, s.now()), nil
}
