package history

import "context"

// sourceKey is the context key of the Source.
type sourceKey struct{}

// WithSource returns a context in which everything served to a workspace counts as from s, whatever operation serves it.
func WithSource(ctx context.Context, s Source) context.Context {
	return context.WithValue(ctx, sourceKey{}, s)
}

// SourceOf returns the source that WithSource set; "" if it set none.
func SourceOf(ctx context.Context) Source {
	s, _ := ctx.Value(sourceKey{}).(Source)
	return s
}
