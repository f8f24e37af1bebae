package jobs

import (
	"context"
	"sync"

	"socialdata/models/db"
	"socialdata/models/imports"
)

// intakeChoice bounds the workspaces that one choice considers.
const intakeChoice = 32

// intake chooses which import this process runs next. Workspaces with the fewest running imports come first, then in turn. One
// workspace may occupy every regular worker; spare workers are reserved for workspaces without a running import, so that long
// imports of one never block another.
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

// spareWorkers is how many workers, besides the regular ones, are reserved for workspaces without a running import.
func spareWorkers(workers int) int { return max(1, workers/4) }

// begin begins an attempt of the next import. It returns nil if none may run now.
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
		if run != nil { // nil: another process was faster
			t.total++
			t.running[next.WorkspaceID]++
			return run, nil
		}
	}
	return nil, nil
}

// end frees the worker of a run.
func (t *intake) end(run *imports.Run) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := run.Import.WorkspaceID
	t.total--
	if t.running[id]--; t.running[id] == 0 {
		delete(t.running, id)
	}
}

// idle reports whether this process could begin a waiting import now.
func (t *intake) idle(ctx context.Context) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next, err := t.next(ctx)
	return next != nil, err
}

// next reads the waiting imports, beginning after the workspace that was served last, and chooses one.
func (t *intake) next(ctx context.Context) (*imports.Waiting, error) {
	waiting, err := t.importer.Store.Imports.Waiting(ctx, t.last, intakeChoice)
	next := t.choose(waiting)
	if err == nil && t.last != "" && (next == nil || t.running[next.WorkspaceID] > 0) {
		var before []imports.Waiting
		before, err = t.importer.Store.Imports.Waiting(ctx, "", intakeChoice)
		waiting = append(waiting, before...)
		next = t.choose(waiting)
	}
	if t.last = ""; next != nil && len(waiting) > 1 { // a single workspace needs no turns
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
