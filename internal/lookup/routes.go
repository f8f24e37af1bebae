package lookup

import (
	"context"

	"socialdata/internal/sources"
	"socialdata/models"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// RouteState is a route with what is known of its health. State is enabled, degraded or disabled.
type RouteState struct {
	Route         sources.Route
	State, Reason string
	Health        models.RouteHealth
	WindowMinutes int64
}

// RouteStates lists every route: what the operator switched off is disabled, whatever was measured.
func (s *Service) RouteStates(ctx context.Context) ([]RouteState, error) {
	health, err := s.store.Health(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]RouteState, 0, len(s.routes))
	for _, r := range s.routes {
		h := health[r.ID]
		st := RouteState{Route: r, State: "enabled", Health: h, WindowMinutes: models.WindowMinutes}
		switch {
		case s.disabled[r.ID]:
			st.State, st.Reason = "disabled", "switched off by the operator"
		case h.State.State != "":
			st.State, st.Reason = h.State.State, h.State.Reason
		}
		list = append(list, st)
	}
	return list, nil
}

// FirstRoute is the route of a platform that an item would be asked of first: the first one that is neither switched off
// nor degraded. It asks nobody and takes no probe.
func (s *Service) FirstRoute(ctx context.Context, p content.Platform) (sources.Route, error) {
	states, err := s.RouteStates(ctx)
	if err != nil {
		return sources.Route{}, err
	}
	var off, degraded *sources.Route
	for _, st := range states {
		if st.Route.Platform != p || st.Route.Item == nil {
			continue
		}
		switch st.State {
		case "enabled":
			return st.Route, nil
		case "degraded":
			degraded = &st.Route
		default:
			off = &st.Route
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
