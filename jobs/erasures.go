package jobs

import (
	"context"
	"errors"
	"strings"
	"time"

	"socialdata/internal/media/blobs"
	"socialdata/models/erasures"
	"socialdata/models/work"
)

// erasePass is the time limit of one run of an erasure; the next run continues.
const erasePass = 10 * time.Minute

// erase continues an erasure and deletes the bytes that it marked. If a run is killed or not finished, the next one continues.
func (w *Worker) erase(ctx context.Context, j *work.Job) work.Outcome {
	ctx, cancel := context.WithTimeout(ctx, erasePass)
	defer cancel()
	again, err := w.repair.Erase(ctx, strings.TrimPrefix(j.Key, erasures.WorkPrefix))
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return work.Snooze(w.repair.Store.Now())
	case err != nil:
		return work.Failed(err)
	case again != nil:
		return work.Snooze(*again)
	}
	return work.Done()
}

// Erase continues an erasure, and deletes the bytes that it marked and what was exported of a closed workspace. again is when it goes
// on; nil: it has ended.
func (r *Repair) Erase(ctx context.Context, id string) (again *time.Time, err error) {
	e, err := r.Store.Erasures.Receipt(ctx, id)
	if err != nil {
		return nil, err
	}
	if again, err = r.Store.Erasures.Run(ctx, id); err == nil && again != nil {
		err = r.DeleteMarked(ctx)
	}
	if err == nil && e.Kind != erasures.OfAccount {
		err = r.deleteExports(ctx, e.WorkspaceID)
	}
	return again, err
}

// deleteExports deletes all files of a workspace's exports.
func (r *Repair) deleteExports(ctx context.Context, workspaceID string) error {
	for o, err := range r.Blobs.List(ctx, blobs.ExportsOf(workspaceID), time.Now().Add(time.Hour)) { // of any age, by the store's clock
		if err != nil {
			return err
		}
		if err := r.Media.Delete(ctx, o.Key); err != nil {
			return err
		}
	}
	return nil
}
