package lookup

import (
	"context"

	"socialdata/internal/sources"
	"socialdata/models"
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
