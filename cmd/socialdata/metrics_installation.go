package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"socialdata/models"
	"socialdata/models/imports"
)

// installation reads the shared state at every scrape. Every process reports the same values: use the maximum, not the sum.
type installation struct{ store *models.Store }

// readWithin is the time limit for a scrape's queries.
const readWithin = 5 * time.Second

func metricDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("socialdata_"+name, help, labels, nil)
}

// oneIf returns the value of a gauge that is 1 or 0.
func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Describe implements prometheus.Collector. It describes nothing, because the metrics depend on the database.
func (*installation) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (i *installation) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readWithin)
	defer cancel()
	gauge := func(value float64, name, help string, labels ...string) {
		n := map[string][]string{"imports_unfinished": {"state"}, "route_degraded": {"route", "operation"}, "route_check_failed": {"route", "operation"}, "route_answered_timestamp_seconds": {"route", "operation"}}[name]
		to <- prometheus.MustNewConstMetric(metricDesc(name, help, n...), prometheus.GaugeValue, value, labels...)
	}
	g, err := i.store.Gauges(ctx)
	if err != nil {
		gauge(0, "database_up", "Whether the database answered this scrape.")
		return
	}
	gauge(1, "database_up", "Whether the database answered this scrape.")
	for _, state := range []imports.State{imports.Accepted, imports.Queued, imports.Running, imports.RetryWait} {
		gauge(float64(g.Waiting[state]), "imports_unfinished", "Depth of the queue: imports that have not ended, by state.", string(state))
	}
	gauge(g.Oldest.Seconds(), "import_oldest_seconds", "Age of the queue: how long the import that waits longest for a worker has waited.")
	gauge(g.Stalled.Seconds(), "imports_stalled_seconds", "How long no running import has moved while others wait; 0 when none waits.")
	gauge(g.DeliveryDue.Seconds(), "delivery_oldest_seconds", "How long the delivery to an endpoint that waits longest has been due; 0 when none is.")
	gauge(g.WatchDue.Seconds(), "watch_oldest_seconds", "How long the watch that waits longest for its run has been due; 0 when none is.")
	gauge(float64(g.HoldsDue), "holds_due", "Media holds that ended and whose bytes were not taken back yet.")
	for _, o := range g.Operations {
		gauge(oneIf(o.Degraded()), "route_degraded", "1 while an operation of a source route is degraded.", o.RouteID, o.Operation)
	}
	for _, c := range g.Checks {
		gauge(oneIf(c.Code != ""), "route_check_failed", "1 if the last check of an operation by its known objects failed.", c.RouteID, c.Operation)
		if c.AnsweredAt != nil {
			gauge(float64(*c.AnsweredAt)/1e6, "route_answered_timestamp_seconds", "When a check of an operation was last answered.", c.RouteID, c.Operation)
		}
	}
	for name, n := range map[string]int64{"credits_granted_total": g.Granted, "credits_spent_total": g.Spent} {
		to <- prometheus.MustNewConstMetric(metricDesc(name, "Credits of all workspaces since the beginning."), prometheus.CounterValue, float64(n))
	}
}
