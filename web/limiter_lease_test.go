package web

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/jobs/jobstest"
)

// asked counts the commands that are sent to Redis.
type asked struct{ atomic.Int64 }

func (a *asked) DialHook(next redis.DialHook) redis.DialHook { return next }

func (a *asked) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (a *asked) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error { a.Add(1); return next(ctx, cmd) }
}

// leasing returns a limiter on a Redis, whose leases end by a clock of their own.
func leasing(client *redis.Client) (*redisLimiter, *atomic.Int64) {
	l := NewLimiter(client, slog.New(slog.DiscardHandler)).(*redisLimiter)
	clock := &atomic.Int64{}
	clock.Store(time.Now().UnixNano())
	l.now = func() time.Time { return time.Unix(0, clock.Load()) }
	return l, clock
}

// An hour gives back nothing of note while a test runs.
const (
	leasedRate   = 3000
	leasedPeriod = 1000 * time.Hour
)

// TestLeasesCountEveryRequest sends requests one after another: each header says one less, few of them ask Redis while the
// limit is far, all of them near it, and exactly the limit is allowed.
func TestLeasesCountEveryRequest(t *testing.T) {
	client, questions := jobstest.Redis(t), &asked{}
	client.AddHook(questions)
	l, _ := leasing(client)
	far := int64(0)
	for n := range leasedRate {
		a := l.Allow(t.Context(), "key", 1, leasedRate, leasedPeriod)
		if left := leasedRate - 1 - n; !a.OK || a.Remaining != left {
			t.Fatalf("request %d: %+v", n, a)
		}
		if look := l.Allow(t.Context(), "key", 0, leasedRate, leasedPeriod); n%100 == 0 && look.Remaining != a.Remaining {
			t.Fatalf("a look after request %d: %+v", n, look)
		}
		if a.Remaining == aheadShare {
			far = questions.Swap(0)
		}
	}
	if near := questions.Load(); far > leasedRate/2 || near < 2*aheadShare-1 {
		t.Errorf("%d questions while the limit was far, %d near it", far, near)
	}
	if a := l.Allow(t.Context(), "key", 1, leasedRate, leasedPeriod); a.OK || a.Remaining != 0 || a.Retry <= 0 {
		t.Errorf("above the limit: %+v", a)
	}
}

// TestLeasesOfProcesses sends requests and batches at once through three processes. However they fall, all together get
// exactly the limit while no lease ends, and never more; no process holds more than its share.
func TestLeasesOfProcesses(t *testing.T) {
	client := jobstest.Redis(t)
	for _, lose := range []bool{false, true} {
		client.FlushDB(t.Context())
		var allowed atomic.Int64
		var all sync.WaitGroup
		for p := range 3 {
			l, clock := leasing(client)
			for w := range 8 {
				all.Go(func() {
					random := rand.New(rand.NewPCG(uint64(p), uint64(w)))
					for refused := 0; refused < 3; {
						n := 1
						if random.IntN(20) == 0 {
							n = 1 + random.IntN(8)
						}
						a := l.Allow(t.Context(), "key", n, leasedRate, leasedPeriod)
						switch {
						case a.OK:
							allowed.Add(int64(n))
						case n == 1:
							refused++
						}
						if lose && random.IntN(50) == 0 {
							clock.Add(int64(leaseTime) * random.Int64N(3) / 2)
						}
						le := l.leases.get(leaseKey{"key", limitOf(leasedRate, leasedPeriod)}, nil)
						le.mu.Lock()
						if le.left > leasedRate/aheadShare {
							t.Errorf("%d are taken ahead", le.left)
						}
						le.mu.Unlock()
					}
				})
			}
		}
		all.Wait()
		if got := allowed.Load(); got > leasedRate || !lose && got != leasedRate {
			t.Errorf("losing leases %v: %d of %d were allowed", lose, got, leasedRate)
		}
	}
}

// TestLeasesEnd: what is left of a lease is not spent after its time, nor after the rate changed, nor by a key that is asked
// for seldom, of which nothing is taken ahead.
func TestLeasesEnd(t *testing.T) {
	l, clock := leasing(jobstest.Redis(t))
	allow := func(n int) Allowance { return l.Allow(t.Context(), "key", n, leasedRate, leasedPeriod) }
	for range 5 { // takes 0, 1 and 3 ahead and leaves 2
		allow(1)
	}
	le := l.leases.get(leaseKey{"key", limitOf(leasedRate, leasedPeriod)}, nil)
	if le.left != 2 {
		t.Fatalf("%d are left", le.left)
	}
	if batch := allow(5); !batch.OK || batch.Remaining != leasedRate-10 || le.left != 2 {
		t.Errorf("a batch beyond the lease: %+v, %d are left", batch, le.left)
	}
	clock.Add(int64(leaseTime))
	if a := allow(1); a.Remaining != leasedRate-13 || le.left != 0 {
		t.Errorf("after its end: %+v, %d are left", a, le.left)
	}
	for range 5 {
		clock.Add(int64(leaseTime))
		if allow(1); le.left != 0 {
			t.Errorf("a seldom request took %d ahead", le.left)
		}
	}
	if a := (&lease{left: 2}).include(Allowance{OK: true, Remaining: leasedRate - 1}, limitOf(leasedRate, leasedPeriod)); a.Remaining != leasedRate {
		t.Errorf("a bucket that is full again while 2 of a lease are left: %+v", a)
	}
	if a := l.Allow(t.Context(), "key", 1, 2*leasedRate, leasedPeriod); !a.OK || a.Remaining <= leasedRate {
		t.Errorf("another rate: %+v", a)
	}
}

// TestLeasesWithoutRedis asks many at once while Redis fails: nobody is refused for it, and nobody waits for ever.
func TestLeasesWithoutRedis(t *testing.T) {
	client := redis.NewClient(&redis.Options{MaxRetries: -1, ContextTimeoutEnabled: true, Dialer: func(context.Context, string, string) (net.Conn, error) {
		return nil, net.ErrClosed
	}})
	l, _ := leasing(client)
	le := l.leases.get(leaseKey{"key", limitOf(leasedRate, leasedPeriod)}, func() *lease { return &lease{at: l.now(), ahead: 1} })
	var allowed atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			if l.Allow(t.Context(), "key", 1, leasedRate, leasedPeriod).OK {
				allowed.Add(1)
			}
		})
	}
	all.Wait()
	_ = client.Close()
	if allowed.Load() != 64 || le.asking != nil || !l.down.Load() {
		t.Errorf("%d of 64 were allowed, counting here %v", allowed.Load(), l.down.Load())
	}
}

// BenchmarkLimiter allows requests of one key at once, far from its limit, and near it.
func BenchmarkLimiter(b *testing.B) {
	for name, rate := range map[string]int{"far": 1_000_000_000, "exact": aheadShare - 1} {
		b.Run(name, func(b *testing.B) {
			l := NewLimiter(jobstest.Redis(b), slog.New(slog.DiscardHandler))
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					l.Allow(context.Background(), "key", 1, rate, time.Minute)
				}
			})
		})
	}
}
