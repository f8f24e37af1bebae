package lookup

import (
	"context"
	"sync"

	"socialdata/internal/apierror"
)

// reservations hold the fetches in flight that each workspace will have to pay for, so that nothing is fetched that could
// not be paid in the end.
type reservations struct {
	mu      sync.Mutex
	fetches map[string]map[string]*reserved // by workspace and query
}

// reserved is one fetch in flight: its price, in credits, and how many callers of the workspace wait for it.
type reserved struct {
	price   int64
	callers int
}

// reserve returns insufficient_credits if the balance is spoken for by other fetches of the workspace that are on their
// way in this process. Callers of one query count once: they share its fetch. release may be called several times.
func (s *Service) reserve(ctx context.Context, q *query) (release func(), err error) {
	if err := s.store.CanWrite(ctx); err != nil {
		return nil, err // what is fetched could not be stored
	}
	if q.balance == nil {
		credits, err := s.store.Credits(ctx, q.workspace)
		if err != nil {
			return nil, err
		}
		q.balance = &credits.Balance
	}
	r, workspace, query := &s.reserved, q.workspace, q.key()
	r.mu.Lock()
	defer r.mu.Unlock()
	queries := r.fetches[workspace]
	needed := int64(0)
	for _, f := range queries {
		needed += f.price
	}
	fetch := queries[query]
	if fetch == nil {
		fetch = &reserved{price: s.fullPrice(q.op)}
		needed += fetch.price
	}
	if *q.balance < needed {
		return nil, apierror.New(apierror.CodeInsufficientCredits, "required", needed, "balance", *q.balance)
	}
	if queries == nil {
		queries = map[string]*reserved{}
		r.fetches[workspace] = queries
	}
	queries[query] = fetch
	fetch.callers++
	return sync.OnceFunc(func() { r.release(workspace, query) }), nil
}

// others returns the credits that fetches of the query's workspace have spoken for, but for those of an equal query.
func (r *reservations) others(q *query) (credits int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key, f := range r.fetches[q.workspace] {
		if key != q.key() {
			credits += f.price
		}
	}
	return credits
}

// has reports whether an equal query of the workspace is on its way.
func (r *reservations) has(q *query) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fetches[q.workspace][q.key()] != nil
}

func (r *reservations) release(workspace, query string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	queries := r.fetches[workspace]
	if queries[query].callers--; queries[query].callers == 0 {
		delete(queries, query)
	}
	if len(queries) == 0 {
		delete(r.fetches, workspace)
	}
}
