package models

import (
	"context"
	"time"
)

// Gauges are what the whole installation looks like now, for metrics.
type Gauges struct {
	Waiting        map[ImportState]int64 // unfinished imports by state
	Oldest         time.Duration         // since the import that waits longest for a worker began to wait
	HoldsDue       int64                 // holds that ended and were not claimed yet
	Granted, Spent int64                 // credits of all workspaces
	Degraded       map[string]bool       // of every route that was ever used
}

// waitingSince is when an import began to wait for a worker: when it was made, or became queued for another
// attempt, whatever was done about its task since.
const waitingSince = `CASE WHEN attempt = 0 THEN created_at ELSE updated_at END`

// Gauges reads them, in four statements over small indexes.
func (s *Store) Gauges(ctx context.Context) (*Gauges, error) {
	g, now, q := &Gauges{Waiting: map[ImportState]int64{}, Degraded: map[string]bool{}}, s.now(), s.read.WithContext(ctx)
	var states []struct {
		State     ImportState
		N, Oldest int64
	}
	err := q.Raw(`SELECT state, COUNT(*) AS n, MIN(CASE WHEN state = 'retry_wait' THEN next_attempt_at ELSE `+waitingSince+` END) AS oldest FROM imports
		WHERE state IN ('accepted', 'queued', 'running', 'retry_wait') GROUP BY state`).Scan(&states).Error
	if err != nil {
		return nil, dbFault(err)
	}
	for _, st := range states {
		g.Waiting[st.State] = st.N
		if st.State != ImportRunning {
			g.Oldest = max(g.Oldest, now.Sub(fromMicros(st.Oldest)))
		}
	}
	if err := q.Raw("SELECT COUNT(*) FROM refs WHERE hold_expires_at <= ?", micros(now)).Scan(&g.HoldsDue).Error; err != nil {
		return nil, dbFault(err)
	}
	var routes []RouteState
	if err := q.Select("route_id", "state").Find(&routes).Error; err != nil {
		return nil, dbFault(err)
	}
	for _, r := range routes {
		g.Degraded[r.RouteID] = r.State == routeDegraded
	}
	row := q.Raw("SELECT COALESCE(SUM(granted), 0), COALESCE(SUM(spent), 0) FROM workspaces").Row()
	return g, dbFault(row.Scan(&g.Granted, &g.Spent))
}
