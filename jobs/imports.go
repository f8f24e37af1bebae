package jobs

import (
	"context"
	"time"

	"github.com/hibiken/asynq"

	"socialdata/models/imports"
)

// longestImport bounds one run of an import. The lease alone decides which worker has it.
const longestImport = 30 * time.Minute

// intakeTime is how long a task keeps beginning imports before it returns its worker to the queue.
const intakeTime = time.Minute

// intakeEvery is how often a process looks for waiting imports without being woken: the queue may have lost tasks, or another
// process may have taken one without having a free worker.
const intakeEvery = time.Second

// handleImports handles the task that says imports wait: its worker runs one import after another until this process may begin no
// more. It returns nil whatever their outcomes are: those are in the database.
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

// runImport runs an import whose attempt has begun, until it ends or the process stops.
func (w *Worker) runImport(ctx context.Context, run *imports.Run) error {
	defer w.intake.end(run)
	ctx, cancel := context.WithTimeout(ctx, longestImport)
	defer cancel()
	defer context.AfterFunc(w.stopping, cancel)()
	return w.importer.finish(ctx, run)
}

// lookForImports wakes a worker if an import waits that this process may begin.
func (w *Worker) lookForImports(ctx context.Context) error {
	idle, err := w.intake.idle(ctx)
	if !idle || err != nil {
		return err
	}
	return w.repair.Client.wake(ctx)
}
