package youtube

import (
	"errors"
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // quotas reset at midnight Pacific time, also on machines without time zone data

	"socialdata/internal/apierror"
)

// bucket is a separately counted quota of the official API.
type bucket string

const (
	searches bucket = "searches" // 100 calls a day since June 2026
	counts   bucket = "counts"   // videos:batchGetStats, 10,000 calls a day
	general  bucket = "units"    // all other calls, 10,000 units a day
)

func bucketOf(resource string) bucket {
	switch resource {
	case "search":
		return searches
	case statsResource:
		return counts
	}
	return general
}

// quotas records until when buckets are used up. A used-up bucket is not called before that.
type quotas struct {
	now   func() time.Time // nil: time.Now
	mu    sync.Mutex
	until map[bucket]time.Time
}

func (q *quotas) time() time.Time {
	if q.now == nil {
		return time.Now()
	}
	return q.now()
}

// check returns an error if a bucket is used up, else nil.
func (q *quotas) check(b bucket) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	left := q.until[b].Sub(q.time())
	if left <= 0 {
		return nil
	}
	return apierror.Wrap(fmt.Errorf("%w of %s until %s", errQuota, b, q.until[b].UTC().Format(time.RFC3339)), apierror.CodeRouteDegraded).After(left)
}

// refusal returns the error for a refusal's reason, and marks the bucket as used up if that is the reason.
func (q *quotas) refusal(b bucket, reason string) error {
	switch reason {
	case "quotaExceeded", "dailyLimitExceeded":
		q.mu.Lock()
		if q.until == nil {
			q.until = map[bucket]time.Time{}
		}
		q.until[b] = nextReset(q.time())
		q.mu.Unlock()
		return q.check(b)
	case "rateLimitExceeded", "userRateLimitExceeded":
		return apierror.Wrap(errRate, apierror.CodeRouteDegraded).After(time.Minute)
	}
	return apierror.Wrap(errKey, apierror.CodeRouteDegraded)
}

var (
	errQuota = errors.New("the official API's quota is used up")
	errRate  = errors.New("the official API wants fewer requests a minute")
	errKey   = errors.New("the official API refuses the key")
)

// nextReset returns when quotas reset: at the next midnight Pacific time.
func nextReset(now time.Time) time.Time {
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		zone = time.FixedZone("Pacific", -8*3600)
	}
	y, m, d := now.In(zone).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone)
}
