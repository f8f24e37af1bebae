package models

import (
	"context"
	"time"
)

// ClockAhead is how far the store's clock is ahead of the database's; negative is behind. SQLite has this machine's clock.
func (s *Store) ClockAhead(ctx context.Context) (time.Duration, error) {
	if !s.pg {
		return 0, nil
	}
	var theirs time.Time
	err := s.read.WithContext(ctx).Raw("SELECT clock_timestamp()").Row().Scan(&theirs)
	return s.now().Sub(theirs), dbFault(err)
}
