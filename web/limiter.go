package web

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/redis/go-redis/v9"
)

// redisLimiter counts in Redis, shared by all processes, or in this process while Redis does not respond. From large
// limits it takes some requests ahead (see lease).
type redisLimiter struct {
	client *redis.Client
	redis  *redis_rate.Limiter
	local  *localLimiter
	leases *perKey[leaseKey, lease]
	now    func() time.Time
	log    *slog.Logger
	down   atomic.Bool
}

// NewLimiter returns a limiter that counts in Redis. It does not reject requests because Redis does not respond. The
// client's calls must end with their context (ContextTimeoutEnabled).
func NewLimiter(client *redis.Client, log *slog.Logger) Limiter {
	return &redisLimiter{client: client, redis: redis_rate.NewLimiter(client), local: newLocalLimiter(), leases: newPerKey[leaseKey, lease](),
		now: time.Now, log: log}
}

// redisTimeout is how long a request waits for the limiter's Redis. After a failure requests no longer wait: Redis is
// called in the background every redisRetryEvery until it responds.
const (
	redisTimeout    = 250 * time.Millisecond
	redisRetryEvery = time.Second
)

// Allow implements Limiter.
func (l *redisLimiter) Allow(ctx context.Context, key string, n, perPeriod int, period time.Duration) Allowance {
	limit := limitOf(perPeriod, period)
	if perPeriod < aheadShare {
		a, _ := l.ask(ctx, key, n, 0, limit)
		return a
	}
	return l.allowLeased(ctx, key, n, limit)
}

func limitOf(rate int, period time.Duration) redis_rate.Limit {
	return redis_rate.Limit{Rate: rate, Burst: rate, Period: period}
}

// ask takes n from the bucket in Redis, and ahead more if they fit as well. It does not stop when ctx ends, because
// other requests may be waiting for the result.
func (l *redisLimiter) ask(ctx context.Context, key string, n, ahead int, limit redis_rate.Limit) (a Allowance, took int) {
	if l.down.Load() {
		return l.local.Allow(ctx, key, n, limit.Rate, limit.Period), 0
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), redisTimeout)
	defer cancel()
	res, err := l.redis.AllowN(ctx, key, limit, n+ahead)
	if err == nil && ahead > 0 && res.Allowed < n+ahead {
		res, err = l.redis.AllowN(ctx, key, limit, n)
	}
	if err != nil {
		l.countLocally(err)
		return l.local.Allow(ctx, key, n, limit.Rate, limit.Period), 0
	}
	return Allowance{OK: res.Allowed >= n, Remaining: res.Remaining, Reset: res.ResetAfter, Retry: max(0, res.RetryAfter)}, max(0, res.Allowed-n)
}

// countLocally switches to this process's own counts until Redis responds again.
func (l *redisLimiter) countLocally(err error) {
	if l.down.CompareAndSwap(false, true) {
		l.log.Warn("Redis does not respond: the rate limiter counts in this process", "cause", err)
		go l.awaitRedis()
	}
}

// awaitRedis calls Redis until it responds or the client is closed.
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

// moveScript moves the time at which a bucket of redis_rate is full again, by a number of seconds. The library's own
// AllowN cannot do this: with a negative number it loses the last request of a bucket, and it never takes more than
// there is.
var moveScript = redis.NewScript(`
local full, by = redis.call("GET", KEYS[1]), tonumber(ARGV[1])
if full then
  local left = math.max(1, redis.call("TTL", KEYS[1]) + math.ceil(math.max(0, by)))
  redis.call("SET", KEYS[1], tonumber(full) + by, "EX", left)
end
return 0`)

// Refund implements Limiter.
func (l *redisLimiter) Refund(ctx context.Context, key string, perPeriod int, period time.Duration) {
	if !l.move(ctx, key, -period/time.Duration(perPeriod)) {
		l.local.Refund(ctx, key, perPeriod, period)
	}
}

// Owe implements Limiter.
func (l *redisLimiter) Owe(ctx context.Context, key string, perPeriod int, period time.Duration) {
	if !l.move(ctx, key, period/time.Duration(perPeriod)) {
		l.local.Owe(ctx, key, perPeriod, period)
	}
}

// move delays the time at which a key's bucket is full again; a negative duration brings it forward. It reports
// whether Redis is in use.
func (l *redisLimiter) move(ctx context.Context, key string, by time.Duration) bool {
	if l.down.Load() {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	if err := moveScript.Run(ctx, l.client, []string{redisRatePrefix + key}, by.Seconds()).Err(); err != nil {
		l.countLocally(err)
	}
	return true
}

// redisRatePrefix is the prefix of redis_rate's keys.
const redisRatePrefix = "rate:"
