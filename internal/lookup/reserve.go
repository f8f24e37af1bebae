package lookup

import (
	"context"
	"sync"

	"socialdata/internal/apierror"
)

// reservations count the fetches on their way that each workspace will have to pay for, so that nothing is fetched that
// could not be paid in the end.
type reservations struct {
	mu      sync.Mutex
	callers map[string]map[string]int // workspace, query: callers that wait
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
	queries := r.callers[workspace]
	needed := int64(len(queries)) + 1
	if queries[query] > 0 {
		needed--
	}
	if *q.balance < needed {
		return nil, apierror.New(apierror.CodeInsufficientCredits, "required", needed, "balance", *q.balance)
	}
	if queries == nil {
		queries = map[string]int{}
		r.callers[workspace] = queries
	}
	queries[query]++
	return sync.OnceFunc(func() { r.release(workspace, query) }), nil
}

func (r *reservations) release(workspace, query string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	queries := r.callers[workspace]
	if queries[query]--; queries[query] == 0 {
		delete(queries, query)
	}
	if len(queries) == 0 {
		delete(r.callers, workspace)
	}
}
