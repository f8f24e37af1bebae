package db

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestGroups: every value runs exactly once, in groups of what waited, and nobody waits for a timer.
func TestGroups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs, ran, running atomic.Int64
		var sizes []int
		g := &Groups[string, *atomic.Int64]{most: 10, run: func(_ string, members []*atomic.Int64) {
			if running.Add(1) > 1 {
				t.Error("two groups of one key at once")
			}
			time.Sleep(time.Second)
			for _, m := range members {
				m.Add(1)
			}
			sizes = append(sizes, len(members))
			runs.Add(1)
			ran.Add(int64(len(members)))
			running.Add(-1)
		}}
		begun := time.Now()
		values := make([]atomic.Int64, 25)
		var all sync.WaitGroup
		for n := range values {
			all.Go(func() {
				if err := g.Do(t.Context(), "key", &values[n]); err != nil || values[n].Load() != 1 {
					t.Errorf("value %d ran %d times, %v", n, values[n].Load(), err)
				}
			})
			if n == 0 {
				synctest.Wait() // the first one is alone
			}
		}
		all.Wait()
		if took := time.Since(begun); ran.Load() != 25 || sizes[0] != 1 || len(sizes) != 4 || took != 4*time.Second {
			t.Errorf("%d values in groups of %v, in %v", ran.Load(), sizes, took)
		}
		if len(g.waiting) != 0 {
			t.Error("something is left")
		}
	})
}

// TestGroupsLoseNobody: callers who leave, keys that do not know one another, a run that crashes.
func TestGroupsLoseNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Int64
		g := &Groups[string, bool]{most: 4, run: func(_ string, members []bool) {
			time.Sleep(time.Second)
			ran.Add(int64(len(members)))
			for _, crash := range members {
				if crash {
					panic("surprise")
				}
			}
		}}
		leaving, leave := context.WithCancel(t.Context())
		var left, crashed atomic.Int64
		var all sync.WaitGroup
		for n := range 30 {
			all.Go(func() {
				defer func() {
					if recover() != nil {
						crashed.Add(1)
					}
				}()
				ctx := t.Context()
				if n%3 == 1 {
					ctx = leaving
				}
				if err := g.Do(ctx, "key", n == 20); errors.Is(err, context.Canceled) {
					left.Add(1)
				}
			})
		}
		time.Sleep(1500 * time.Millisecond)
		leave()
		all.Wait()
		if ran.Load()+left.Load() != 30 || left.Load() == 0 || crashed.Load() > 1 || len(g.waiting) != 0 {
			t.Errorf("%d ran, %d left, %d crashed, %d keys are left", ran.Load(), left.Load(), crashed.Load(), len(g.waiting))
		}
	})
}
