package v1

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
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

type sourceRoutesOutput struct{ Body SourceRoutes }

func (h *Handlers) listSourceRoutes(ctx context.Context, _ *noInput) (*sourceRoutesOutput, error) {
	states, _, err := h.Lookup.PublicRoutes(ctx)
	if err != nil {
		return nil, err
	}
	out := &sourceRoutesOutput{Body: SourceRoutes{Items: []SourceRoute{}}}
	for _, s := range states {
		out.Body.Items = append(out.Body.Items, routeView(s))
	}
	return out, nil
}

func routeView(s lookup.RouteState) SourceRoute {
	failed, code := s.LastFailure()
	v := SourceRoute{ID: s.Route.ID, Platform: s.Route.Platform, Operations: s.Offered(), ContractVersion: s.Route.ContractVersion,
		State: s.State, Reason: nullIfEmpty(s.Reason), LastSuccessAt: timePtr(s.LastSuccess()), LastFailureAt: timePtr(failed), LastFailureCode: codePtr(code),
		Window:          RouteWindow{Minutes: s.WindowMinutes, Total: s.Stats.Total, Succeeded: s.Stats.Succeeded, P50Ms: s.Stats.P50, P95Ms: s.Stats.P95},
		OperationStates: []OperationState{}}
	if s.Since > 0 {
		v.Since = content.AtPtr(time.UnixMicro(s.Since))
	}
	for _, o := range s.Operations {
		v.OperationStates = append(v.OperationStates, operationView(o, s.Route.Evidence[o.Operation]))
	}
	return v
}

func operationView(o lookup.OperationState, known sources.Evidence) OperationState {
	v := OperationState{Operation: o.Operation, State: o.State, Reason: nullIfEmpty(o.Reason), LastSuccessAt: timePtr(o.Health.LastSuccessAt),
		LastFailureAt: timePtr(o.Health.LastFailureAt), LastFailureCode: codePtr(o.Health.LastFailureCode), Evidence: nullIfZero(known)}
	if o.Health.Since > 0 {
		v.Since = content.AtPtr(time.UnixMicro(o.Health.Since))
	}
	return v
}

func codePtr(code apierror.Code) *apierror.Code {
	if code == "" {
		return nil
	}
	return &code
}
