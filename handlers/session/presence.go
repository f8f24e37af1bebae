package session

import (
	"context"
	"time"

	"socialdata/internal/crash"
)

// Presence lets a long request detect that its client has disconnected or that the server is stopping.
type Presence struct {
	Left     func() bool     // reports whether the client has closed its connection
	Stopping <-chan struct{} // closed when the server stops; nil if the request should finish anyway
}

type presenceKey struct{}

// WithPresence returns a context that carries the presence of a request's client.
func WithPresence(ctx context.Context, p Presence) context.Context {
	return context.WithValue(ctx, presenceKey{}, p)
}

// lookEvery is how often a long request checks whether its client is still connected.
const lookEvery = 250 * time.Millisecond

// WhilePresent returns a context that also ends when the client disconnects or the server stops. The caller must call
// stop when done.
func WhilePresent(ctx context.Context) (present context.Context, stop context.CancelFunc) {
	p, known := ctx.Value(presenceKey{}).(Presence)
	present, stop = context.WithCancel(ctx)
	if known {
		go p.watch(present, stop)
	}
	return present, stop
}

// watch ends ctx with gone when the client disconnects or the server stops.
func (p Presence) watch(ctx context.Context, gone context.CancelFunc) {
	var crashed error
	defer crash.Recover(&crashed) // the request continues without being watched
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
