package jobs

import (
	"context"
	"errors"
	"strings"
	"time"

	"socialdata/models/erasures"
	"socialdata/models/work"
)

// erasePass is the time limit of one run of an erasure; the next run continues.
const erasePass = 10 * time.Minute

// erase continues an erasure and deletes the bytes that it marked. If a run is killed or not finished, the next one continues.
func (w *Worker) erase(ctx context.Context, j *work.Job) work.Outcome {
	ctx, cancel := context.WithTimeout(ctx, erasePass)
	defer cancel()
	id := strings.TrimPrefix(j.Key, erasures.WorkPrefix)
	again, err := w.repair.Store.Erasures.Run(ctx, id)
	if err == nil && again != nil {
		err = w.repair.DeleteMarked(ctx)
	}
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
