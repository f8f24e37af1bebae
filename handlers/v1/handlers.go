// Package v1 is the JSON API. One file per resource decodes typed inputs, makes one call and encodes the result. A
// table maps each operation to its handler. It may import handlers/session, jobs, internal/lookup, internal/sources
// and models. It never renders an error and never authenticates the caller: package web does both.
package v1

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/internal/kept"
	"socialdata/internal/sources"
	"socialdata/jobs"
)

// Handlers are the operations with their dependencies.
type Handlers struct {
	*operations.Service
	Routes  []sources.Route
	Awaiter *jobs.Awaiter
	Tables  *export.Tables
	Kept    *kept.Reader
	Cookies *session.Cookies
	Origin  string                                                     // base URL of links
	Program string                                                     // version of the program
	Limits  func(context.Context, *session.Caller) []session.Allowance // returns what remains of a caller's limits; set by package web
}

// register binds a handler to its operation.
func register[I, O any](f func(context.Context, *I) (*O, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) { huma.Register(api, op, f) }
}

// output is a response with a body.
type output[T any] struct{ Body T }

// answer responds with what view makes of a record, or with the error of the call that returned it.
func answer[R, T any](r *R, err error, view func(R) T) (*output[T], error) {
	if err != nil {
		return nil, err
	}
	return &output[T]{Body: view(*r)}, nil
}

// noContent is the output of operations that respond with 204.
type noContent struct{}

// noInput is the input of operations without parameters.
type noInput struct{}
