package lookup

import (
	"context"
	"slices"

	"socialdata/internal/sources"
	"socialdata/models"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// RouteState is a route with what is known of its health. State is enabled, degraded or disabled.
type RouteState struct {
	Route         sources.Route
	State, Reason string
	Since         int64 // in microseconds; 0 when it is not known
	BySettings    bool  // disabled by the environment, which support cannot change
	Health        models.RouteHealth
	WindowMinutes int64
}

// RouteStates lists every route: what the operator or support switched off is disabled, whatever was measured.
func (s *Service) RouteStates(ctx context.Context) ([]RouteState, error) {
	health, err := s.store.Health(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]RouteState, 0, len(s.routes))
	for _, r := range s.routes {
		list = append(list, s.state(r, health[r.ID]))
	}
	return list, nil
}

func (s *Service) state(r sources.Route, h models.RouteHealth) RouteState {
	st := RouteState{Route: r, State: "enabled", Since: h.State.Since, Health: h, WindowMinutes: models.WindowMinutes}
	switch {
	case s.disabled[r.ID]:
		st.State, st.Reason, st.BySettings = "disabled", "switched off by the operator", true
	case h.State.OffSince != nil:
		st.State, st.Reason, st.Since = "disabled", h.State.OffReason, *h.State.OffSince
	case h.State.State != "":
		st.State, st.Reason = h.State.State, h.State.Reason
	}
	return st
}

// SwitchRoute switches a route on or off, as an act of support. What the environment switched off stays so: it wins.
func (s *Service) SwitchRoute(ctx context.Context, by models.Act, routeID string, on bool) error {
	switch {
	case !slices.ContainsFunc(s.routes, func(r sources.Route) bool { return r.ID == routeID }):
		return fault.New(fault.NotFound, "resource", "route")
	case s.disabled[routeID]:
		f := fault.New(fault.RevisionConflict)
		f.Message = "The settings of this service switch the route off; only they can switch it on."
		return f
	case on:
		return s.store.SwitchRouteOn(ctx, by, routeID)
	}
	return s.store.SwitchRouteOff(ctx, by, routeID)
}

// FirstRoute is the route of a platform that an item would be asked of first: the first one that is neither switched off
// nor degraded. It asks nobody and takes no probe.
func (s *Service) FirstRoute(ctx context.Context, p content.Platform) (sources.Route, error) {
	known, err := s.store.RouteStates(ctx)
	if err != nil {
		return sources.Route{}, err
	}
	var off, degraded *sources.Route
	for _, r := range s.routes {
		if r.Platform != p || r.Item == nil {
			continue
		}
		switch s.state(r, models.RouteHealth{State: known[r.ID]}).State {
		case "enabled":
			return r, nil
		case "degraded":
			degraded = &r
		default:
			off = &r
		}
	}
	switch {
	case degraded != nil:
		return *degraded, nil // its probe may be due: the fetch will tell
	case off != nil:
		return *off, about(fault.New(fault.RouteDisabled), *off)
	}
	return sources.Route{}, fault.New(fault.UnsupportedObject, "platform", p, "reason", sources.ObjectNotSupported, "supported", []string{})
}
