package jobs

import (
	"context"

	"socialdata/models"
	"socialdata/models/work"
)

// Reruns runs failed imports again at their rate, and tells workspaces of failures that were mended.
type Reruns struct {
	Store *models.Store
	Queue Deliverer
}

// stepsOfRun bounds the imports that one run of a rerun decides about, so that reruns take turns.
const stepsOfRun = 100

// Run decides about the imports of a rerun that are due. A run that was killed lost nothing: the next one reads from the database
// where it stands.
func (r *Reruns) Run(ctx context.Context, j *work.Job) work.Outcome {
	for range stepsOfRun {
		step, err := r.Store.Reruns.Next(ctx, j.Key)
		switch {
		case err != nil:
			return work.Failed(err)
		case step.Import != "":
			r.Queue.Deliver(ctx, step.Import)
		}
		if step.Again == nil {
			return work.Done()
		}
		if step.Again.After(r.Store.Now()) {
			return work.Snooze(*step.Again)
		}
	}
	return work.Snooze(r.Store.Now())
}

// TellMended tells workspaces of a mending, some in each transaction.
func (r *Reruns) TellMended(ctx context.Context, j *work.Job) work.Outcome {
	for range stepsOfRun {
		more, err := r.Store.Support.TellMended(ctx, j.Key)
		if err != nil {
			return work.Failed(err)
		}
		if !more {
			return work.Done()
		}
	}
	return work.Snooze(r.Store.Now())
}
