package lookup

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Observer is told what the service does, for whoever counts it. Its methods are on the way of every answer: they must not
// wait for anything.
type Observer interface {
	// LookupEnded tells how a lookup ended: stored, live or an error's code. route is where the answer came from, "" if nowhere.
	LookupEnded(p content.Platform, op sources.Operation, route, outcome string)
	// CallEnded tells how one operation on a route ended: ok or an error's code.
	CallEnded(route string, op sources.Operation, outcome string, took time.Duration)
}

// noopObserver watches.
type noopObserver struct{}

func (noopObserver) LookupEnded(content.Platform, sources.Operation, string, string) {}
func (noopObserver) CallEnded(string, sources.Operation, string, time.Duration)      {}

// countLookup tells how a lookup ended.
func (s *Service) countLookup(p content.Platform, op sources.Operation, r *Result, err error) {
	switch {
	case err != nil:
		route, _ := apierror.From(err).Details["routeId"].(string)
		s.observer.LookupEnded(p, op, route, outcome(err))
	case r.cached:
		s.observer.LookupEnded(p, op, r.route, "stored")
	default:
		s.observer.LookupEnded(p, op, r.route, "live")
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
