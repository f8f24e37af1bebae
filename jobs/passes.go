package jobs

import (
	"context"
	"strings"
	"time"

	"socialdata/models/erasures"
	"socialdata/models/routehealth"
	"socialdata/models/work"
)

// pass is periodic work that one process does at a time.
type pass struct {
	kind          work.Kind
	every, within time.Duration
	run           func(ctx context.Context) error
}

// passes are the periodic passes, by their keys.
func (w *Worker) passes() map[string]pass {
	r := w.repair
	return map[string]pass{
		"repair":       {work.Repair, 10 * time.Second, 30 * time.Second, r.Pass},
		"expire_holds": {work.Repair, 10 * time.Second, 30 * time.Second, r.holds},
		"housekeep":    {work.Housekeeping, 10 * time.Minute, 10 * time.Minute, r.Store.Housekeep},
		"route_report": {work.Housekeeping, routehealth.ReportEvery, time.Minute, r.Store.RouteHealth.KeepReport},
		"orphans":      {work.Housekeeping, 6 * time.Hour, time.Hour, r.orphans},
	}
}

// handlePass runs a pass and schedules its next run.
func (w *Worker) handlePass(ctx context.Context, j *work.Job) work.Outcome {
	if strings.HasPrefix(j.Key, erasures.WorkPrefix) {
		return w.erase(ctx, j)
	}
	p, known := w.passes()[j.Key]
	if !known {
		return work.Cancel(nil) // registered by another version
	}
	ctx, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	if err := p.run(ctx); err != nil {
		return work.Failed(err)
	}
	return work.Snooze(w.repair.Store.Now().Add(p.every))
}

// ensurePasses adds the passes to the table of work, once for all processes.
func (w *Worker) ensurePasses(ctx context.Context) error {
	var list []work.Item
	now := w.repair.Store.NowMicros()
	for key, p := range w.passes() {
		list = append(list, work.Item{Kind: p.kind, Key: key, RunAt: now})
	}
	return w.repair.Store.Work.Ensure(ctx, list...)
}
