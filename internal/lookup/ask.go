package lookup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// retryDelay is the Retry-After of a route_degraded without a time from the platform.
const retryDelay = 60 * time.Second

// fetchFromRoutes calls the routes that can serve the query, in order. It calls the next one only after a source error.
func (s *Service) fetchFromRoutes(ctx context.Context, q query) (*answer, sources.Route, error) {
	if err := s.rehearse(ctx, q); err != nil {
		return nil, sources.Route{}, err
	}
	var failed error
	for _, route := range s.routes {
		if !s.canServe(route, q) {
			continue
		}
		a, err := s.callRoute(ctx, route, q)
		if err == nil {
			return a, route, nil
		}
		err = annotate(err, route)
		if !isSourceError(err) {
			return nil, route, err
		}
		if failed == nil || apierror.Is(failed, apierror.CodeRouteDisabled) {
			failed = err
		}
	}
	if failed == nil {
		failed = notServed(q.platform)
	}
	return nil, sources.Route{}, failed
}

// canServe reports whether a route may answer the query. If any route of a platform has captions or media, a query for
// them is only sent to such routes: "none" from another route would be wrong.
func (s *Service) canServe(r sources.Route, q query) bool {
	if r.Platform != q.platform || !slices.Contains(r.Operations(), q.op) || q.has != nil && !q.has(r) {
		return false
	}
	captions := func(r sources.Route) bool { return r.Captions }
	media := func(r sources.Route) bool { return r.Media != nil }
	return (!q.variant.Captions() || captions(r) || !s.hasRoute(q.platform, captions)) && (!q.media || media(r) || !s.hasRoute(q.platform, media))
}

// hasRoute reports whether a platform has a route for which can is true.
func (s *Service) hasRoute(p content.Platform, can func(sources.Route) bool) bool {
	return slices.ContainsFunc(s.routes, func(r sources.Route) bool { return r.Platform == p && can(r) })
}

// callRoute calls one route, unless it is switched off or degraded, and records the result.
func (s *Service) callRoute(ctx context.Context, route sources.Route, q query) (*answer, error) {
	if s.disabled[route.ID] {
		return nil, apierror.New(apierror.CodeRouteDisabled)
	}
	probe, err := s.admitCall(ctx, route, q)
	if apierror.Is(err, apierror.CodeRouteDegraded) {
		apierror.From(err).Evidence = &apierror.Evidence{Reason: apierror.Cooldown}
	}
	if err != nil {
		return nil, err
	}
	if probe && route.HasKnown(q.operation()) {
		s.probe(ctx, route, q.operation()) // if it fails, the operation stays degraded, but the caller's call is still made: its success counts
	}
	begun := time.Now()
	ctx, calls := sources.WithRecorder(ctx)
	a, err := fetchRecovered(ctx, route, q)
	addEvidence(err, calls)
	s.keepChanged(ctx, route, q.operation(), calls, err)
	s.observer.CallEnded(route.ID, q.op, outcome(err), time.Since(begun))
	s.report(ctx, route, q, time.Since(begun), err)
	return a, err
}

// admitCall returns an error if a route is switched off or degraded; probe is set if the call decides whether it still is.
func (s *Service) admitCall(ctx context.Context, route sources.Route, q query) (probe bool, err error) {
	if s.rehearsal != nil {
		return false, nil
	}
	return s.store.RouteHealth.AdmitCall(ctx, route.ID, string(q.operation()))
}

// addEvidence adds the platform's answer to a catalogue error.
func addEvidence(err error, calls *sources.Recorder) {
	var f *apierror.Error
	if errors.As(err, &f) {
		f.Evidence = calls.Evidence(f)
	}
}

// healthOutcome returns "" if the route worked; private or removed content counts as working. ok is false if the outcome
// says nothing about the platform: a crash or a storage error of ours, or an object that we or the route do not cover.
func healthOutcome(err error) (code apierror.Code, ok bool) {
	switch {
	case err == nil, apierror.Unavailable(apierror.From(err).Code):
		return "", true
	case errors.Is(err, sources.ErrNotCovered):
		return "", false
	case isSourceError(err):
		return apierror.From(err).Code, true
	case errors.Is(err, context.DeadlineExceeded) && !apierror.Is(err, apierror.CodeStorageUnavailable):
		return apierror.CodeNetworkTimeout, true
	}
	return "", false
}

// fetchRecovered calls fetch and turns a panic of a parser into an error, because it runs outside the request's goroutine.
func fetchRecovered(ctx context.Context, route sources.Route, q query) (a *answer, err error) {
	defer recoverPanic(route, &err)
	return q.fetch(ctx, route)
}

// recoverPanic turns a panic into internal_error.
func recoverPanic(route sources.Route, err *error) {
	if r := recover(); r != nil {
		*err = apierror.Wrap(fmt.Errorf("adapter %s crashed: %v", route.ID, r), apierror.CodeInternalError)
	}
}

// isSourceError reports whether an error is a failure of the platform or of the connection to it, and not an answer about
// the content.
func isSourceError(err error) bool {
	return apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeRouteDisabled, apierror.CodeSourceChanged, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport)
}

// annotate adds the details that an adapter does not know to an error: platform and route.
func annotate(err error, route sources.Route) error {
	if errors.Is(err, context.DeadlineExceeded) && !apierror.Is(err, apierror.CodeNetworkTimeout, apierror.CodeStorageUnavailable) {
		err = apierror.Wrap(err, apierror.CodeNetworkTimeout)
	}
	f := apierror.From(err)
	switch f.Code {
	case apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved, apierror.CodeUnavailableRestricted, apierror.CodeUnsupportedObject:
		f.With("platform", route.Platform)
	case apierror.CodeNetworkTimeout:
		if _, known := f.Details["timeoutMs"]; !known {
			f.With("timeoutMs", int64(0))
		}
		f.With("platform", route.Platform).With("routeId", route.ID)
	case apierror.CodeRouteDegraded, apierror.CodeRouteDisabled, apierror.CodeSourceChanged, apierror.CodeNetworkTransport:
		f.With("platform", route.Platform).With("routeId", route.ID)
	}
	if f.Code == apierror.CodeRouteDegraded && f.RetryAfter <= 0 {
		f.After(retryDelay)
	}
	return f
}
