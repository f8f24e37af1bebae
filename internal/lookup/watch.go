package lookup

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Watch is told what the service does, for whoever counts it. Its methods are on the way of every answer: they must not
// wait for anything.
type Watch interface {
	// Looked tells how a lookup ended: stored, live or an error's code. route is where the answer came from, "" if nowhere.
	Looked(p content.Platform, op sources.Operation, route, outcome string)
	// Called tells how one operation on a route ended: ok or an error's code.
	Called(route string, op sources.Operation, outcome string, took time.Duration)
}

// nobody watches.
type nobody struct{}

func (nobody) Looked(content.Platform, sources.Operation, string, string) {}
func (nobody) Called(string, sources.Operation, string, time.Duration)    {}

// looked tells how a lookup ended.
func (s *Service) looked(p content.Platform, op sources.Operation, r *Result, err error) {
	switch {
	case err != nil:
		route, _ := apierror.From(err).Details["routeId"].(string)
		s.watch.Looked(p, op, route, outcome(err))
	case r.cached:
		s.watch.Looked(p, op, r.route, "stored")
	default:
		s.watch.Looked(p, op, r.route, "live")
	}
}

// outcome names an end: ok, an error's code, or that the caller left.
func outcome(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return string(apierror.From(err).Code)
}
