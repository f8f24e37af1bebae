package db

import (
	"context"
	"math"
	"time"
)

// FollowClock corrects the DB's clock by what ClockAhead returned, so that times written by several processes are in order.
func (d *DB) FollowClock(ahead time.Duration) { d.ahead.Store(int64(ahead)) }

// clockQuestions is how often ClockAhead reads the server's clock; the fastest round trip is the most accurate.
const clockQuestions = 3

// ClockAhead returns how far this process's clock is ahead of the database server's; negative if it is behind. Its error
// is at most half of the fastest of a few round trips. For SQLite it returns 0.
func (d *DB) ClockAhead(ctx context.Context) (time.Duration, error) {
	if !d.Postgres {
		return 0, nil
	}
	var ahead time.Duration
	quickest := time.Duration(math.MaxInt64)
	for range clockQuestions {
		var theirs time.Time
		asked := d.clock()
		if err := d.Read(ctx).Raw("SELECT clock_timestamp()").Row().Scan(&theirs); err != nil {
			return 0, Error(err)
		}
		if took := d.clock().Sub(asked); took < quickest {
			quickest, ahead = took, asked.Add(took/2).Sub(theirs)
		}
	}
	return ahead, nil
}
