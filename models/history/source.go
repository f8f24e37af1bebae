package history

import "context"

// sourceKey is where a context keeps the Source of what is asked for with it.
type sourceKey struct{}

// WithSource returns a context in which what a workspace is served counts as that source, whatever it was asked by.
func WithSource(ctx context.Context, s Source) context.Context {
	return context.WithValue(ctx, sourceKey{}, s)
}

// SourceOf returns the source that WithSource set; "" if it set none.
func SourceOf(ctx context.Context) Source {
	s, _ := ctx.Value(sourceKey{}).(Source)
	return s
}
