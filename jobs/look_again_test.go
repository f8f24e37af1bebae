package jobs

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestAFailedLookIsNotWoken rings a loop that looks once an hour: it looks again, but not while it pauses after a failure.
func TestAFailedLookIsNotWoken(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fails error
		want  int
	}{"it looks": {nil, 2}, "it fails": {errors.New("the database does not answer"), 1}} {
		ctx, stop := context.WithTimeout(t.Context(), 4*wakeGap)
		looks, b := 0, newBell()
		lookAgain(ctx, time.Hour, b, func(context.Context) error {
			if looks++; looks == 1 {
				b.ring()
			}
			return tt.fails
		}, func(error) {})
		stop()
		if looks != tt.want {
			t.Errorf("%s: %d looks, want %d", name, looks, tt.want)
		}
	}
}
