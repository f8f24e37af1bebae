package lookup

import (
	"context"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
)

// reservations hold the fetches in flight that each payer, a workspace or a key with a budget, will have to pay for, so that
// nothing is fetched that could not be paid in the end.
type reservations struct {
	mu      sync.Mutex
	fetches map[string]map[string]*reserved // by payer and query
}

// reserved is one fetch in flight: its price, in credits, and how many callers of the payer wait for it.
type reserved struct {
	price   int64
	callers int
	charged chan struct{} // nil until the charge begins; closed when the last caller is answered
}

// reserve returns insufficient_credits if other fetches that are on their way in this process leave too little of the balance,
// or of the key's budget, for this one. Callers of one query count once: they share its fetch. While a charge is made, its
// credits may count twice, as reserved and as spent, so reserve waits for its end before it refuses. release may be called
// several times.
func (s *Service) reserve(ctx context.Context, q *query) (release func(), err error) {
	if err := s.store.CanWrite(ctx); err != nil {
		return nil, err // what is fetched could not be stored
	}
	for {
		if q.balance == nil {
			credits, err := s.store.Billing.Credits(ctx, q.workspace)
			if err != nil {
				return nil, err
			}
			q.balance = &credits.Balance
		}
		budget, err := s.store.Billing.KeyBudget(ctx, q.by)
		if err != nil {
			return nil, err
		}
		release, charged, err := s.reserved.reserve(q, s.fullPrice(q.op), budget, s.now())
		if charged == nil {
			return release, err
		}
		select {
		case <-charged:
			q.balance = nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// reserve reserves the price of a query's fetch. After a refusal charged is what the caller should wait for before it tries
// again; nil if that would change nothing.
func (r *reservations) reserve(q *query, price int64, budget *billing.Budget, now time.Time) (release func(), charged <-chan struct{}, err error) {
	payers, query := []string{q.workspace}, q.key()
	if budget.Limited() {
		payers = append(payers, q.by.KeyID)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if needed := r.needed(q.workspace, query, price); *q.balance < needed {
		err = apierror.New(apierror.CodeInsufficientCredits, "required", needed, "balance", *q.balance)
	} else {
		err = budget.Check(now, r.needed(q.by.KeyID, query, price))
	}
	if err != nil {
		return nil, r.beingCharged(payers), err
	}
	for _, payer := range payers {
		r.add(payer, query, price)
	}
	return sync.OnceFunc(func() { r.release(payers, query) }), nil, nil
}

// beingCharged returns what is closed when a charge of one of the payers has ended; nil if none is under way. r.mu is held.
func (r *reservations) beingCharged(payers []string) <-chan struct{} {
	for _, payer := range payers {
		for _, f := range r.fetches[payer] {
			if f.charged != nil {
				return f.charged
			}
		}
	}
	return nil
}

// charging notes that the charge of a query's fetch begins.
func (r *reservations) charging(q *query) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, payer := range []string{q.workspace, q.by.KeyID} {
		if f := r.fetches[payer][q.key()]; f != nil && f.charged == nil {
			f.charged = make(chan struct{})
		}
	}
}

// needed returns the credits that the fetches of a payer take together with one more. r.mu is held.
func (r *reservations) needed(payer, query string, price int64) int64 {
	credits := r.of(payer, query)
	if f := r.fetches[payer][query]; f != nil {
		return credits + f.price
	}
	return credits + price
}

// of returns the credits that fetches of a payer have reserved, but for those of one query. r.mu is held.
func (r *reservations) of(payer, but string) (credits int64) {
	for query, f := range r.fetches[payer] {
		if query != but {
			credits += f.price
		}
	}
	return credits
}

// add counts one more caller of a payer's fetch. r.mu is held.
func (r *reservations) add(payer, query string, price int64) {
	if r.fetches[payer] == nil {
		r.fetches[payer] = map[string]*reserved{}
	}
	if r.fetches[payer][query] == nil {
		r.fetches[payer][query] = &reserved{price: price}
	}
	r.fetches[payer][query].callers++
}

// others returns the credits that fetches of a payer have reserved, but for those of one query.
func (r *reservations) others(payer, query string) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of(payer, query)
}

// has reports whether an equal query of the workspace is on its way.
func (r *reservations) has(q *query) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fetches[q.workspace][q.key()] != nil
}

func (r *reservations) release(payers []string, query string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, payer := range payers {
		queries := r.fetches[payer]
		f := queries[query]
		if f.callers--; f.callers == 0 {
			delete(queries, query)
			if f.charged != nil {
				close(f.charged)
			}
		}
		if len(queries) == 0 {
			delete(r.fetches, payer)
		}
	}
}
