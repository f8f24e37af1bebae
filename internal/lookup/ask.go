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

// retryLater is what a caller is told when the platform itself gave no time.
const retryLater = 60 * time.Second

// fetchFromRoutes tries the routes that can do it, in order: the next one only where the one before failed by the source's fault.
func (s *Service) fetchFromRoutes(ctx context.Context, q query) (*answer, sources.Route, error) {
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
		failed = apierror.New(apierror.CodeUnsupportedObject, "platform", q.platform, "reason", sources.ObjectNotSupported, "supported", []string{})
	}
	return nil, sources.Route{}, failed
}

// canServe reports whether a route may answer. Where a platform has captions or media at all, a question for them goes only to
// routes that see them: another one's "none" would be a lie.
func (s *Service) canServe(r sources.Route, q query) bool {
	if r.Platform != q.platform || !slices.Contains(r.Operations(), q.op) || q.has != nil && !q.has(r) {
		return false
	}
	captions := func(r sources.Route) bool { return r.Captions }
	media := func(r sources.Route) bool { return r.Media != nil }
	return (!q.captions || captions(r) || !s.hasRoute(q.platform, captions)) && (!q.media || media(r) || !s.hasRoute(q.platform, media))
}

// hasRoute reports whether a platform has a route that can do something.
func (s *Service) hasRoute(p content.Platform, can func(sources.Route) bool) bool {
	return slices.ContainsFunc(s.routes, func(r sources.Route) bool { return r.Platform == p && can(r) })
}

// callRoute asks one route, if it may be asked, and records how that went.
func (s *Service) callRoute(ctx context.Context, route sources.Route, q query) (*answer, error) {
	if s.disabled[route.ID] {
		return nil, apierror.New(apierror.CodeRouteDisabled)
	}
	probe, err := s.store.AdmitCall(ctx, route.ID, string(q.operation()))
	if err != nil {
		return nil, err
	}
	if probe && route.HasKnown(q.operation()) {
		s.probe(ctx, route, q.operation()) // if it fails, the caller's object has a say, too: only its success counts
	}
	begun := time.Now()
	ctx, calls := sources.WithRecorder(ctx)
	a, err := fetchRecovered(ctx, route, q)
	s.keepChanged(ctx, route, q.operation(), calls, err)
	s.observer.CallEnded(route.ID, q.op, outcome(err), time.Since(begun))
	s.report(ctx, route, q, time.Since(begun), err)
	return a, err
}

// healthOutcome is what an outcome says of its route: "" when it answered, which is so for what it says about the content,
// too. tells is false for what is no word of the platform's: a crash of ours, our storage, an object we do not ask for.
func healthOutcome(err error) (code apierror.Code, tells bool) {
	switch {
	case err == nil, apierror.Is(err, apierror.CodeNotFound, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved, apierror.CodeUnavailableRestricted):
		return "", true
	case isSourceError(err):
		return apierror.From(err).Code, true
	case errors.Is(err, context.DeadlineExceeded) && !apierror.Is(err, apierror.CodeStorageUnavailable):
		return apierror.CodeNetworkTimeout, true
	}
	return "", false
}

// fetchRecovered turns a crash of a parser into an error: the fetch runs outside the request's own goroutine.
func fetchRecovered(ctx context.Context, route sources.Route, q query) (a *answer, err error) {
	defer recoverPanic(route, &err)
	return q.fetch(ctx, route)
}

// recoverPanic makes internal_error of a panic.
func recoverPanic(route sources.Route, err *error) {
	if r := recover(); r != nil {
		*err = apierror.Wrap(fmt.Errorf("adapter %s crashed: %v", route.ID, r), apierror.CodeInternalError)
	}
}

// isSourceError tells failures of the platform or the way to it from answers about the content.
func isSourceError(err error) bool {
	return apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeRouteDisabled, apierror.CodeSourceChanged, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport)
}

// annotate adds to a fault what only the caller of an adapter knows.
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
		f.After(retryLater)
	}
	return f
}
