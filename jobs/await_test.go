package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// endings is a store of which a test says what has ended.
type endings struct {
	looks, most atomic.Int64
	over        atomic.Bool
}

func (e *endings) Ended(_ context.Context, ids []string) ([]string, error) {
	e.looks.Add(1)
	e.most.Store(max(e.most.Load(), int64(len(ids))))
	if e.over.Load() {
		return ids, nil
	}
	return nil, nil
}

// TestManyWaitWithOneLook: a hundred requests that wait for fifty imports are one statement a look, and nothing is asked
// when the last of them is answered.
func TestManyWaitWithOneLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &endings{}
		a := NewAwaiter(store, slog.New(slog.DiscardHandler))
		var all sync.WaitGroup
		for n := range 100 {
			all.Go(func() { a.Await(t.Context(), "workspace", fmt.Sprint(n%50)) })
		}
		time.Sleep(10 * time.Second)
		if n := store.looks.Load(); n > 40 || n < 30 || store.most.Load() != 50 {
			t.Errorf("%d looks in ten seconds, for at most %d imports", n, store.most.Load())
		}
		store.over.Store(true)
		all.Wait()
		time.Sleep(time.Second)
		n := store.looks.Load()
		time.Sleep(time.Minute)
		a.mu.Lock()
		defer a.mu.Unlock()
		if store.looks.Load() != n || len(a.waiting) != 0 || a.looking {
			t.Errorf("%d looks more, %v wait", store.looks.Load()-n, a.waiting)
		}
	})
}

// TestWhoLeavesWaitsNoMore: a wait ends with its context, and above the limit a request does not wait.
func TestWhoLeavesWaitsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewAwaiter(&endings{}, slog.New(slog.DiscardHandler))
		ctx, leave := context.WithTimeout(t.Context(), time.Minute)
		defer leave()
		var all sync.WaitGroup
		for n := range maxAwaiting {
			all.Go(func() { a.Await(ctx, fmt.Sprint("workspace ", n/maxAwaitingOfWorkspace), "import") })
		}
		synctest.Wait()
		begun := time.Now()
		if a.Await(ctx, "one more", "import"); time.Since(begun) > 0 {
			t.Errorf("one more waited %v", time.Since(begun))
		}
		all.Wait()
		waited := time.Since(begun)
		time.Sleep(time.Second) // the looking ends
		a.mu.Lock()
		defer a.mu.Unlock()
		if waited != time.Minute || len(a.waiting) != 0 {
			t.Errorf("they waited %v, %v wait still", waited, a.waiting)
		}
	})
}

// TestOneWorkspaceTurnsNoWaitsOff lets one workspace wait as often as it may: its next wait is answered at once, another
// workspace waits.
func TestOneWorkspaceTurnsNoWaitsOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := NewAwaiter(&endings{}, slog.New(slog.DiscardHandler))
		ctx, leave := context.WithTimeout(t.Context(), time.Minute)
		defer leave()
		var all sync.WaitGroup
		for range maxAwaitingOfWorkspace {
			all.Go(func() { a.Await(ctx, "busy", "import") })
		}
		synctest.Wait()
		begun := time.Now()
		if a.Await(ctx, "busy", "import"); time.Since(begun) > 0 {
			t.Errorf("one more of the same workspace waited %v", time.Since(begun))
		}
		if a.Await(ctx, "other", "import"); time.Since(begun) != time.Minute {
			t.Errorf("another workspace waited %v", time.Since(begun))
		}
		all.Wait()
		time.Sleep(time.Second) // the looking ends
	})
}
