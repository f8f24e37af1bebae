package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/routehealth"
)

// Gauges are current measurements of the whole installation, for metrics.
type Gauges struct {
	Waiting        map[imports.State]int64 // unfinished imports by state
	Oldest         time.Duration           // how long the longest waiting import has waited for a worker
	Stalled        time.Duration           // how long no running import has made progress while others wait; 0 if none waits
	HoldsDue       int64                   // holds that ended and were not processed yet
	DeliveryDue    time.Duration           // how long the most overdue delivery has been due
	WatchDue       time.Duration           // how long the most overdue watch has been due
	Granted, Spent int64                   // credits of all workspaces
	Operations     []routehealth.Operation // those that were ever called, with only their state
	Checks         []routehealth.Check     // the last of each operation
}

// Gauges reads them in a few statements over small indexes.
func (s *Store) Gauges(ctx context.Context) (*Gauges, error) {
	g, now, q := &Gauges{Waiting: map[imports.State]int64{}}, s.Now(), s.Read(ctx)
	if err := g.imports(q, now); err != nil {
		return nil, db.Error(err)
	}
	if err := q.Raw("SELECT COUNT(*) FROM saved_references WHERE hold_expires_at <= ?", db.Micros(now)).Scan(&g.HoldsDue).Error; err != nil {
		return nil, db.Error(err)
	}
	if err := q.Select("route_id", "operation", "state").Find(&g.Operations).Error; err != nil {
		return nil, db.Error(err)
	}
	if err := q.Select("route_id", "operation", "code", "answered_at").Find(&g.Checks).Error; err != nil {
		return nil, db.Error(err)
	}
	if err := g.due(q, now); err != nil {
		return nil, db.Error(err)
	}
	row := q.Raw("SELECT COALESCE(SUM(granted), 0), COALESCE(SUM(spent), 0) FROM workspaces").Row()
	return g, db.Error(row.Scan(&g.Granted, &g.Spent))
}

// imports measures the unfinished imports.
func (g *Gauges) imports(q *gorm.DB, now time.Time) error {
	var states []struct {
		State            imports.State
		N, Oldest, Moved int64
	}
	err := q.Raw(`SELECT state, COUNT(*) AS n, MIN(` + imports.WaitingSince + `) AS oldest,
			MAX(updated_at) AS moved FROM imports
		WHERE state IN ('accepted', 'queued', 'running', 'retry_wait') GROUP BY state`).Scan(&states).Error
	moved := int64(0)
	for _, st := range states {
		g.Waiting[st.State] = st.N
		if st.State == imports.Running {
			moved = st.Moved
		} else {
			g.Oldest = max(g.Oldest, now.Sub(db.FromMicros(st.Oldest)))
		}
	}
	g.Stalled = min(g.Oldest, max(0, now.Sub(db.FromMicros(moved))))
	return err
}

// due measures overdue deliveries and watches. Deliveries to a disabled endpoint are not due.
func (g *Gauges) due(q *gorm.DB, now time.Time) error {
	for sql, age := range map[string]*time.Duration{
		"SELECT MIN((SELECT MIN(d.next_at) FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending')) AS at FROM webhooks w WHERE w.disabled_at IS NULL": &g.DeliveryDue,
		"SELECT MIN(next_run_at) AS at FROM watches WHERE next_run_at IS NOT NULL":                                                                                  &g.WatchDue,
	} {
		var found []struct{ At *int64 }
		if err := q.Raw(sql).Scan(&found).Error; err != nil {
			return err
		}
		if len(found) > 0 && found[0].At != nil {
			*age = max(0, now.Sub(db.FromMicros(*found[0].At)))
		}
	}
	return nil
}

// ImportsStalled returns how long no running import has made progress while others wait; 0 if none waits.
func (s *Store) ImportsStalled(ctx context.Context) (time.Duration, error) {
	g := &Gauges{Waiting: map[imports.State]int64{}}
	err := g.imports(s.Read(ctx), s.Now())
	return g.Stalled, db.Error(err)
}
