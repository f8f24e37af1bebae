package lookup

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Observer is called for lookups and calls, so that they can be counted. Its methods run within requests and must not block.
type Observer interface {
	// LookupEnded reports the result of a lookup: stored, live or an error code. route is the answer's route, or "".
	LookupEnded(p content.Platform, op sources.Operation, route, outcome string)
	// CallEnded reports the result of one call of a route: ok or an error code.
	CallEnded(route string, op sources.Operation, outcome string, took time.Duration)
}

// noopObserver does nothing.
type noopObserver struct{}

func (noopObserver) LookupEnded(content.Platform, sources.Operation, string, string) {}
func (noopObserver) CallEnded(string, sources.Operation, string, time.Duration)      {}

// countLookup reports the result of a lookup to the observer.
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

// outcome returns ok, an error code, or cancelled if the caller left.
func outcome(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return string(apierror.From(err).Code)
}
