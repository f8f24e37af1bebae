package mcp

import (
	"context"
	"net/http"
)

// API sends a request to the API on behalf of the caller of a tool, as if it came over HTTP. It uses the request's
// method, path, query, body, content type and idempotency key; everything else comes from the caller's request.
type API func(context.Context, *http.Request) (*Answer, error)

// Answer is a response of the API.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// caller is on whose behalf a tool runs.
type caller struct {
	ctx       context.Context
	api       API
	requestID string
	scopes    []string
}

type contextKey struct{}

// WithAPI returns the context of a protocol request whose tools call api. The calls end when ctx ends. Only tools
// that a key with the given scopes may call are listed.
func WithAPI(ctx context.Context, api API, requestID string, scopes ...string) context.Context {
	return context.WithValue(ctx, contextKey{}, &caller{ctx: ctx, api: api, requestID: requestID, scopes: scopes})
}

func callerOf(ctx context.Context) *caller {
	c, _ := ctx.Value(contextKey{}).(*caller)
	return c
}
