package jobs

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/crash"
)

// lease describes how a worker keeps what it has claimed.
type lease struct {
	every, life time.Duration // how often it is renewed, and how long it lasts
	renew       func(context.Context) error
	lost        error // what renew returns when another worker has it
}

// keep renews a lease until the context ends. Once the lease is lost, or could not be renewed for as long as it lasts, lose is called.
func (l lease) keep(ctx context.Context, lose func()) {
	tick := time.NewTicker(l.every)
	defer tick.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch err := crash.Call(func() error { return l.renew(ctx) }); {
		case err == nil:
			renewed = time.Now()
		case errors.Is(err, l.lost), time.Since(renewed) > l.life:
			lose()
			return
		}
	}
}
