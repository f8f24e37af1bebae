package web

import (
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/time/rate"
)

// localLimiter counts in this process, for the most recently used keys.
type localLimiter struct {
	buckets *perKey[string, rate.Limiter]
}

func newLocalLimiter() *localLimiter {
	return &localLimiter{buckets: newPerKey[string, rate.Limiter]()}
}

// Allow implements Limiter.
func (l *localLimiter) Allow(_ context.Context, key string, n, perPeriod int, period time.Duration) Allowance {
	each := period / time.Duration(perPeriod)
	b := l.buckets.get(key, func() *rate.Limiter { return rate.NewLimiter(rate.Every(each), perPeriod) })
	allowed := b.AllowN(time.Now(), n)
	left := b.Tokens() // negative while some are owed
	a := Allowance{OK: allowed || n == 0, Remaining: int(max(0, left)), Reset: time.Duration((float64(perPeriod) - left) * float64(each))}
	if !allowed {
		a.Retry = time.Duration((float64(n) - left) * float64(each))
	}
	return a
}

// Refund implements Limiter.
func (l *localLimiter) Refund(_ context.Context, key string, _ int, _ time.Duration) {
	if b, ok := l.buckets.values.Get(key); ok {
		b.AllowN(time.Now(), -1)
	}
}

// Owe implements Limiter.
func (l *localLimiter) Owe(_ context.Context, key string, _ int, _ time.Duration) {
	if b, ok := l.buckets.values.Get(key); ok {
		b.ReserveN(time.Now(), 1)
	}
}

// perKey keeps a value for each of the most recently used keys.
type perKey[K comparable, V any] struct {
	mu     sync.Mutex // held while a value is looked up or created, so that concurrent requests share it
	values *lru.LRU[K, *V]
}

// limiterKeys is the maximum number of keys in memory.
const limiterKeys = 50_000

func newPerKey[K comparable, V any]() *perKey[K, V] {
	return &perKey[K, V]{values: lru.NewLRU[K, *V](limiterKeys, nil, 30*time.Minute)}
}

// get returns the value of a key, creating it with create if there is none.
func (p *perKey[K, V]) get(key K, create func() *V) *V {
	p.mu.Lock()
	defer p.mu.Unlock()
	v, ok := p.values.Get(key)
	if !ok {
		v = create()
		p.values.Add(key, v)
	}
	return v
}
