package db

import (
	"context"
	"math"
	"time"
)

// FollowClock corrects the clock by the database's, so that what several processes write is in one order.
func (d *DB) FollowClock(ctx context.Context) error {
	ahead, err := d.ClockAhead(ctx)
	if err == nil {
		d.ahead.Store(int64(ahead))
	}
	return err
}

// clockQuestions is how often ClockAhead asks: the quickest answer says most.
const clockQuestions = 5

// ClockAhead returns how far this process's clock is ahead of the database's; negative is behind. It is right to half the
// time of the quickest of a few round trips. SQLite has this machine's clock.
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
