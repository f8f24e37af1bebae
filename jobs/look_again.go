package jobs

import (
	"context"
	"time"

	"socialdata/internal/crash"
)

// pauseAfterFailure is the pause after a failed look.
const pauseAfterFailure = 5 * time.Second

// lookAgain calls look periodically, and when a bell rings, until the context ends, and warn after each failure. The bell may be nil.
func lookAgain(ctx context.Context, every time.Duration, b bell, look func(context.Context) error, warn func(error)) {
	for {
		pause, rung := every, b
		if err := crash.Call(func() error { return look(ctx) }); err != nil && ctx.Err() == nil {
			warn(err)
			pause, rung = max(every, pauseAfterFailure), nil // who wakes a loop that fails would have it fail at each commit
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wakeGap): // a look that was woken speaks for those that wake it soon after
		}
		select {
		case <-ctx.Done():
			return
		case <-rung:
		case <-time.After(pause):
		}
	}
}
