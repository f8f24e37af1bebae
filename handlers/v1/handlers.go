// Package v1 is the JSON API: one file per resource turns a typed input into one call and a typed output, and one table
// lists every operation with its credential, role, scope, limit and price. It may import handlers/session, jobs,
// internal/lookup, internal/sources and models; it never renders an error and never identifies the caller: package web
// does both.
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
	Origin  string                                                     // base of links
	Program string                                                     // its version
	Limits  func(context.Context, *session.Caller) []session.Allowance // what a caller has left; package web sets it
}

// register binds a handler to its operation.
func register[I, O any](f func(context.Context, *I) (*O, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) { huma.Register(api, op, f) }
}

// noContent is the output of an operation that answers 204.
type noContent struct{}

// noInput is the input of an operation that reads nothing.
type noInput struct{}
