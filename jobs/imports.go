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

// intakeAgain is when a process looks again after it found that an import waits: the task may have gone to a process that may not begin it.
const intakeAgain = time.Second

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

// lookForImports wakes a worker if an import waits that this process may begin: the queue may have lost its task, or another process may
// have taken that without having a free worker.
func (w *Worker) lookForImports(ctx context.Context) error {
	more, err := w.repair.SendOverdue(ctx)
	if err != nil {
		return err
	}
	if more {
		w.arrivals.ring()
	}
	idle, err := w.intake.idle(ctx)
	if !idle || err != nil {
		return err
	}
	time.AfterFunc(intakeAgain, w.arrivals.ring)
	return w.repair.Client.wake(ctx)
}
