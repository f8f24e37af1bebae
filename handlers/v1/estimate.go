package v1

import (
	"context"
	"encoding/json"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/models/billing"
)

// DryRun is the parameter that requests an Estimate instead of a result.
type DryRun struct {
	Ask bool `query:"dryRun" doc:"true: make every check, contact no platform, store and charge nothing, and answer an Estimate of what the call would cost now"`
}

// Estimate is what a call would cost if it were made now. Errors and estimates are free.
type Estimate struct {
	Object     string           `json:"object" enum:"estimate"`
	Operation  string           `json:"operation" doc:"Id of the operation in this contract"`
	Platform   content.Platform `json:"platform"`
	WouldServe string           `json:"wouldServe" enum:"stored,live"`
	Credits    CreditRange      `json:"credits" doc:"What a success costs"`
	Lines      []EstimateLine   `json:"lines" doc:"The parts of the price"`
	Balance    int64            `json:"balance" doc:"Credits of the workspace"`
	Sufficient bool             `json:"sufficient" doc:"The balance, without what calls on their way will cost, pays credits.max"`
	Routes     []EstimateRoute  `json:"routes" doc:"Routes that could serve the call, in order"`
}

// CreditRange is a price between two bounds, in credits.
type CreditRange struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`
}

// EstimateLine is one part of a price, in credits. If Min is 0, the part is only charged if it returns something.
type EstimateLine struct {
	Part content.Part `json:"part"`
	Min  int64        `json:"min"`
	Max  int64        `json:"max"`
}

// EstimateRoute is a route with its current state.
type EstimateRoute struct {
	ID    string `json:"id"`
	State string `json:"state" enum:"enabled,degraded,disabled"`
}

// estimateView renders the estimate of an operation.
func estimateView(operation string, e *lookup.Estimate) ([]byte, error) {
	least, most := e.Price()
	v := Estimate{Object: "estimate", Operation: operation, Platform: e.Platform, WouldServe: "live", Credits: CreditRange{Min: least, Max: most},
		Lines: []EstimateLine{}, Balance: billing.WithoutAdvance(e.Balance), Sufficient: e.Sufficient(), Routes: []EstimateRoute{}}
	if e.Stored {
		v.WouldServe = "stored"
	}
	for _, l := range e.Lines {
		v.Lines = append(v.Lines, EstimateLine{Part: l.Part, Min: l.Min, Max: l.Max})
	}
	for _, r := range e.Routes {
		v.Routes = append(v.Routes, EstimateRoute{ID: r.ID, State: r.State})
	}
	return json.Marshal(v)
}

// AsOf is the parameter that requests an earlier answer in place of the present one.
type AsOf struct {
	By string `query:"asOf" format:"past" minLength:"1" doc:"RFC 3339, not in the future: what this workspace was served of it last by then, as it was, free of charge; observedAt says of when it is. 404 if it was served nothing by then, or it is no longer kept. No platform is called. Not beside maxAge or dryRun"`
}

// asOfQuery rejects parameters that mean nothing for an earlier answer.
func asOfQuery(given map[string]string) (fields []apierror.Field) {
	if _, asOf := given["asOf"]; !asOf {
		return nil
	}
	for _, name := range []string{"maxAge", "dryRun"} {
		if _, also := given[name]; also {
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "conflict", Expected: "absent: asOf asks for an earlier answer"})
		}
	}
	return fields
}

// earlier answers a lookup with what the workspace was served by a time.
func earlier[T any](ctx context.Context, h *Handlers, asOf AsOf, subject string, request lookup.Request) (*lookupOutput[T], error) {
	r, err := h.LookUpAsOf(ctx, session.From(ctx), request, subject, *operations.ParseInstant(asOf.By))
	return lookupResponse[T](r, err)
}

// answered performs a lookup, or returns an Estimate if the caller requested one. subject is recorded in the request
// log.
func answered[T any](ctx context.Context, h *Handlers, dry DryRun, operation, subject string, request lookup.Request) (*lookupOutput[T], error) {
	who := session.From(ctx)
	if !dry.Ask {
		r, err := h.LookUp(ctx, who, request, subject)
		return lookupResponse[T](r, err)
	}
	who.Note.Subject = subject
	e, err := h.Lookup.Estimate(ctx, request)
	if err != nil {
		return nil, err
	}
	body, err := estimateView(operation, e)
	return &lookupOutput[T]{Remaining: billing.WithoutAdvance(e.Balance), Body: operations.Rendered[T]{B: body}}, err
}
