package models

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// Gauges are what the whole installation looks like now, for metrics.
type Gauges struct {
	Waiting        map[ImportState]int64 // unfinished imports by state
	Oldest         time.Duration         // since the import that waits longest for a worker began to wait
	Stalled        time.Duration         // since a running import last moved, while others wait; 0 when none waits
	HoldsDue       int64                 // holds that ended and were not claimed yet
	Granted, Spent int64                 // credits of all workspaces
	Operations     []RouteOperation      // that were ever called, with their state alone
}

// waitingSince is when an import began to wait for a worker: when it was made, or became queued for another
// attempt, whatever was done about its task since.
const waitingSince = `CASE WHEN attempt = 0 THEN created_at ELSE updated_at END`

// Gauges reads them, in four statements over small indexes.
func (s *Store) Gauges(ctx context.Context) (*Gauges, error) {
	g, now, q := &Gauges{Waiting: map[ImportState]int64{}}, s.now(), s.read.WithContext(ctx)
	if err := g.imports(q, now); err != nil {
		return nil, dbFault(err)
	}
	if err := q.Raw("SELECT COUNT(*) FROM refs WHERE hold_expires_at <= ?", micros(now)).Scan(&g.HoldsDue).Error; err != nil {
		return nil, dbFault(err)
	}
	if err := q.Select("route_id", "operation", "state").Find(&g.Operations).Error; err != nil {
		return nil, dbFault(err)
	}
	row := q.Raw("SELECT COALESCE(SUM(granted), 0), COALESCE(SUM(spent), 0) FROM workspaces").Row()
	return g, dbFault(row.Scan(&g.Granted, &g.Spent))
}

// imports reads how the unfinished imports stand.
func (g *Gauges) imports(q *gorm.DB, now time.Time) error {
	var states []struct {
		State            ImportState
		N, Oldest, Moved int64
	}
	err := q.Raw(`SELECT state, COUNT(*) AS n, MIN(CASE WHEN state = 'retry_wait' THEN next_attempt_at ELSE ` + waitingSince + ` END) AS oldest,
			MAX(updated_at) AS moved FROM imports
		WHERE state IN ('accepted', 'queued', 'running', 'retry_wait') GROUP BY state`).Scan(&states).Error
	moved := int64(0)
	for _, st := range states {
		g.Waiting[st.State] = st.N
		if st.State == ImportRunning {
			moved = st.Moved
		} else {
			g.Oldest = max(g.Oldest, now.Sub(fromMicros(st.Oldest)))
		}
	}
	g.Stalled = min(g.Oldest, max(0, now.Sub(fromMicros(moved))))
	return err
}

// ImportsStalled is how long no running import has moved while others wait; 0 when none waits.
func (s *Store) ImportsStalled(ctx context.Context) (time.Duration, error) {
	g := &Gauges{Waiting: map[ImportState]int64{}}
	err := g.imports(s.read.WithContext(ctx), s.now())
	return g.Stalled, dbFault(err)
}
