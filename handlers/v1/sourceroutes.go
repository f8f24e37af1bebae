package v1

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
)

// SourceRoute is one way to read a platform, with its measurements.
type SourceRoute struct {
	ID              string              `json:"id"`
	Platform        content.Platform    `json:"platform"`
	Operations      []sources.Operation `json:"operations"`
	ContractVersion string              `json:"contractVersion"`
	State           string              `json:"state" enum:"enabled,degraded,disabled"`
	Reason          *string             `json:"reason"`
	Since           *content.Time       `json:"since" doc:"When the state began; null before the first call"`
	LastSuccessAt   *content.Time       `json:"lastSuccessAt"`
	LastFailureAt   *content.Time       `json:"lastFailureAt"`
	LastFailureCode *apierror.Code      `json:"lastFailureCode"`
	Window          RouteWindow         `json:"window"`
	OperationStates []OperationState    `json:"operationStates" doc:"Health is kept per operation; state is that of the operation that most calls of the last hour used"`
}

// OperationState is the health of one operation of a route.
type OperationState struct {
	Operation       sources.Operation `json:"operation"`
	State           string            `json:"state" enum:"enabled,degraded,disabled,unverified" doc:"unverified: it never succeeded here"`
	Reason          *string           `json:"reason"`
	Since           *content.Time     `json:"since" doc:"When the state began; null before the first call"`
	LastSuccessAt   *content.Time     `json:"lastSuccessAt"`
	LastFailureAt   *content.Time     `json:"lastFailureAt"`
	LastFailureCode *apierror.Code    `json:"lastFailureCode"`
	LastCheckedAt   *content.Time     `json:"lastCheckedAt" doc:"When it was last asked for objects that are known to exist; null if never"`
	LastAnsweredAt  *content.Time     `json:"lastAnsweredAt" doc:"When such a check last found their contents; null if never"`
	Evidence        *sources.Evidence `json:"evidence" enum:"recorded,described" doc:"By what its answers are known: recorded from the platform, or described by other programs that read them. null: not said"`
}

// RouteWindow holds the measurements of the last hour.
type RouteWindow struct {
	Minutes   int64  `json:"minutes"`
	Total     int64  `json:"total"`
	Succeeded int64  `json:"succeeded"`
	P50Ms     *int64 `json:"p50Ms"`
	P95Ms     *int64 `json:"p95Ms"`
}

// SourceRoutes lists all routes.
type SourceRoutes struct {
	Items []SourceRoute `json:"items"`
}

func (h *Handlers) listSourceRoutes(ctx context.Context, _ *noInput) (*output[SourceRoutes], error) {
	states, report, err := h.Lookup.PublicRoutes(ctx)
	if err != nil {
		return nil, err
	}
	out := &output[SourceRoutes]{Body: SourceRoutes{Items: []SourceRoute{}}}
	for _, s := range states {
		out.Body.Items = append(out.Body.Items, routeView(s, report.Checks))
	}
	return out, nil
}

func routeView(s lookup.RouteState, checks []routehealth.Check) SourceRoute {
	failed, code := s.LastFailure()
	v := SourceRoute{ID: s.Route.ID, Platform: s.Route.Platform, Operations: s.Offered(), ContractVersion: s.Route.ContractVersion,
		State: s.State, Reason: content.OrNil(s.Reason), LastSuccessAt: content.AtMicrosPtr(s.LastSuccess()), LastFailureAt: content.AtMicrosPtr(failed), LastFailureCode: content.OrNil(code),
		Window:          RouteWindow{Minutes: s.WindowMinutes, Total: s.Stats.Total, Succeeded: s.Stats.Succeeded, P50Ms: s.Stats.P50, P95Ms: s.Stats.P95},
		OperationStates: []OperationState{}}
	if s.Since > 0 {
		v.Since = new(content.AtMicros(s.Since))
	}
	for _, o := range s.Operations {
		one := operationView(o, s.Route.Evidence[o.Operation])
		for _, c := range checks {
			if c.RouteID == s.Route.ID && c.Operation == string(o.Operation) {
				one.LastCheckedAt, one.LastAnsweredAt = content.AtMicrosPtr(&c.At), content.AtMicrosPtr(c.AnsweredAt)
			}
		}
		v.OperationStates = append(v.OperationStates, one)
	}
	return v
}

func operationView(o lookup.OperationState, known sources.Evidence) OperationState {
	v := OperationState{Operation: o.Operation, State: o.State, Reason: content.OrNil(o.Reason), LastSuccessAt: content.AtMicrosPtr(o.Health.LastSuccessAt),
		LastFailureAt: content.AtMicrosPtr(o.Health.LastFailureAt), LastFailureCode: content.OrNil(o.Health.LastFailureCode), Evidence: content.OrNil(known)}
	if o.Health.Since > 0 {
		v.Since = new(content.AtMicros(o.Health.Since))
	}
	return v
}
