package mcp

import (
	"context"
	"net/http"
)

// API answers a request as the service answers it over HTTP, in the name of who called the tool. Only method, path, query,
// body, content type and idempotency key of the request are its own.
type API func(context.Context, *http.Request) (*Answer, error)

// Answer is an answer of the API.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// caller is on whose behalf a tool is called.
type caller struct {
	ctx       context.Context
	api       API
	requestID string
	scopes    []string
}

type contextKey struct{}

// WithAPI returns the context of a request of the protocol, whose tools ask api. What they ask ends with ctx.
// The tools that are listed are those that a key with the scopes may call.
func WithAPI(ctx context.Context, api API, requestID string, scopes ...string) context.Context {
	return context.WithValue(ctx, contextKey{}, &caller{ctx: ctx, api: api, requestID: requestID, scopes: scopes})
}

func callerOf(ctx context.Context) *caller {
	c, _ := ctx.Value(contextKey{}).(*caller)
	return c
}
