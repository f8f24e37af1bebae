package v1

import (
	"context"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
)

// Import is an import's progress and outcome.
type Import struct {
	ID              string               `json:"id"`
	WorkspaceID     string               `json:"workspaceId"`
	JobID           string               `json:"jobId"`
	SourceURL       string               `json:"sourceUrl"`
	MediaProfile    imports.MediaProfile `json:"mediaProfile"`
	Transcript      bool                 `json:"transcript"`
	State           imports.State        `json:"state"`
	Progress        ImportProgress       `json:"progress"`
	Attempts        []ImportAttempt      `json:"attempts" maxItems:"10"`
	ReferenceID     *string              `json:"referenceId"`
	Board           *string              `json:"board" doc:"Id of the board that the reference is put on; null for none"`
	OutcomeCode     *apierror.Code       `json:"outcomeCode"`
	OutcomeMessage  *string              `json:"outcomeMessage"`
	Applied         *ImportApplied       `json:"applied" doc:"What of customTitle, notes and tags became part of the reference; null until the import has succeeded"`
	CancelRequested bool                 `json:"cancelRequested"`
	CreatedAt       content.Time         `json:"createdAt"`
	UpdatedAt       content.Time         `json:"updatedAt"`
	FinishedAt      *content.Time        `json:"finishedAt"`
	Revision        int64                `json:"revision"`
}

// ImportApplied says which annotations of an import were applied to its reference.
type ImportApplied struct {
	CustomTitle *bool    `json:"customTitle" doc:"null if the import had none; false if the reference keeps its own"`
	Notes       *bool    `json:"notes" doc:"null if the import had none; false if the reference keeps its own"`
	Tags        []string `json:"tags" doc:"Those of the import that the reference has now" maxItems:"50"`
	TagsLeftOut []string `json:"tagsLeftOut" doc:"Those of the import for which the reference has no room" maxItems:"50"`
}

// ImportProgress is the progress of an import.
type ImportProgress struct {
	Stage           *imports.Stage  `json:"stage"`
	CompletedStages []imports.Stage `json:"completedStages" doc:"The current attempt's succeeded and skipped ones"`
	AttemptNumber   int64           `json:"attemptNumber"`
	NextAttemptAt   *content.Time   `json:"nextAttemptAt" doc:"When it may begin, for one of a batch beyond the limit on imports, or try again: it does within ten seconds of that if a worker is free; null if it may now or has"`
}

// ImportAttempt is one attempt to run an import.
type ImportAttempt struct {
	ID                   string            `json:"id"`
	Number               int64             `json:"number"`
	SourceRouteID        *string           `json:"sourceRouteId"`
	RouteContractVersion *string           `json:"routeContractVersion"`
	State                imports.WorkState `json:"state" enum:"pending,running,succeeded,failed,cancelled"`
	Stages               []ImportStage     `json:"stages"`
	StartedAt            *content.Time     `json:"startedAt"`
	FinishedAt           *content.Time     `json:"finishedAt"`
	FailureCode          *apierror.Code    `json:"failureCode"`
	Retryable            *bool             `json:"retryable" doc:"null unless it failed"`
}

// ImportStage is one stage of an attempt.
type ImportStage struct {
	Stage       imports.Stage     `json:"stage"`
	State       imports.WorkState `json:"state"`
	StartedAt   *content.Time     `json:"startedAt"`
	FinishedAt  *content.Time     `json:"finishedAt"`
	DurationMs  *int64            `json:"durationMs"`
	FailureCode *apierror.Code    `json:"failureCode"`
}

// ImportPath is the path parameter of operations on an import.
type ImportPath struct {
	ImportID string `path:"importId"`
}

type getImportInput struct {
	ImportPath
	Wait operations.WaitSeconds `query:"wait" doc:"Seconds to wait for the import to end, if it has not; it is answered as it is then"`
}

// getImport returns an import. With wait, it first waits for the import to end. Waiting holds no database connection.
func (h *Handlers) getImport(ctx context.Context, in *getImportInput) (*output[Import], error) {
	d, err := h.Store.Imports.Find(ctx, session.From(ctx).WorkspaceID, in.ImportID)
	if err == nil && in.Wait > 0 && !d.State.Final() {
		present, stop := session.WhilePresent(ctx)
		defer stop()
		waiting, cancel := context.WithTimeout(present, time.Duration(in.Wait)*time.Second)
		defer cancel()
		h.Awaiter.Await(waiting, d.WorkspaceID, in.ImportID)
		d, err = h.Store.Imports.Find(ctx, session.From(ctx).WorkspaceID, in.ImportID)
	}
	if err != nil {
		return nil, err
	}
	return &output[Import]{Body: importView(d)}, nil
}

// CancelledImport is the response to a cancel request.
type CancelledImport struct {
	ID              string        `json:"id"`
	State           imports.State `json:"state"`
	CancelRequested bool          `json:"cancelRequested"`
	Revision        int64         `json:"revision"`
	UpdatedAt       content.Time  `json:"updatedAt"`
}

func (h *Handlers) cancelImport(ctx context.Context, in *ImportPath) (*output[CancelledImport], error) {
	i, err := h.CancelImport(ctx, session.From(ctx), in.ImportID)
	if err != nil {
		return nil, err
	}
	return &output[CancelledImport]{Body: CancelledImport{ID: i.ID, State: i.State, CancelRequested: i.CancelRequested, Revision: i.Revision,
		UpdatedAt: content.AtMicros(i.UpdatedAt)}}, nil
}

func importView(d *imports.Detail) Import {
	v := Import{ID: d.ID, WorkspaceID: d.WorkspaceID, JobID: d.JobID, SourceURL: d.SourceURL, MediaProfile: d.MediaProfile, Transcript: d.Transcript,
		State: d.State, Attempts: []ImportAttempt{}, ReferenceID: d.ReferenceID, Board: content.OrNil(d.BoardID), OutcomeCode: content.OrNil(d.OutcomeCode), OutcomeMessage: content.OrNil(d.OutcomeMessage),
		CancelRequested: d.CancelRequested, CreatedAt: content.AtMicros(d.CreatedAt), UpdatedAt: content.AtMicros(d.UpdatedAt),
		FinishedAt: content.AtMicrosPtr(d.FinishedAt), Revision: d.Revision, Applied: (*ImportApplied)(d.Applied()),
		Progress: ImportProgress{Stage: d.CurrentStage(), CompletedStages: []imports.Stage{}, AttemptNumber: d.Attempt, NextAttemptAt: content.AtMicrosPtr(imports.NextAttempt(d.State, d.NextAttemptAt))}}
	for _, a := range d.Attempts {
		v.Attempts = append(v.Attempts, attemptView(a))
	}
	if n := len(d.Attempts); n > 0 {
		for _, s := range d.Attempts[n-1].Stages {
			if s.State == imports.WorkSucceeded || s.State == imports.WorkSkipped {
				v.Progress.CompletedStages = append(v.Progress.CompletedStages, s.Stage)
			}
		}
	}
	return v
}

func attemptView(a imports.Attempt) ImportAttempt {
	v := ImportAttempt{ID: a.ID, Number: a.Number, SourceRouteID: content.OrNil(a.RouteID), RouteContractVersion: content.OrNil(a.Version), State: a.State,
		Stages: []ImportStage{}, StartedAt: content.AtMicrosPtr(a.StartedAt), FinishedAt: content.AtMicrosPtr(a.FinishedAt), FailureCode: content.OrNil(a.FailureCode)}
	if a.State == imports.WorkFailed {
		v.Retryable = &a.Retryable
	}
	for _, s := range a.Stages {
		stage := ImportStage{Stage: s.Stage, State: s.State, StartedAt: content.AtMicrosPtr(s.StartedAt), FinishedAt: content.AtMicrosPtr(s.FinishedAt), FailureCode: content.OrNil(s.FailureCode)}
		if s.StartedAt != nil && s.FinishedAt != nil {
			ms := max(0, (*s.FinishedAt-*s.StartedAt)/1000)
			stage.DurationMs = &ms
		}
		v.Stages = append(v.Stages, stage)
	}
	return v
}
