package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"socialdata/internal/crash"
	"socialdata/internal/slots"
)

// Bounds of requests that wait for imports to end.
const (
	awaitEvery  = 250 * time.Millisecond // between two queries
	awaitWithin = 5 * time.Second        // of one query
	// Requests that may wait at the same time in a process, and in one workspace. Any more are answered immediately.
	maxAwaiting            = 1000
	maxAwaitingOfWorkspace = 100
)

// Endings reports which imports have ended.
type Endings interface {
	Ended(ctx context.Context, ids []string) ([]string, error)
}

// Awaiter lets requests wait for imports to end. One statement asks for all of them, however many wait; while nobody waits, no
// statement runs.
type Awaiter struct {
	store Endings
	log   *slog.Logger

	mu      sync.Mutex
	waiting map[string]map[chan struct{}]bool // by import; a channel is closed when the import ends
	looking bool

	slots *slots.Slots
}

// NewAwaiter returns an Awaiter without waiting requests.
func NewAwaiter(store Endings, log *slog.Logger) *Awaiter {
	return &Awaiter{store: store, log: log, waiting: map[string]map[chan struct{}]bool{}, slots: slots.New(maxAwaiting, maxAwaitingOfWorkspace)}
}

// Await returns when an import of a workspace has ended or ctx ends; immediately if too many requests wait already.
func (a *Awaiter) Await(ctx context.Context, workspaceID, id string) {
	release, ok := a.slots.Try(workspaceID)
	if !ok {
		return
	}
	defer release()
	ended := a.enter(id)
	defer a.leave(id, ended)
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// enter registers a waiting request.
func (a *Awaiter) enter(id string) chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	ended := make(chan struct{})
	if a.waiting[id] == nil {
		a.waiting[id] = map[chan struct{}]bool{}
	}
	a.waiting[id][ended] = true
	if !a.looking {
		a.looking = true
		go a.look()
	}
	return ended
}

func (a *Awaiter) leave(id string, ended chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if delete(a.waiting[id], ended); len(a.waiting[id]) == 0 {
		delete(a.waiting, id)
	}
}

// look queries the awaited imports until nobody waits any more. If the database does not answer it tries again: the requests
// have deadlines of their own.
func (a *Awaiter) look() {
	for {
		time.Sleep(awaitEvery)
		ids := a.ids()
		if ids == nil {
			return
		}
		ended, err := a.ended(ids)
		if err != nil {
			a.log.Warn("imports that are waited for could not be looked at", "cause", err)
		}
		a.release(ended)
	}
}

func (a *Awaiter) ended(ids []string) (ended []string, err error) {
	defer crash.Recover(&err)
	ctx, cancel := context.WithTimeout(context.Background(), awaitWithin)
	defer cancel()
	return a.store.Ended(ctx, ids)
}

// ids returns the awaited imports; nil ends the loop of look.
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
