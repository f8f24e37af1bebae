package web

import (
	"context"
	"sync"
	"time"

	"github.com/go-redis/redis_rate/v10"
)

// lease holds what this process took of a key's allowance ahead of the requests that will spend it, so that one question to
// Redis serves many. Redis counts it as spent when it is taken: all processes together get no more than the bucket gives. Over a
// minute they may spend more than it gave in that minute by what they held when the minute began: at most the aheadShare-th part
// of the limit each, and together no more than comes back within leaseTime. What is left when a lease ends is lost, so others
// may be refused that much too early. Where less than aheadShare is left nothing is taken ahead, and every request asks.
type lease struct {
	mu     sync.Mutex
	left   int           // taken and not yet spent
	ahead  int           // how many were to be taken ahead last
	at     time.Time     // when that was decided: the lease ends leaseTime later
	full   time.Time     // when the bucket in Redis is full again, as far as this process knows
	asking chan struct{} // closed when what is being taken ahead is there; nil if nothing is
}

// leaseKey names a lease: with another rate a key gets another one.
type leaseKey struct {
	key   string
	limit redis_rate.Limit
}

// The bounds of leases, which docs/operating.md states.
const (
	aheadShare = 128
	leaseTime  = time.Second
)

// allowLeased takes n from the key's lease, or asks Redis. Requests that come while a lease is being taken wait for it once.
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

// spend takes n of what is left. If that is too little and no other request is taking more (pending), the caller is to ask Redis
// for n and ahead, or for n alone.
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

// next decides how many to take ahead: more each time as long as they are spent in less than half of a lease's time, and none
// for a key that is asked for seldom.
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

// learn keeps what Redis answered and what was taken ahead, and returns the answer as this process sees it.
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

// release lets those go on who wait for what was taken ahead.
func (le *lease) release() {
	le.mu.Lock()
	defer le.mu.Unlock()
	close(le.asking)
	le.asking = nil
}

// bucket returns what is left in Redis, which rounds its times: what is nearly one counts as one, or headers would skip numbers.
func (le *lease) bucket(now time.Time, limit redis_rate.Limit) int {
	const nearly = 0.01
	return int(float64(limit.Rate)*(1-max(0, le.full.Sub(now)).Seconds()/limit.Period.Seconds()) + nearly)
}

// include counts what is left of the lease as not spent.
func (le *lease) include(a Allowance, limit redis_rate.Limit) Allowance {
	a.Remaining += le.left
	a.Reset = max(0, a.Reset-time.Duration(le.left)*limit.Period/time.Duration(limit.Rate))
	return a
}
