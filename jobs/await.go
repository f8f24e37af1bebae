package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// How requests wait for imports to end.
const (
	awaitEvery  = 250 * time.Millisecond // between two looks
	awaitWithin = 5 * time.Second        // one look
	maxAwaiting = 1000                   // requests that wait at once; more are answered at once
)

// Endings finds out which imports have ended.
type Endings interface {
	EndedImports(ctx context.Context, ids []string) ([]string, error)
}

// Awaiter lets requests wait for imports to end. However many wait, one statement a look asks for all of them, and while
// nobody waits nothing is asked.
type Awaiter struct {
	store Endings
	log   *slog.Logger

	mu      sync.Mutex
	waiting map[string]map[chan struct{}]bool // by import; a channel is closed at its end
	count   int
	looking bool
}

// NewAwaiter returns an Awaiter for which nobody waits yet.
func NewAwaiter(store Endings, log *slog.Logger) *Awaiter {
	return &Awaiter{store: store, log: log, waiting: map[string]map[chan struct{}]bool{}}
}

// Await returns when an import has ended, when ctx ends, or at once where too many wait already.
func (a *Awaiter) Await(ctx context.Context, id string) {
	ended := a.enter(id)
	if ended == nil {
		return
	}
	defer a.leave(id, ended)
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// enter lets a request wait; it returns nil where too many do.
func (a *Awaiter) enter(id string) chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.count >= maxAwaiting {
		return nil
	}
	ended := make(chan struct{})
	if a.waiting[id] == nil {
		a.waiting[id] = map[chan struct{}]bool{}
	}
	a.waiting[id][ended] = true
	a.count++
	if !a.looking {
		a.looking = true
		go a.look()
	}
	return ended
}

func (a *Awaiter) leave(id string, ended chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count--
	if delete(a.waiting[id], ended); len(a.waiting[id]) == 0 {
		delete(a.waiting, id)
	}
}

// look asks for the imports that are waited for until nobody waits any more. A database that does not answer is asked
// again: the requests have a time of their own.
func (a *Awaiter) look() {
	for {
		time.Sleep(awaitEvery)
		ids := a.ids()
		if ids == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), awaitWithin)
		ended, err := a.store.EndedImports(ctx, ids)
		cancel()
		if err != nil {
			a.log.Warn("imports that are waited for could not be looked at", "cause", err)
		}
		a.release(ended)
	}
}

// ids returns the imports that are waited for; nil ends the looking.
func (a *Awaiter) ids() (ids []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id := range a.waiting {
		ids = append(ids, id)
	}
	a.looking = len(ids) > 0
	return ids
}

func (a *Awaiter) release(ended []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range ended {
		for waits, open := range a.waiting[id] {
			if open {
				close(waits)
				a.waiting[id][waits] = false
			}
		}
	}
}
