package v1

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"time"

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
	SourceURL     link                 `json:"sourceUrl" doc:"Link to an item"`
	MediaProfile  imports.MediaProfile `json:"mediaProfile,omitempty" default:"analysis"`
	Transcript    *bool                `json:"transcript,omitempty" default:"true"`
	MediaHoldDays importHoldDays       `json:"mediaHoldDays,omitempty"`
	CustomTitle   Opt[customTitle]     `json:"customTitle,omitempty"`
	Notes         Opt[notes]           `json:"notes,omitempty"`
	Tags          tags                 `json:"tags,omitempty"`
}

// newImport returns what a checked body asks for, with its defaults.
func newImport(ctx context.Context, b NewIngestion, key string) imports.NewImport {
	who := session.From(ctx)
	return imports.NewImport{WorkspaceID: who.WorkspaceID, SourceURL: string(b.SourceURL), MediaProfile: cmp.Or(b.MediaProfile, imports.ProfileAnalysis),
		Transcript: b.Transcript == nil || *b.Transcript, HoldDays: cmp.Or(int64(b.MediaHoldDays), input.DefaultHoldDays), CustomTitle: storedText(b.CustomTitle.Value),
		Notes: storedText(b.Notes.Value), Tags: references.TagsJSON(storedTags(&b.Tags)), Key: key, RequestID: who.RequestID, By: who.Spender()}
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
	Body     Rendered[Import]
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
	out := &ingestionOutput{Status: http.StatusAccepted, Location: "/v1/imports/" + accepted.ID, Body: Rendered[Import]{B: accepted.Body}}
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
	return &ingestionOutput{Status: http.StatusOK, Body: Rendered[Import]{B: body}}, err
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
	State         searchedStates `query:"state,explode" doc:"Repeat it for several: any may match"`
	CreatedFrom   string         `query:"createdFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	CreatedBefore string         `query:"createdBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
	UpdatedSince  string         `query:"updatedSince" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: what has changed since then, the last change first"`
	BatchID       string         `query:"batchId" minLength:"1" maxLength:"64" doc:"Those that were posted together"`
}

// Ingestion is an import as a list shows it.
type Ingestion = imports.Ingestion

func (h *Handlers) listIngestions(ctx context.Context, in *listIngestionsInput) (*recordsOutput[Ingestion], error) {
	f := imports.Filter{States: in.State, CreatedFrom: parseInstant(in.CreatedFrom), CreatedBefore: parseInstant(in.CreatedBefore), UpdatedSince: parseInstant(in.UpdatedSince), BatchID: in.BatchID}
	p, err := h.Store.Imports.List(ctx, session.From(ctx).WorkspaceID, f, in.request())
	return pageOf(p, err, ingestionView)
}

// parseInstant reads a checked RFC 3339 time; nil for "".
func parseInstant(v string) *time.Time {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		return nil
	}
	return &t
}

func ingestionView(i imports.Import) Ingestion { return i.Ingestion() }

// nullIfZero returns nil for the zero value.
func nullIfZero[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}
