package jobs

import (
	"context"
	"strings"
	"time"

	"socialdata/models/db"
	"socialdata/models/erasures"
	"socialdata/models/routehealth"
	"socialdata/models/work"
)

// pass is periodic work that one process does at a time.
type pass struct {
	kind          work.Kind
	every, within time.Duration
	first         time.Duration // until the first run
	run           func(ctx context.Context) error
}

// passes are the periodic passes, by their keys.
func (w *Worker) passes() map[string]pass {
	r := w.repair
	all := map[string]pass{
		"repair":       {kind: work.Repair, every: 10 * time.Second, within: 30 * time.Second, run: r.Pass},
		"expire_holds": {kind: work.Repair, every: 10 * time.Second, within: 30 * time.Second, run: r.holds},
		"housekeep":    {kind: work.Housekeeping, every: 10 * time.Minute, within: 10 * time.Minute, run: r.Store.Housekeep},
		"route_report": {kind: work.Housekeeping, every: routehealth.ReportEvery, within: time.Minute, run: r.Store.RouteHealth.KeepReport},
		"orphans":      {kind: work.Housekeeping, every: 6 * time.Hour, within: time.Hour, run: r.orphans},
	}
	if w.canaries != nil {
		all[canaryKey] = pass{kind: work.Housekeeping, first: canaryFirst}
		all["incidents"] = pass{kind: work.Housekeeping, every: time.Minute, within: time.Minute, run: w.canaries.Tell}
	}
	return all
}

// handlePass runs a pass and schedules its next run.
func (w *Worker) handlePass(ctx context.Context, j *work.Job) work.Outcome {
	if strings.HasPrefix(j.Key, erasures.WorkPrefix) {
		return w.erase(ctx, j)
	}
	p, known := w.passes()[j.Key]
	switch {
	case !known:
		return work.Cancel(nil) // registered by another version
	case j.Key == canaryKey:
		next, err := w.canaries.Check(ctx)
		if err != nil {
			return work.Failed(err)
		}
		return work.Snooze(next)
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
	now := w.repair.Store.Now()
	for key, p := range w.passes() {
		list = append(list, work.Item{Kind: p.kind, Key: key, RunAt: db.Micros(now.Add(p.first))})
	}
	return w.repair.Store.Work.Ensure(ctx, list...)
}
