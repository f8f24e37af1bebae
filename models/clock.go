package models

import (
	"context"
	"time"
)

// FollowClock puts the store's clock right by the database's, so that what several processes write is in one order.
func (s *Store) FollowClock(ctx context.Context) error {
	ahead, err := s.ClockAhead(ctx)
	if err == nil {
		s.ahead.Store(int64(ahead))
	}
	return err
}

// ClockAhead returns how far this process's clock is ahead of the database's; negative is behind. SQLite has this machine's
// clock.
func (s *Store) ClockAhead(ctx context.Context) (time.Duration, error) {
	if !s.pg {
		return 0, nil
	}
	var theirs time.Time
	err := s.read.WithContext(ctx).Raw("SELECT clock_timestamp()").Row().Scan(&theirs)
	return s.clock().Sub(theirs), dbFault(err)
}
