package lookup

import (
	"context"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
)

// reservations are the running fetches that each payer, a workspace or a key with a budget, will have to pay for, so
// that nothing is fetched that cannot be paid.
type reservations struct {
	mu      sync.Mutex
	fetches map[string]map[string]*reserved // by payer and query
}

// reserved is one running fetch: its price, in credits, and how many of the payer's callers wait for it.
type reserved struct {
	price   int64
	callers int
	charged chan struct{} // nil until the charge begins; closed when the last caller has its answer
}

// reserve returns insufficient_credits if the other running fetches of this process leave too little of the balance, or
// of the key's budget, for this one. Callers of one query count once, because they share its fetch. During a charge its
// credits may count twice, as reserved and as spent, so before refusing, reserve waits until the charge has ended.
// release may be called several times.
func (s *Service) reserve(ctx context.Context, q *query) (release func(), err error) {
	if err := s.store.CanWrite(ctx); err != nil {
		return nil, err // the result could not be stored
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

// reserve reserves the price of a query's fetch. If it is refused, the caller should wait for charged and try again,
// unless that is nil.
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

// beingCharged returns a channel that is closed when a charge of one of the payers ends; nil if none is running. r.mu is held.
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

// charging records that the charge of a query's fetch begins.
func (r *reservations) charging(q *query) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, payer := range []string{q.workspace, q.by.KeyID} {
		if f := r.fetches[payer][q.key()]; f != nil && f.charged == nil {
			f.charged = make(chan struct{})
		}
	}
}

// needed returns the credits for all fetches of a payer including this one. r.mu is held.
func (r *reservations) needed(payer, query string, price int64) int64 {
	credits := r.of(payer, query)
	if f := r.fetches[payer][query]; f != nil {
		return credits + f.price
	}
	return credits + price
}

// of returns the credits reserved for fetches of a payer, except those of one query. r.mu is held.
func (r *reservations) of(payer, but string) (credits int64) {
	for query, f := range r.fetches[payer] {
		if query != but {
			credits += f.price
		}
	}
	return credits
}

// add adds one caller of a payer's fetch. r.mu is held.
func (r *reservations) add(payer, query string, price int64) {
	if r.fetches[payer] == nil {
		r.fetches[payer] = map[string]*reserved{}
	}
	if r.fetches[payer][query] == nil {
		r.fetches[payer][query] = &reserved{price: price}
	}
	r.fetches[payer][query].callers++
}

// others is of with r.mu not held.
func (r *reservations) others(payer, query string) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of(payer, query)
}

// has reports whether an equal query of the workspace is running.
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
