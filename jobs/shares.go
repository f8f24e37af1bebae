package jobs

import (
	"context"
	"slices"
	"sync"

	"github.com/hibiken/asynq"
)

// shares keeps one workspace from taking every worker of a process, however long its imports take.
type shares struct {
	mu      sync.Mutex
	workers int
	running map[string]int      // by workspace
	parked  map[string][]string // ids of imports that came while their workspace had its share, by workspace
}

func newShares(workers int) *shares {
	return &shares{workers: workers, running: map[string]int{}, parked: map[string][]string{}}
}

// most is how many workers a workspace may have: all where there is no other, else a quarter is left to the others.
func (s *shares) most(alone bool) int {
	if alone {
		return s.workers
	}
	return max(1, s.workers-max(1, s.workers/4))
}

// take gives a worker to an import of a workspace, or parks the import until one of the workspace's own ends.
func (s *shares) take(workspace, id string, alone bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[workspace] < s.most(alone) {
		s.running[workspace]++
		return true
	}
	if !slices.Contains(s.parked[workspace], id) {
		s.parked[workspace] = append(s.parked[workspace], id)
	}
	return false
}

// release gives a worker back. next is a parked import of the workspace, which should be sent again; "" is none.
func (s *shares) release(workspace string) (next string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[workspace]--; s.running[workspace] == 0 {
		delete(s.running, workspace)
	}
	list := s.parked[workspace]
	if len(list) == 0 {
		return ""
	}
	if next = list[0]; len(list) == 1 {
		delete(s.parked, workspace)
	} else {
		s.parked[workspace] = list[1:]
	}
	return next
}

// handleImport is the task of one import: it returns nil once the outcome is stored, because the database is the truth.
// An import that was parked is only queued in the database: a process that ends leaves it to repair.
func (w *Worker) handleImport(stopping context.Context) asynq.HandlerFunc {
	return func(ctx context.Context, t *asynq.Task) error {
		ctx, cancel := context.WithCancel(continueTrace(ctx, t))
		defer cancel()
		defer context.AfterFunc(stopping, cancel)()
		id := string(t.Payload())
		workspace, alone, err := w.importer.Store.ImportOwner(ctx, id)
		if workspace == "" || err != nil {
			return err
		}
		if !w.shares.take(workspace, id, alone) {
			return nil
		}
		defer w.sendParked(ctx, workspace)
		return w.importer.Run(ctx, id)
	}
}

// sendParked gives a workspace's worker back and sends the next of its imports that was parked.
func (w *Worker) sendParked(ctx context.Context, workspace string) {
	next := w.shares.release(workspace)
	if next == "" || ctx.Err() != nil {
		return
	}
	if err := w.repair.Client.SendAgain(ctx, next); err != nil {
		w.importer.Log.Warn("a parked import was not sent: repair will", "import", next, "cause", err)
	}
}
