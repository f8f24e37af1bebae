package session

import (
	"context"
	"time"

	"socialdata/internal/crash"
)

// Presence tells a request that takes long whether anybody still waits for its answer.
type Presence struct {
	Left     func() bool     // the client has closed its connection
	Stopping <-chan struct{} // closed when the server stops; nil: the request goes on all the same
}

type presenceKey struct{}

// WithPresence returns a context that holds the presence of a request's client.
func WithPresence(ctx context.Context, p Presence) context.Context {
	return context.WithValue(ctx, presenceKey{}, p)
}

// lookEvery is how often a request that takes long looks for its client.
const lookEvery = 250 * time.Millisecond

// WhilePresent returns a context that ends, too, when the client has left or the server stops. stop must be called in the end.
func WhilePresent(ctx context.Context) (present context.Context, stop context.CancelFunc) {
	p, known := ctx.Value(presenceKey{}).(Presence)
	present, stop = context.WithCancel(ctx)
	if known {
		go p.watch(present, stop)
	}
	return present, stop
}

// watch looks for the client until ctx ends, and ends it where nobody waits any more.
func (p Presence) watch(ctx context.Context, gone context.CancelFunc) {
	var crashed error
	defer crash.Recover(&crashed) // the request goes on all the same
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for !p.Left() {
		select {
		case <-ctx.Done():
			return
		case <-p.Stopping:
			gone()
			return
		case <-tick.C:
		}
	}
	gone()
}
