package db

import (
	"context"
	"time"
)

// FollowClock puts the store's clock right by the database's, so that what several processes write is in one order.
func (d *DB) FollowClock(ctx context.Context) error {
	ahead, err := d.ClockAhead(ctx)
	if err == nil {
		d.ahead.Store(int64(ahead))
	}
	return err
}

// ClockAhead returns how far this process's clock is ahead of the database's; negative is behind. SQLite has this machine's
// clock.
func (d *DB) ClockAhead(ctx context.Context) (time.Duration, error) {
	if !d.Postgres {
		return 0, nil
	}
	var theirs time.Time
	err := d.Read(ctx).Raw("SELECT clock_timestamp()").Row().Scan(&theirs)
	return d.clock().Sub(theirs), Error(err)
}
