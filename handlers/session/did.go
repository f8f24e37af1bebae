package session

import "context"

// Done is what only the operation knows about an act that is recorded for the owners of the workspace.
type Done struct {
	WorkspaceID string // "" for that of the caller
	Subject     string // id of what was made or changed; "" for the id in the request's path
	Detail      string // such as the name of a key; never a secret, a note or a link
}

type doneKey struct{}

// WithDone returns a context in which operations describe what they did.
func WithDone(ctx context.Context) (context.Context, *Done) {
	d := &Done{}
	return context.WithValue(ctx, doneKey{}, d), d
}

// Did says what an operation did. Without a Done in the context it has no effect.
func Did(ctx context.Context, d Done) {
	if done, ok := ctx.Value(doneKey{}).(*Done); ok {
		*done = d
	}
}
