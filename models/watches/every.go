package watches

import (
	"math/rand/v2"
	"time"
)

// Every is the interval of a watch.
type Every string

// everies are the possible intervals, the shortest first.
var everies = []struct {
	word Every
	is   time.Duration
}{{"1h", time.Hour}, {"6h", 6 * time.Hour}, {"12h", 12 * time.Hour}, {"1d", 24 * time.Hour}, {"7d", 7 * 24 * time.Hour}}

// Everies lists every Every once.
func Everies() []Every {
	list := make([]Every, len(everies))
	for n, e := range everies {
		list[n] = e.word
	}
	return list
}

// Duration returns the interval; 0 if e is not one.
func (e Every) Duration() time.Duration {
	for _, have := range everies {
		if have.word == e {
			return have.is
		}
	}
	return 0
}

// mostSpread is how much a wait is varied at most, so that what runs every day runs in 24 hours, not in 25.
const mostSpread = 10 * time.Minute

// spread varies a wait by up to a twentieth and mostSpread, so that watches created together do not run together.
func spread(wait time.Duration) time.Duration {
	return wait + time.Duration((2*rand.Float64()-1)*float64(min(wait/20, mostSpread)))
}

// faultWaits are the waits after failed runs; after the last one the watch's interval is used. No wait is longer than that.
var faultWaits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour}

// nextAfterFault returns the next run of a watch whose last failures runs failed. A later time that the platform asked
// for takes precedence.
func nextAfterFault(now time.Time, every Every, failures int64, wish time.Duration) time.Time {
	wait := every.Duration()
	if failures >= 1 && failures <= int64(len(faultWaits)) {
		wait = min(wait, faultWaits[failures-1])
	}
	return now.Add(spread(max(wait, min(wish, every.Duration()))))
}
