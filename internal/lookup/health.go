package lookup

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
)

// probeTime limits a call for a known object.
const probeTime = 10 * time.Second

// report records the result of a call for a caller's object. Failures of callers alone never degrade a route: if there
// are many, a call for a known object decides.
func (s *Service) report(ctx context.Context, route sources.Route, q query, took time.Duration, err error) {
	code, ok := healthOutcome(err)
	if !ok || s.rehearsal != nil {
		return
	}
	ctx = context.WithoutCancel(ctx)
	suspect, rerr := s.store.RouteHealth.ReportCall(ctx, routehealth.Call{RouteID: route.ID, Operation: string(q.operation()), Subject: q.subject,
		WorkspaceID: sources.Tenant(ctx), Took: took, Code: code, Shapes: s.shapes()})
	if rerr != nil {
		s.log.WarnContext(ctx, "route health was not recorded", "route", route.ID, "cause", rerr)
	}
	switch {
	case suspect && route.HasKnown(q.operation()):
		s.probe(ctx, route, q.operation())
	case suspect:
		s.reportProbe(ctx, route, q.operation(), took, code)
	}
}

// probe calls a route for a known object; the result decides whether the operation is degraded.
func (s *Service) probe(ctx context.Context, route sources.Route, op sources.Operation) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), min(probeTime, s.budget))
	defer cancel()
	begun := time.Now()
	err := fetchKnown(sources.WithTenant(ctx, ""), route, op)
	code, ok := healthOutcome(err)
	if !ok {
		s.log.WarnContext(ctx, "a probe said nothing of its route", "route", route.ID, "operation", op, "cause", err)
		return
	}
	s.observer.CallEnded(route.ID, op, outcome(err), time.Since(begun))
	s.reportProbe(ctx, route, op, time.Since(begun), code)
}

// reportProbe degrades or enables an operation of a route.
func (s *Service) reportProbe(ctx context.Context, route sources.Route, op sources.Operation, took time.Duration, code apierror.Code) {
	c := routehealth.Call{RouteID: route.ID, Operation: string(op), Subject: "known object", Took: took, Code: code, Shapes: s.shapes()}
	if err := s.store.RouteHealth.ReportProbe(ctx, c); err != nil {
		s.log.WarnContext(ctx, "route health was not recorded", "route", route.ID, "cause", err)
	}
}

// fetchAllKnown calls a route for all its known objects and turns a panic of a parser into an error.
func (s *Service) fetchAllKnown(ctx context.Context, route sources.Route, op sources.Operation) (err error) {
	defer recoverPanic(route, &err)
	return route.AskAllKnown(ctx, op, s.begins)
}

// fetchKnown calls a route for a known object and turns a panic of a parser into an error.
func fetchKnown(ctx context.Context, route sources.Route, op sources.Operation) (err error) {
	defer recoverPanic(route, &err)
	return route.AskKnown(ctx, op)
}
