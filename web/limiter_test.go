package web

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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
