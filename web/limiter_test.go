package web

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/jobs/jobstest"
)

// TestTheLocalLimiterCountsRequestsAtOnce takes from fresh keys many times at once, and gives one back.
func TestTheLocalLimiterCountsRequestsAtOnce(t *testing.T) {
	l := newLocalLimiter()
	for n := range 200 {
		key := strconv.Itoa(n)
		var allowed atomic.Int32
		var all sync.WaitGroup
		start := make(chan struct{})
		for range 20 {
			all.Go(func() {
				<-start
				if l.Allow(context.Background(), key, 1, 5, time.Hour).OK {
					allowed.Add(1)
				}
			})
		}
		close(start)
		all.Wait()
		l.Refund(context.Background(), key, 5, time.Hour)
		again, more := l.Allow(context.Background(), key, 1, 5, time.Hour), l.Allow(context.Background(), key, 1, 5, time.Hour)
		if allowed.Load() != 5 || !again.OK || more.OK {
			t.Fatalf("key %d: %d allowed, then %v and %v", n, allowed.Load(), again.OK, more.OK)
		}
	}
}

// TestOwedRequestsArePaidFirst takes more than there is, in Redis and in this process: each one waits for one more, and a
// new request is told to come behind them.
func TestOwedRequestsArePaidFirst(t *testing.T) {
	for name, l := range map[string]Limiter{"redis": NewLimiter(jobstest.Redis(t), slog.New(slog.DiscardHandler)), "local": newLocalLimiter()} {
		t.Run(name, func(t *testing.T) {
			for range 4 {
				l.Allow(t.Context(), "k", 1, 4, time.Minute)
			}
			for n := range 10 {
				a := l.Allow(t.Context(), "k", 1, 4, time.Minute)
				if want := time.Duration(n+1) * 15 * time.Second; a.OK || a.Retry < want-2*time.Second || a.Retry > want {
					t.Fatalf("the %d. waits %v, want %v", n, a.Retry, want)
				}
				l.Owe(t.Context(), "k", 4, time.Minute)
			}
			if a := l.Allow(t.Context(), "k", 0, 4, time.Minute); !a.OK || a.Remaining != 0 {
				t.Errorf("a look at it: %+v", a)
			}
		})
	}
}
