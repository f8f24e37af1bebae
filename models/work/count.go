package work

import (
	"context"
	"time"

	"socialdata/models/db"
)

// Counts are the current numbers of a kind.
type Counts struct {
	Due, Running  int64
	Later, Failed int64         // not due yet: before the first run, and after a failed one
	Oldest        time.Duration // how long the oldest due job has been due
}

// Count counts the work of all kinds.
func (s *Store) Count(ctx context.Context) (map[Kind]Counts, error) {
	now := s.NowMicros()
	var rows []struct {
		Kind   Kind
		Since  *int64
		Counts `gorm:"embedded"`
	}
	err := s.Read(ctx).Raw(`SELECT kind, MIN(CASE WHEN run_at <= ? THEN run_at END) AS since, SUM(CASE WHEN run_at <= ? THEN 1 ELSE 0 END) AS due,
			SUM(CASE WHEN run_at > ? AND lease_holder <> '' THEN 1 ELSE 0 END) AS running,
			SUM(CASE WHEN run_at > ? AND lease_holder = '' AND attempt = 0 THEN 1 ELSE 0 END) AS later,
			SUM(CASE WHEN run_at > ? AND lease_holder = '' AND attempt > 0 THEN 1 ELSE 0 END) AS failed
		FROM jobs GROUP BY kind`, now, now, now, now, now).Scan(&rows).Error
	all := map[Kind]Counts{}
	for _, r := range rows {
		if r.Since != nil {
			r.Oldest = time.Duration(now-*r.Since) * time.Microsecond
		}
		all[r.Kind] = r.Counts
	}
	return all, db.Error(err)
}
