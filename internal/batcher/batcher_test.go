package batcher

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestGroupsOfWhatWaited: every value runs exactly once, in groups of waiting calls, and no call waits for a timer.
func TestGroupsOfWhatWaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sizes []int
		b := New(Options{Most: 10, Lanes: 1}, func(_ string, g *Group[*atomic.Int64]) {
			time.Sleep(time.Second)
			calls := g.Calls()
			for _, c := range calls {
				c.Add(1)
			}
			sizes = append(sizes, len(calls))
		})
		begun := time.Now()
		values := make([]atomic.Int64, 25)
		var all sync.WaitGroup
		for n := range values {
			all.Go(func() {
				if err := b.Do(t.Context(), "key", &values[n]); err != nil || values[n].Load() != 1 {
					t.Errorf("value %d ran %d times, %v", n, values[n].Load(), err)
				}
			})
			if n == 0 {
				synctest.Wait() // the first one is alone
			}
		}
		all.Wait()
		if took := time.Since(begun); !slices.Equal(sizes, []int{1, 10, 10, 4}) || took != 4*time.Second {
			t.Errorf("groups of %v, in %v", sizes, took)
		}
	})
}

// TestLateCallsAreAdmitted: a run that had to wait takes with it those that came meanwhile, and leaves the rest to the next.
func TestLateCallsAreAdmitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sizes []int
		b := New(Options{Most: 4, Lanes: 1}, func(_ string, g *Group[int]) {
			time.Sleep(time.Second)
			sizes = append(sizes, len(g.Admit()))
		})
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				if err := b.Do(t.Context(), "key", n); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if !slices.Equal(sizes, []int{4, 2}) {
			t.Errorf("groups of %v", sizes)
		}
	})
}

// TestFurtherLanesOpenForManyWhoWait: a second group runs beside the first one only once enough calls wait, first come first
// served, and a lane closes again when fewer do.
func TestFurtherLanesOpenForManyWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var groups [][]int
		b := New(Options{Most: 10, Lanes: 2, Open: 3}, func(_ string, g *Group[int]) {
			mu.Lock()
			groups = append(groups, g.Calls())
			mu.Unlock()
			time.Sleep(time.Second)
		})
		var all sync.WaitGroup
		begun := time.Now()
		for n, after := range []time.Duration{0, 100, 200, 300, 400, 400} { // milliseconds
			all.Go(func() {
				time.Sleep(after*time.Millisecond + time.Duration(n)) // in this order
				if err := b.Do(t.Context(), "key", n); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		want := [][]int{{0}, {1, 2, 3}, {4, 5}}
		if took := time.Since(begun).Round(time.Millisecond); !slices.EqualFunc(groups, want, slices.Equal) || took != 2300*time.Millisecond {
			t.Errorf("groups %v in %v, want %v", groups, took, want)
		}
	})
}

// TestCallsLeaveUntilTheirGroupBegins: one that leaves while it waits never runs and is not held up, also as the first of its line;
// one whose group has begun waits for the outcome.
func TestCallsLeaveUntilTheirGroupBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran []string
		b := New(Options{Most: 4, Lanes: 1}, func(_ string, g *Group[string]) {
			time.Sleep(time.Second)
			ran = append(ran, g.Calls()...)
		})
		var all sync.WaitGroup
		begun := time.Now()
		for _, c := range []struct {
			name          string
			leaves, waits time.Duration
			want          error
		}{
			{"first", time.Hour, time.Second, nil},
			{"early", 500 * time.Millisecond, 500 * time.Millisecond, context.DeadlineExceeded},
			{"leader", time.Hour, 2 * time.Second, nil},
			{"late", 1500 * time.Millisecond, 2 * time.Second, nil},
		} {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), c.leaves)
				defer cancel()
				if err := b.Do(ctx, "key", c.name); !errors.Is(err, c.want) || time.Since(begun) != c.waits {
					t.Errorf("%s: %v after %v", c.name, err, time.Since(begun))
				}
			})
			synctest.Wait() // in this order
		}
		all.Wait()
		if want := []string{"first", "leader", "late"}; !slices.Equal(ran, want) {
			t.Errorf("%v ran, want %v", ran, want)
		}
		if b.leave("key", &member[string]{}) {
			t.Error("a call whose line has gone was still waiting")
		}
	})
}

// call is one call of a random test: which key it is for, when it comes, when it leaves, how its group behaves.
type call struct {
	key           int
	comes, leaves time.Duration
	crashes       bool
	ran           atomic.Int64
	answer        int // what the run says to it
}

// TestEveryCallHasItsOwnOutcomeOnce plays random arrivals, cancels and crashes: each call runs once, or not at all if it
// left before; nobody gets another's answer or waits for another key; groups and lanes keep their bounds.
func TestEveryCallHasItsOwnOutcomeOnce(t *testing.T) {
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) { playRandomCalls(t, rand.New(rand.NewPCG(seed, 1))) })
	}
}

func playRandomCalls(t *testing.T, random *rand.Rand) {
	o := Options{Most: 1 + random.IntN(5), Lanes: 1 + random.IntN(3), Open: random.IntN(4)}
	var running [3]atomic.Int64
	admits := random.IntN(2) == 0
	b := New(o, func(key int, g *Group[*call]) {
		n := running[key].Add(1)
		defer running[key].Add(-1)
		time.Sleep(time.Millisecond)
		calls := g.Calls()
		if admits {
			calls = g.Admit()
		}
		if int(n) > o.Lanes || len(calls) > o.Most {
			t.Errorf("%d groups at once, one of %d calls, beyond %+v", n, len(calls), o)
		}
		for _, c := range calls {
			if c.key != key {
				t.Errorf("a call of key %d is in a group of %d", c.key, key)
			}
			c.ran.Add(1)
			c.answer = c.key + 1
		}
		if slices.ContainsFunc(calls, func(c *call) bool { return c.crashes }) {
			panic("surprise")
		}
	})
	calls := make([]*call, 60)
	var all sync.WaitGroup
	for n := range calls {
		c := &call{key: random.IntN(3), comes: time.Duration(random.IntN(20)) * time.Millisecond, crashes: random.IntN(20) == 0}
		if random.IntN(3) == 0 {
			c.leaves = time.Duration(1+random.IntN(3)) * 700 * time.Microsecond
		}
		calls[n] = c
		all.Go(func() { c.isMade(t, b) })
	}
	all.Wait()
	if len(b.lines) != 0 {
		t.Errorf("%d keys are left", len(b.lines))
	}
}

// isMade makes the call and checks what comes of it.
func (c *call) isMade(t *testing.T, b *Batcher[int, *call]) {
	time.Sleep(c.comes)
	ctx := t.Context()
	if c.leaves > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.leaves)
		defer stop()
	}
	crashed := false
	err := func() error {
		defer func() { crashed = recover() != nil }()
		return b.Do(ctx, c.key, c)
	}()
	ran := c.ran.Load()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		if ran != 0 || c.leaves == 0 {
			t.Errorf("a call that left ran %d times", ran)
		}
	case crashed || errors.Is(err, ErrCrashed):
		if ran != 1 {
			t.Errorf("a call of a group that crashed ran %d times", ran)
		}
	case err != nil || ran != 1 || c.answer != c.key+1 || c.crashes:
		t.Errorf("%v: it ran %d times and got %d for key %d", err, ran, c.answer, c.key)
	}
}
