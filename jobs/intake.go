package jobs

import (
	"context"
	"sync"

	"socialdata/models/db"
	"socialdata/models/imports"
)

// intakeChoice bounds among how many workspaces one choice is made.
const intakeChoice = 32

// intake chooses which import this process runs next. Workspaces take turns, and those with the fewest running imports come
// first. A workspace may have every worker; a few more workers are kept for workspaces that have none running, so that
// nobody's long imports keep another workspace's waiting.
type intake struct {
	importer *Importer
	workers  int

	mu      sync.Mutex // held until the chosen import has begun, so that two workers never choose the same one
	running map[string]int
	total   int
	last    string // the workspace that was served last
}

func newIntake(m *Importer, workers int) *intake {
	return &intake{importer: m, workers: workers, running: map[string]int{}}
}

// spareWorkers is how many workers beside so many are kept for workspaces without a running import.
func spareWorkers(workers int) int { return max(1, workers/4) }

// begin takes up the next import. It returns nil if none waits that may run now.
func (t *intake) begin(ctx context.Context) (*imports.Run, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for ctx.Err() == nil {
		next, err := t.next(ctx)
		if next == nil || err != nil {
			return nil, err
		}
		run, err := t.importer.Store.Imports.BeginAttempt(ctx, next.ID, db.NewID())
		if err != nil {
			return nil, err
		}
		if run != nil { // else another process was faster
			t.total++
			t.running[next.WorkspaceID]++
			return run, nil
		}
	}
	return nil, nil
}

// end gives the worker of a run back.
func (t *intake) end(run *imports.Run) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := run.Import.WorkspaceID
	t.total--
	if t.running[id]--; t.running[id] == 0 {
		delete(t.running, id)
	}
}

// idle reports whether an import waits that this process could begin now.
func (t *intake) idle(ctx context.Context) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next, err := t.next(ctx)
	return next != nil, err
}

// next reads what waits, beginning behind the workspace that was served last, and chooses.
func (t *intake) next(ctx context.Context) (*imports.Waiting, error) {
	waiting, err := t.importer.Store.Imports.Waiting(ctx, t.last, intakeChoice)
	next := t.choose(waiting)
	if err == nil && t.last != "" && (next == nil || t.running[next.WorkspaceID] > 0) {
		var before []imports.Waiting
		before, err = t.importer.Store.Imports.Waiting(ctx, "", intakeChoice)
		waiting = append(waiting, before...)
		next = t.choose(waiting)
	}
	if t.last = ""; next != nil && len(waiting) > 1 { // one alone has no turns to take
		t.last = next.WorkspaceID
	}
	return next, err
}

// choose returns the first import of a workspace with the fewest running ones, or nil if none may run. Once all workers are
// taken only a workspace without a running import may begin one.
func (t *intake) choose(waiting []imports.Waiting) *imports.Waiting {
	var next *imports.Waiting
	for n := range waiting {
		w := &waiting[n]
		if next == nil || t.running[w.WorkspaceID] < t.running[next.WorkspaceID] {
			next = w
		}
	}
	if next != nil && t.total >= t.workers && t.running[next.WorkspaceID] > 0 {
		return nil
	}
	return next
}
