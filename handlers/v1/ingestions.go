package v1

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
)

type createIngestionInput struct {
	DryRun
	Key  string `header:"Idempotency-Key" minLength:"1" maxLength:"255" pattern:"^[ -~]+$" doc:"Required, but for a dry run. Kept for 24 hours: the same key and body give the first answer again"`
	Body operations.CreateIngestion
}

// keyUnlessDryRun requires an idempotency key unless the request is a dry run.
func keyUnlessDryRun(given map[string]string) []apierror.Field {
	if _, named := given["Idempotency-Key"]; named || given["dryRun"] == "true" {
		return nil
	}
	return []apierror.Field{{Name: "Idempotency-Key", In: "header", Reason: "required", Expected: apierror.AnyValue}}
}

type ingestionOutput struct {
	Status   int
	Location string `header:"Location"`
	Replayed string `header:"Idempotency-Replayed"`
	Body     operations.Rendered[Import]
}

func (h *Handlers) createIngestion(ctx context.Context, in *createIngestionInput) (*ingestionOutput, error) {
	if in.Ask {
		return h.estimateIngestion(ctx, in.Body)
	}
	accepted, err := h.CreateIngestion(ctx, session.From(ctx), in.Body, in.Key, renderImport)
	if err != nil {
		return nil, err
	}
	out := &ingestionOutput{Status: http.StatusAccepted, Location: "/v1/imports/" + accepted.ID, Body: operations.Rendered[Import]{B: accepted.Body}}
	if accepted.Replayed {
		out.Replayed = "true"
	}
	return out, nil
}

func (h *Handlers) estimateIngestion(ctx context.Context, asked operations.CreateIngestion) (*ingestionOutput, error) {
	e, err := h.EstimateIngestion(ctx, session.From(ctx), asked)
	if err != nil {
		return nil, err
	}
	body, err := estimateView("createIngestion", e)
	return &ingestionOutput{Status: http.StatusOK, Body: operations.Rendered[Import]{B: body}}, err
}

func renderImport(d *imports.Detail) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(importView(d))
	return bytes.TrimSpace(b.Bytes()), err
}

type listIngestionsInput struct {
	PageInput
	State         operations.SearchedStates `query:"state,explode" doc:"Repeat it for several: any may match"`
	Platform      content.Platform          `query:"platform"`
	OutcomeCode   operations.FailureCode    `query:"outcomeCode" doc:"How the imports failed, or how their last attempt did"`
	CreatedFrom   string                    `query:"createdFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	CreatedBefore string                    `query:"createdBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
	UpdatedSince  string                    `query:"updatedSince" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: what has changed since then, the last change first"`
	BatchID       string                    `query:"batchId" minLength:"1" maxLength:"64" doc:"Those that were posted together"`
}

// Ingestion is an import as lists contain it.
type Ingestion = imports.Ingestion

func (h *Handlers) listIngestions(ctx context.Context, in *listIngestionsInput) (*recordsOutput[Ingestion], error) {
	f := imports.Filter{States: in.State, Platform: in.Platform, Code: apierror.Code(in.OutcomeCode), CreatedFrom: operations.ParseInstant(in.CreatedFrom), CreatedBefore: operations.ParseInstant(in.CreatedBefore), UpdatedSince: operations.ParseInstant(in.UpdatedSince),
		BatchID: in.BatchID}
	p, err := h.Store.Imports.List(ctx, session.From(ctx).WorkspaceID, f, in.request())
	return pageOf(p, err, ingestionView)
}

func ingestionView(i imports.Import) Ingestion { return i.Ingestion() }
