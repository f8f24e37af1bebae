package jobs

import (
	"context"
	"time"

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
