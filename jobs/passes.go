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
	kind   work.Kind
	first  time.Duration // until the first run
	within time.Duration
	run    func(ctx context.Context) (next time.Time, err error) // next is when it runs again
}

// repairEvery is how often what was left behind is looked for, and holds are ended.
const repairEvery = time.Minute

// passes are the periodic passes, by their keys.
func (w *Worker) passes() map[string]pass {
	r := w.repair
	all := map[string]pass{
		"repair":       {kind: work.Repair, within: 30 * time.Second, run: w.every(repairEvery, r.Pass)},
		"housekeep":    {kind: work.Housekeeping, within: 10 * time.Minute, run: w.every(10*time.Minute, r.Store.Housekeep)},
		"route_report": {kind: work.Housekeeping, within: time.Minute, run: w.every(routehealth.ReportEvery, r.Store.RouteHealth.KeepReport)},
		"degraded":     {kind: work.Housekeeping, within: time.Minute, run: w.every(time.Minute, r.Store.RouteHealth.FollowDegraded)},
		"fills":        {kind: work.Housekeeping, within: 5 * time.Minute, run: w.every(time.Hour, r.Store.RouteHealth.JudgeFills)},
		"hashes":       {kind: work.Housekeeping, first: time.Minute, within: 10 * time.Minute, run: r.hashes},
		"orphans":      {kind: work.Housekeeping, within: time.Hour, run: w.every(6*time.Hour, r.orphans)},
	}
	if w.canaries != nil {
		all[routehealth.CanariesKey] = pass{kind: work.Housekeeping, first: canaryFirst, within: canaryWithin, run: w.canaries.Check}
		all["incidents"] = pass{kind: work.Housekeeping, within: time.Minute, run: w.every(time.Minute, w.canaries.Tell)}
	}
	if r.Meanings != nil {
		all["meanings"] = pass{kind: work.Housekeeping, first: time.Minute, within: 10 * time.Minute, run: r.meanings}
	}
	return all
}

// every makes a pass of run that follows itself after a fixed time.
func (w *Worker) every(wait time.Duration, run func(ctx context.Context) error) func(context.Context) (time.Time, error) {
	return func(ctx context.Context) (time.Time, error) {
		err := run(ctx)
		return w.repair.Store.Now().Add(wait), err
	}
}

// handlePass runs a pass and schedules its next run.
func (w *Worker) handlePass(ctx context.Context, j *work.Job) work.Outcome {
	if strings.HasPrefix(j.Key, erasures.WorkPrefix) {
		return w.erase(ctx, j)
	}
	if strings.HasPrefix(j.Key, routehealth.CheckPrefix) {
		return w.checkRoute(ctx, j)
	}
	p, known := w.passes()[j.Key]
	if !known {
		return work.Cancel(nil) // registered by another version
	}
	ctx, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	next, err := p.run(ctx)
	if err != nil {
		return work.Failed(err)
	}
	return work.Snooze(next)
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
