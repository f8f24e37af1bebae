package web

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-redis/redis_rate/v10"
	lru "github.com/hashicorp/golang-lru/v2/expirable"
	"github.com/redis/go-redis/v9"
	"golang.org/x/time/rate"
)

// redisLimiter counts in Redis, where all processes see it, and in this process while Redis does not respond.
type redisLimiter struct {
	client *redis.Client
	redis  *redis_rate.Limiter
	local  *localLimiter
	log    *slog.Logger
	down   atomic.Bool
}

// NewLimiter returns a limiter that counts in Redis. No request is refused because Redis does not respond. Calls must end with their context (ContextTimeoutEnabled).
func NewLimiter(client *redis.Client, log *slog.Logger) Limiter {
	return &redisLimiter{client: client, redis: redis_rate.NewLimiter(client), local: newLocalLimiter(), log: log}
}

// patience bounds how long a request waits for the limiter's Redis. After a failure no request waits: it is asked in the
// background after each pause, until it answers.
const (
	redisTimeout    = 250 * time.Millisecond
	redisRetryEvery = time.Second
)

// Allow implements Limiter.
func (l *redisLimiter) Allow(ctx context.Context, key string, n, perPeriod int, period time.Duration) Allowance {
	if l.down.Load() {
		return l.local.Allow(ctx, key, n, perPeriod, period)
	}
	ctx, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	res, err := l.redis.AllowN(ctx, key, redis_rate.Limit{Rate: perPeriod, Burst: perPeriod, Period: period}, n)
	if err != nil {
		l.countLocally(err)
		return l.local.Allow(ctx, key, n, perPeriod, period)
	}
	return Allowance{OK: res.Allowed >= n, Remaining: res.Remaining, Reset: res.ResetAfter, Retry: max(0, res.RetryAfter)}
}

// countLocally turns to this process's own counts until Redis answers again.
func (l *redisLimiter) countLocally(err error) {
	if l.down.CompareAndSwap(false, true) {
		l.log.Warn("Redis does not respond: the rate limiter counts in this process", "cause", err)
		go l.awaitRedis()
	}
}

// awaitRedis asks Redis until it answers, or the client is closed.
func (l *redisLimiter) awaitRedis() {
	for {
		time.Sleep(redisRetryEvery)
		ctx, cancel := context.WithTimeout(context.Background(), redisTimeout)
		err := l.client.Ping(ctx).Err()
		cancel()
		if err == nil || errors.Is(err, redis.ErrClosed) {
			l.down.Store(false)
			return
		}
	}
}

// refundScript moves the time at which redis_rate's bucket of a key is full again back by one; its own AllowN with a
// negative number loses the last one of a bucket.
var refundScript = redis.NewScript(`
local full = redis.call("GET", KEYS[1])
if full then redis.call("SET", KEYS[1], tonumber(full) - tonumber(ARGV[1]), "KEEPTTL") end
return 0`)

// Refund implements Limiter.
func (l *redisLimiter) Refund(ctx context.Context, key string, perPeriod int, period time.Duration) {
	if l.down.Load() {
		l.local.Refund(ctx, key, perPeriod, period)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	each := (period / time.Duration(perPeriod)).Seconds()
	if err := refundScript.Run(ctx, l.client, []string{redisRatePrefix + key}, each).Err(); err != nil {
		l.countLocally(err)
	}
}

// redisRatePrefix is the prefix of redis_rate's keys.
const redisRatePrefix = "rate:"

// localLimiter counts in this process: the keys used last are kept.
type localLimiter struct {
	mu      sync.Mutex // held while a bucket is looked for or made, so that requests at once share it
	buckets *lru.LRU[string, *rate.Limiter]
}

// localKeys bounds the memory of a localLimiter.
const localKeys = 50_000

func newLocalLimiter() *localLimiter {
	return &localLimiter{buckets: lru.NewLRU[string, *rate.Limiter](localKeys, nil, 30*time.Minute)}
}

// Allow implements Limiter.
func (l *localLimiter) Allow(_ context.Context, key string, n, perPeriod int, period time.Duration) Allowance {
	each := period / time.Duration(perPeriod)
	b := l.bucket(key, each, perPeriod)
	allowed := b.AllowN(time.Now(), n)
	left := max(0, b.Tokens())
	a := Allowance{OK: allowed, Remaining: int(left), Reset: time.Duration((float64(perPeriod) - left) * float64(each))}
	if !allowed {
		a.Retry = time.Duration((float64(n) - left) * float64(each))
	}
	return a
}

// Refund implements Limiter.
func (l *localLimiter) Refund(_ context.Context, key string, _ int, _ time.Duration) {
	if b, ok := l.buckets.Get(key); ok {
		b.AllowN(time.Now(), -1)
	}
}

func (l *localLimiter) bucket(key string, each time.Duration, perPeriod int) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(key)
	if !ok {
		b = rate.NewLimiter(rate.Every(each), perPeriod)
		l.buckets.Add(key, b)
	}
	return b
}
