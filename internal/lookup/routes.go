package lookup

import (
	"context"
	"slices"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
	"socialdata/models/support"
)

// RouteState is a route with its known health. State is enabled, degraded or disabled: that of the operation with the
// most calls in the last hour.
type RouteState struct {
	Route         sources.Route
	State, Reason string
	Since         int64 // in microseconds; 0 if unknown
	BySettings    bool  // disabled by the settings, which support cannot override
	Operations    []OperationState
	Stats         routehealth.CallStats
	WindowMinutes int64
}

// OperationState is one operation of a route. State is enabled, degraded, disabled, or unverified if it has never succeeded here.
type OperationState struct {
	Operation     sources.Operation
	State, Reason string
	Health        routehealth.OperationHealth // zero before the first call
}

// RouteStates lists every route. One that the operator or support switched off is disabled, whatever was measured.
func (s *Service) RouteStates(ctx context.Context) ([]RouteState, error) {
	health, err := s.store.RouteHealth.Health(ctx)
	if err != nil {
		return nil, err
	}
	return s.states(health), nil
}

// PublicRoutes lists every route as RouteStates does, in one cheap statement, with current states and the counts of the last report.
func (s *Service) PublicRoutes(ctx context.Context) ([]RouteState, routehealth.Report, error) {
	health, report, err := s.store.RouteHealth.PublicHealth(ctx)
	if err != nil {
		return nil, report, err
	}
	return s.states(health), report, nil
}

func (s *Service) states(health map[string]routehealth.Route) []RouteState {
	list := make([]RouteState, 0, len(s.routes))
	for _, r := range s.routes {
		list = append(list, s.state(r, health[r.ID]))
	}
	return list
}

func (s *Service) state(r sources.Route, h routehealth.Route) RouteState {
	st := RouteState{Route: r, State: "enabled", Stats: h.CallStats, WindowMinutes: routehealth.WindowMinutes}
	for _, op := range r.Operations() {
		st.Operations = append(st.Operations, operationState(op, h.Operations[string(op)]))
	}
	if main := st.mostUsed(); main != nil {
		st.Since = main.Health.Since
		if main.Health.Degraded() {
			st.State, st.Reason = main.State, main.Reason
		}
	}
	switch {
	case s.disabled[r.ID]:
		st.disable("switched off by the operator")
		st.BySettings = true
	case h.Off != nil:
		st.disable(h.Off.OffReason)
		st.Since = h.Off.OffSince
	}
	return st
}

func operationState(op sources.Operation, h routehealth.OperationHealth) OperationState {
	st := OperationState{Operation: op, State: "enabled", Health: h}
	switch {
	case h.Degraded():
		st.State, st.Reason = "degraded", h.Reason
	case h.LastSuccessAt == nil:
		st.State = "unverified"
	}
	return st
}

// Offered lists the route's operations. An unproven one is listed only after it has succeeded here.
func (st *RouteState) Offered() []sources.Operation {
	offered := []sources.Operation{}
	for _, o := range st.Operations {
		if o.Health.LastSuccessAt != nil || !slices.Contains(st.Route.Unproven, o.Operation) {
			offered = append(offered, o.Operation)
		}
	}
	return offered
}

// Uncalled reports whether no operation of the route was ever called here, so that nothing is known about it.
func (st *RouteState) Uncalled() bool {
	for _, o := range st.Operations {
		if o.Health.LastSuccessAt != nil || o.Health.LastFailureAt != nil {
			return false
		}
	}
	return true
}

// disable overrides what was measured.
func (st *RouteState) disable(reason string) {
	st.State, st.Reason = "disabled", reason
	for n := range st.Operations {
		st.Operations[n].State, st.Operations[n].Reason = "disabled", reason
	}
}

// mostUsed returns the operation with the most calls in the last hour, preferring a degraded one; nil if there were no calls.
func (st *RouteState) mostUsed() *OperationState {
	var most *OperationState
	for n := range st.Operations {
		o := &st.Operations[n]
		switch {
		case o.Health.State == "":
		case most == nil, o.Health.Total > most.Health.Total, o.Health.Total == most.Health.Total && o.Health.Degraded():
			most = o
		}
	}
	return most
}

// LastSuccess returns the latest success of any operation; nil if there is none.
func (st *RouteState) LastSuccess() *int64 {
	var last *int64
	for _, o := range st.Operations {
		if at := o.Health.LastSuccessAt; at != nil && (last == nil || *at > *last) {
			last = at
		}
	}
	return last
}

// LastFailure returns the latest failure of any operation and its code; nil if there is none.
func (st *RouteState) LastFailure() (at *int64, code apierror.Code) {
	for _, o := range st.Operations {
		if f := o.Health.LastFailureAt; f != nil && (at == nil || *f > *at) {
			at, code = f, o.Health.LastFailureCode
		}
	}
	return at, code
}

// SwitchRoute switches a route on or off, as an action of support. A route that the settings switched off stays off.
func (s *Service) SwitchRoute(ctx context.Context, by support.Actor, routeID string, on bool) error {
	if _, err := s.routeInUse(routeID, "and only they can switch it on again"); err != nil {
		return err
	}
	if on {
		return s.store.Support.SwitchRouteOn(ctx, by, routeID)
	}
	return s.store.Support.SwitchRouteOff(ctx, by, routeID)
}

// routeInUse finds a route of this process. It returns not_found if there is none, and revision_conflict for one that the settings switch
// off, with what follows from that.
func (s *Service) routeInUse(routeID, follows string) (sources.Route, error) {
	n := slices.IndexFunc(s.routes, func(r sources.Route) bool { return r.ID == routeID })
	switch {
	case n < 0:
		return sources.Route{}, apierror.New(apierror.CodeNotFound, "resource", "route")
	case s.disabled[routeID]:
		f := apierror.New(apierror.CodeRevisionConflict)
		f.Message = "The settings of this service switch this route off, " + follows + "."
		return sources.Route{}, f
	}
	return s.routes[n], nil
}

// FirstRoute returns the route of a platform that would be called first for an item, preferring one that is neither
// switched off nor degraded. It calls no platform and claims no probe.
func (s *Service) FirstRoute(ctx context.Context, p content.Platform) (sources.Route, error) {
	refusing, err := s.store.RouteHealth.Refusing(ctx, string(sources.OpItem))
	if err != nil {
		return sources.Route{}, err
	}
	var off, degraded *sources.Route
	for _, r := range s.routes {
		if r.Platform != p || r.Item == nil {
			continue
		}
		switch state := refusing[r.ID]; {
		case s.disabled[r.ID], state == "disabled":
			off = &r
		case state == "degraded":
			degraded = &r
		default:
			return r, nil
		}
	}
	switch {
	case degraded != nil:
		return *degraded, nil // its probe may be due, so the fetch may still succeed
	case off != nil:
		return *off, annotate(apierror.New(apierror.CodeRouteDisabled), *off)
	}
	return sources.Route{}, notServed(p)
}
