package web

import (
	"context"
	"sync"
	"time"

	"github.com/go-redis/redis_rate/v10"
)

// lease holds requests that this process has taken from a key's limit in advance, so that one call to Redis serves
// many requests. Redis counts them as used when they are taken, so all processes together never get more than the
// bucket allows. In a given minute they can exceed the limit only by what they held when the minute began: each at
// most the limit divided by aheadShare, and all together at most what the bucket regains in leaseTime. What remains
// when a lease ends is lost, so others may be rejected a little too early. Small limits, and large ones that are
// nearly used up, are checked in Redis on every request.
type lease struct {
	mu     sync.Mutex
	left   int           // taken and not yet used
	ahead  int           // how many were last requested in advance
	at     time.Time     // when that was decided; the lease ends leaseTime later
	full   time.Time     // when the bucket in Redis is full again, as far as this process knows
	asking chan struct{} // closed when the pending call to Redis has ended; nil if there is none
}

// leaseKey identifies a lease. If the rate of a key changes, it gets another lease.
type leaseKey struct {
	key   string
	limit redis_rate.Limit
}

// The limits of leases, documented in docs/operating.md.
const (
	aheadShare = 128
	leaseTime  = time.Second
)

// allowLeased takes n from the key's lease or else from Redis. If a lease is being taken, the request waits for it
// once.
func (l *redisLimiter) allowLeased(ctx context.Context, key string, n int, limit redis_rate.Limit) Allowance {
	le := l.leases.get(leaseKey{key, limit}, func() *lease { return &lease{} })
	now := l.now()
	a, ahead, pending := le.spend(n, now, limit, n == 0)
	if pending != nil {
		<-pending
		now = l.now()
		a, ahead, _ = le.spend(n, now, limit, true)
	}
	if a.OK {
		return a
	}
	if ahead > 0 {
		defer le.release()
	}
	a, took := l.ask(ctx, key, n, ahead, limit)
	return le.learn(a, took, now, limit)
}

// spend takes n from the lease if enough is left. Otherwise, if pending is not nil, another request is taking a
// lease; else the caller must take n and ahead more from Redis.
func (le *lease) spend(n int, now time.Time, limit redis_rate.Limit, alone bool) (a Allowance, ahead int, pending <-chan struct{}) {
	le.mu.Lock()
	defer le.mu.Unlock()
	if now.Sub(le.at) >= leaseTime {
		le.left = 0
	}
	switch {
	case le.left >= max(n, 1):
		le.left -= n
		return le.include(Allowance{OK: true, Remaining: le.bucket(now, limit), Reset: max(0, le.full.Sub(now))}, limit), 0, nil
	case alone, le.left > 0:
		return Allowance{}, 0, nil
	case le.asking != nil:
		return Allowance{}, 0, le.asking
	}
	le.ahead, le.at = le.next(now, limit), now
	if le.ahead > 0 {
		le.asking = make(chan struct{})
	}
	return Allowance{}, le.ahead, nil
}

// next decides how many requests to take in advance: more each time if the last ones were used in less than half of
// leaseTime, and none for a key that is rarely used.
func (le *lease) next(now time.Time, limit redis_rate.Limit) int {
	ahead := le.ahead
	switch since := now.Sub(le.at); {
	case since >= leaseTime:
		return 0
	case since < leaseTime/2:
		ahead = 2*ahead + 1
	}
	return min(ahead, le.bucket(now, limit)/aheadShare)
}

// learn records what Redis returned and what was taken in advance, and returns the allowance as this process sees it.
func (le *lease) learn(a Allowance, took int, asked time.Time, limit redis_rate.Limit) Allowance {
	le.mu.Lock()
	defer le.mu.Unlock()
	le.full = asked.Add(a.Reset)
	le.left += took
	if a.OK {
		a.Remaining = le.bucket(asked, limit)
	}
	return le.include(a, limit)
}

// release lets requests continue that wait for the lease.
func (le *lease) release() {
	le.mu.Lock()
	defer le.mu.Unlock()
	close(le.asking)
	le.asking = nil
}

// bucket returns what is left in Redis. Redis rounds its times, so a number just below an integer counts as that
// integer; otherwise the headers would skip numbers.
func (le *lease) bucket(now time.Time, limit redis_rate.Limit) int {
	const nearly = 0.01
	return int(float64(limit.Rate)*(1-max(0, le.full.Sub(now)).Seconds()/limit.Period.Seconds()) + nearly)
}

// include adds what is left of the lease to the allowance.
func (le *lease) include(a Allowance, limit redis_rate.Limit) Allowance {
	a.Remaining = min(a.Remaining+le.left, limit.Burst) // the bucket may be full again before the lease ends
	a.Reset = max(0, a.Reset-time.Duration(le.left)*limit.Period/time.Duration(limit.Rate))
	return a
}
