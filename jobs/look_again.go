package jobs

import (
	"context"
	"time"

	"socialdata/internal/crash"
)

// pauseAfterFailure is the pause after a failed look.
const pauseAfterFailure = 5 * time.Second

// lookAgain calls look periodically until the context ends, and warn after each failure.
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
