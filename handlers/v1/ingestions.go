package v1

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"socialdata/handlers/operations"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/models/references"
)

type createIngestionInput struct {
	DryRun
	Key  string `header:"Idempotency-Key" minLength:"1" maxLength:"255" pattern:"^[ -~]+$" doc:"Required, but for a dry run. Kept for 24 hours: the same key and body give the first answer again"`
	Body NewIngestion
}

// NewIngestion asks for an import.
type NewIngestion struct {
	SourceURL     operations.Link                        `json:"sourceUrl" doc:"Link to an item"`
	MediaProfile  imports.MediaProfile                   `json:"mediaProfile,omitempty" default:"analysis"`
	Transcript    *bool                                  `json:"transcript,omitempty" default:"true"`
	MediaHoldDays operations.ImportHoldDays              `json:"mediaHoldDays,omitempty"`
	CustomTitle   operations.Opt[operations.CustomTitle] `json:"customTitle,omitempty"`
	Notes         operations.Opt[operations.Notes]       `json:"notes,omitempty"`
	Tags          operations.Tags                        `json:"tags,omitempty"`
}

// newImport returns what a checked body asks for, with its defaults.
func newImport(ctx context.Context, b NewIngestion, key string) imports.NewImport {
	who := session.From(ctx)
	return imports.NewImport{WorkspaceID: who.WorkspaceID, SourceURL: string(b.SourceURL), MediaProfile: cmp.Or(b.MediaProfile, imports.ProfileAnalysis),
		Transcript: b.Transcript == nil || *b.Transcript, HoldDays: cmp.Or(int64(b.MediaHoldDays), input.DefaultHoldDays), CustomTitle: operations.StoredText(b.CustomTitle.Value),
		Notes: operations.StoredText(b.Notes.Value), Tags: references.TagsJSON(operations.StoredTags(&b.Tags)), Key: key, RequestID: who.RequestID, By: who.Spender()}
}

func (h *Handlers) starter() jobs.Starter {
	return jobs.Starter{Store: h.Store, Lookup: h.Lookup, Queue: h.Imports}
}

// keyUnlessDryRun requires an idempotency key of what is not a dry run.
func keyUnlessDryRun(given map[string]string) []apierror.Field {
	if _, named := given["Idempotency-Key"]; named || given["dryRun"] == "true" {
		return nil
	}
	return []apierror.Field{{Name: "Idempotency-Key", In: "header", Reason: "required", Expected: "a value"}}
}

type ingestionOutput struct {
	Status   int
	Location string `header:"Location"`
	Replayed string `header:"Idempotency-Replayed"`
	Body     operations.Rendered[Import]
}

func (h *Handlers) createIngestion(ctx context.Context, in *createIngestionInput) (*ingestionOutput, error) {
	n, err := h.Lookup.ImportOf(string(in.Body.SourceURL), newImport(ctx, in.Body, in.Key))
	if err != nil {
		return nil, linkInBody(err, "sourceUrl")
	}
	note(ctx, nil, n.Subject)
	if in.Ask {
		return h.estimateIngestion(ctx, n)
	}
	accepted, err := h.starter().Start(ctx, n, renderImport)
	if err != nil {
		return nil, err
	}
	out := &ingestionOutput{Status: http.StatusAccepted, Location: "/v1/imports/" + accepted.ID, Body: operations.Rendered[Import]{B: accepted.Body}}
	if accepted.Replayed {
		out.Replayed = "true"
	}
	return out, nil
}

func (h *Handlers) estimateIngestion(ctx context.Context, n imports.NewImport) (*ingestionOutput, error) {
	e, err := h.Lookup.EstimateImport(ctx, n)
	if err != nil {
		return nil, err
	}
	body, err := estimateView("createIngestion", e)
	return &ingestionOutput{Status: http.StatusOK, Body: operations.Rendered[Import]{B: body}}, err
}

// linkInBody moves the problem of a link into the body.
func linkInBody(err error, name string) error {
	f := apierror.From(err)
	if f.Code != apierror.CodeInvalidInput {
		return err
	}
	return apierror.InvalidInput(apierror.Field{Name: name, In: "body", Reason: "pattern", Expected: "an absolute http or https URL of an item"})
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
	CreatedFrom   string                    `query:"createdFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	CreatedBefore string                    `query:"createdBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
	UpdatedSince  string                    `query:"updatedSince" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: what has changed since then, the last change first"`
	BatchID       string                    `query:"batchId" minLength:"1" maxLength:"64" doc:"Those that were posted together"`
}

// Ingestion is an import as a list shows it.
type Ingestion = imports.Ingestion

func (h *Handlers) listIngestions(ctx context.Context, in *listIngestionsInput) (*recordsOutput[Ingestion], error) {
	f := imports.Filter{States: in.State, CreatedFrom: operations.ParseInstant(in.CreatedFrom), CreatedBefore: operations.ParseInstant(in.CreatedBefore), UpdatedSince: operations.ParseInstant(in.UpdatedSince), BatchID: in.BatchID}
	p, err := h.Store.Imports.List(ctx, session.From(ctx).WorkspaceID, f, in.request())
	return pageOf(p, err, ingestionView)
}

func ingestionView(i imports.Import) Ingestion { return i.Ingestion() }

// nullIfZero returns nil for the zero value.
func nullIfZero[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}
