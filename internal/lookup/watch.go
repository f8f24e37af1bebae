package lookup

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Observer is called for everything that the service does, so that it can be counted. Its methods run within every request:
// they must not block.
type Observer interface {
	// LookupEnded reports how a lookup ended: stored, live or an error's code. route is where the answer came from, or "".
	LookupEnded(p content.Platform, op sources.Operation, route, outcome string)
	// CallEnded reports how one operation on a route ended: ok or an error's code.
	CallEnded(route string, op sources.Operation, outcome string, took time.Duration)
}

// noopObserver does nothing.
type noopObserver struct{}

func (noopObserver) LookupEnded(content.Platform, sources.Operation, string, string) {}
func (noopObserver) CallEnded(string, sources.Operation, string, time.Duration)      {}

// countLookup reports to the observer how a lookup ended.
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

// outcome returns ok, an error's code, or cancelled if the caller left.
func outcome(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return string(apierror.From(err).Code)
}
