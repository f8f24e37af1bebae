package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/hibiken/asynq"

	"socialdata/internal/crash"
)

// pauseAfterFailure is how long nothing is looked for after a look has failed.
const pauseAfterFailure = 5 * time.Second

// lookAgain looks, waits and looks again until the context ends. A look that fails is warned of.
func lookAgain(ctx context.Context, every time.Duration, look func(context.Context) error, warn func(error)) {
	for {
		pause := every
		if err := crash.Call(func() error { return look(ctx) }); err != nil && ctx.Err() == nil {
			warn(err)
			pause = max(every, pauseAfterFailure)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// putOnce puts a task into a queue, unless an equal one has been there for less than unique. A run of it is bounded by within.
func putOnce(ctx context.Context, to *asynq.Client, task *asynq.Task, queue string, unique, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, deliverWithin)
	defer cancel()
	_, err := to.EnqueueContext(ctx, task, asynq.Queue(queue), asynq.MaxRetry(0), asynq.Unique(unique), asynq.Timeout(within))
	if errors.Is(err, asynq.ErrDuplicateTask) {
		return nil
	}
	return err
}
