package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/table"
	"socialdata/models/exports"
)

// Export is a scheduled export to the operator's store.
type Export struct {
	ID        string           `json:"id"`
	Kind      exports.Kind     `json:"kind"`
	Format    table.Format     `json:"format"`
	Schedule  exports.Schedule `json:"schedule"`
	Prefix    *string          `json:"prefix"`
	NextRunAt content.Time     `json:"nextRunAt" doc:"In the past while a run goes on"`
	LastRun   *ExportRun       `json:"lastRun" doc:"null before the first"`
	CreatedAt content.Time     `json:"createdAt"`
}

// ExportDetail is an export with its last runs.
type ExportDetail struct {
	Export
	Runs []ExportRun `json:"runs" doc:"The last 20, newest first; kept for 90 days"`
}

// ExportRun is a run of an export.
type ExportRun struct {
	ID          string           `json:"id"`
	State       exports.RunState `json:"state" doc:"failed: given up after several attempts; the next run has what this one lacks"`
	AsOf        content.Time     `json:"asOf" doc:"What was made before is in it; each row is as it was when it was read, a little later"`
	StartedAt   content.Time     `json:"startedAt"`
	EndedAt     *content.Time    `json:"endedAt"`
	Rows        int64            `json:"rows" doc:"Of a run that goes on: so far"`
	Files       int64            `json:"files"`
	Bytes       int64            `json:"bytes"`
	ManifestKey *string          `json:"manifestKey" doc:"Where the list of its files is stored; null until all of them are"`
	Code        *apierror.Code   `json:"code" doc:"Why its last attempt failed"`
	Message     *string          `json:"message"`
}

func exportView(e exports.Seen) Export {
	v := Export{ID: e.ID, Kind: e.Kind, Format: e.Format, Schedule: e.Schedule, Prefix: content.OrNil(e.Prefix), NextRunAt: content.AtMicros(e.NextRunAt),
		CreatedAt: content.AtMicros(e.CreatedAt)}
	if len(e.Runs) > 0 {
		v.LastRun = new(exportRunView(e.Runs[0]))
	}
	return v
}

func exportRunView(r exports.Run) ExportRun {
	v := ExportRun{ID: r.ID, State: r.State, AsOf: content.AtMicros(r.AsOf), StartedAt: content.AtMicros(r.StartedAt), EndedAt: content.AtMicrosPtr(r.EndedAt),
		Rows: r.RowCount, Files: int64(len(r.Files())), Bytes: r.Bytes, ManifestKey: content.OrNil(r.Manifest), Code: content.OrNil(r.Code)}
	if r.Code != "" {
		v.Message = new(apierror.Lookup(r.Code).Message)
	}
	return v
}

type createExportInput struct{ Body operations.CreateExport }

func (h *Handlers) createExport(ctx context.Context, in *createExportInput) (*output[Export], error) {
	e, err := h.CreateExport(ctx, session.From(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return &output[Export]{Body: exportView(exports.Seen{Export: *e})}, nil
}

func (h *Handlers) listExports(ctx context.Context, in *PageInput) (*recordsOutput[Export], error) {
	p, err := h.Store.Exports.List(ctx, session.From(ctx).WorkspaceID, in.request())
	return pageOf(p, err, exportView)
}

// ExportPath is the path parameter of operations on an export.
type ExportPath struct {
	ExportID string `path:"exportId"`
}

func (h *Handlers) getExport(ctx context.Context, in *ExportPath) (*output[ExportDetail], error) {
	e, err := h.Store.Exports.Find(ctx, session.From(ctx).WorkspaceID, in.ExportID)
	if err != nil {
		return nil, err
	}
	v := ExportDetail{Export: exportView(*e), Runs: []ExportRun{}}
	for _, r := range e.Runs {
		v.Runs = append(v.Runs, exportRunView(r))
	}
	return &output[ExportDetail]{Body: v}, nil
}

type changeExportInput struct {
	ExportPath
	Body operations.ChangeExport
}

func (h *Handlers) changeExport(ctx context.Context, in *changeExportInput) (*output[Export], error) {
	e, err := h.ChangeExport(ctx, session.From(ctx), in.ExportID, in.Body)
	return answer(e, err, exportView)
}

func (h *Handlers) runExport(ctx context.Context, in *ExportPath) (*output[Export], error) {
	e, err := h.RunExport(ctx, session.From(ctx), in.ExportID)
	return answer(e, err, exportView)
}

func (h *Handlers) deleteExport(ctx context.Context, in *ExportPath) (*noContent, error) {
	return &noContent{}, h.DeleteExport(ctx, session.From(ctx), in.ExportID)
}
