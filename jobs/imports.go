package jobs

import (
	"context"
	"time"

	"github.com/hibiken/asynq"

	"socialdata/models/imports"
)

// longestImport bounds one run of an import; the lease, not this, decides who works.
const longestImport = 30 * time.Minute

// intakeTime is how long a task goes on to begin imports before it gives its worker back to the queue.
const intakeTime = time.Minute

// intakeEvery is how often a process looks whether imports wait that no task told it of: the queue may have lost tasks, or
// another process may have taken one that it had no worker for.
const intakeEvery = time.Second

// handleImports is the task that imports wait: its worker runs one import after another until none is left that this process
// may run. A run returns nil once its outcome is stored, because the database is the truth.
func (w *Worker) handleImports(ctx context.Context, _ *asynq.Task) error {
	over := time.Now().Add(intakeTime)
	for time.Now().Before(over) && w.stopping.Err() == nil {
		run, err := w.intake.begin(ctx)
		if run == nil || err != nil {
			return err
		}
		if err := w.runImport(ctx, run); err != nil {
			return err
		}
	}
	return w.repair.Client.wake(ctx)
}

// runImport runs an import that was begun, until it ends or the process stops.
func (w *Worker) runImport(ctx context.Context, run *imports.Run) error {
	defer w.intake.end(run)
	ctx, cancel := context.WithTimeout(ctx, longestImport)
	defer cancel()
	defer context.AfterFunc(w.stopping, cancel)()
	return w.importer.finish(ctx, run)
}

// lookForImports wakes a worker if an import waits that this process could begin.
func (w *Worker) lookForImports(ctx context.Context) error {
	idle, err := w.intake.idle(ctx)
	if !idle || err != nil {
		return err
	}
	return w.repair.Client.wake(ctx)
}
