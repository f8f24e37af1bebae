package watches

import (
	"math/rand/v2"
	"time"
)

// Every says how often a watch runs.
type Every string

// everies are the intervals that there are, the shortest first.
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

// Duration returns the interval; 0 for a word that is none.
func (e Every) Duration() time.Duration {
	for _, have := range everies {
		if have.word == e {
			return have.is
		}
	}
	return 0
}

// spread moves a wait by up to a twentieth, so that watches that were made together do not run together.
func spread(wait time.Duration) time.Duration {
	return time.Duration((0.95 + 0.1*rand.Float64()) * float64(wait))
}

// faultWaits are the times until a run that failed is made again; after them the watch's own interval counts. None is longer
// than that.
var faultWaits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour}

// nextAfterFault returns when a watch whose last failures runs failed runs again. The platform's own wish counts if it is
// later.
func nextAfterFault(now time.Time, every Every, failures int64, wish time.Duration) time.Time {
	wait := every.Duration()
	if failures >= 1 && failures <= int64(len(faultWaits)) {
		wait = min(wait, faultWaits[failures-1])
	}
	return now.Add(spread(max(wait, min(wish, every.Duration()))))
}
