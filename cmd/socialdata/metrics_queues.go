package main

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"socialdata/jobs"
)

// queues reads at every scrape how the queues stand, which all processes share.
type queues struct{ inspect *jobs.Inspector }

// Describe implements prometheus.Collector. It describes nothing, because the metrics depend on the queue.
func (*queues) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (q *queues) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readWithin)
	defer cancel()
	s := q.inspect.Stats(ctx)
	to <- prometheus.MustNewConstMetric(metricDesc("queue_up", "Whether the queue answered this scrape."), prometheus.GaugeValue, oneIf(s.Unavailable == ""))
	for _, state := range s.Queues {
		for _, m := range []struct {
			name, help string
			value      float64
		}{
			{"queue_pending", "Tasks that wait for a worker, by queue.", float64(state.Pending)},
			{"queue_active", "Tasks that run, by queue.", float64(state.Active)},
			{"queue_workers", "Tasks that all processes run at once, by queue; 0 where nobody takes from it.", float64(state.Slots)},
			{"queue_oldest_seconds", "How long the task that waits longest has waited, by queue.", state.Latency.Seconds()},
		} {
			to <- prometheus.MustNewConstMetric(metricDesc(m.name, m.help, "queue"), prometheus.GaugeValue, m.value, state.Name)
		}
	}
}
