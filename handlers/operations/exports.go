package operations

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/internal/table"
	"socialdata/models/exports"
)

// ExportPrefix is the folder of an export's files, below that of the workspace.
type ExportPrefix string

// Schema implements huma.SchemaProvider.
func (ExportPrefix) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxExportPrefix)
	s.Pattern = input.ExportPrefixPattern
	return Ready(s)
}

// CreateExport is the input of creating a scheduled export.
type CreateExport struct {
	Kind     exports.Kind     `json:"kind" doc:"references, imports and observations (how counts changed): every run writes all there are. ledger, events and requests: a run writes what the runs before have not"`
	Format   table.Format     `json:"format"`
	Schedule exports.Schedule `json:"schedule" doc:"hourly: at every full hour; daily: at midnight; weekly: at midnight before Monday; all in UTC. The first run begins within minutes"`
	Prefix   ExportPrefix     `json:"prefix,omitempty" doc:"Folder of the files, below that of the workspace: names of letters, digits, - _ and ., joined by /"`
}

// CreateExport creates a scheduled export to the operator's store.
func (s *Service) CreateExport(ctx context.Context, c *session.Caller, in CreateExport) (*exports.Export, error) {
	e, err := s.Store.Exports.Create(ctx, exports.Export{WorkspaceID: c.WorkspaceID, Kind: in.Kind, Format: in.Format, Schedule: in.Schedule, Prefix: string(in.Prefix)})
	return made(ctx, e, err, func(e *exports.Export) session.Done {
		return session.Done{Subject: e.ID, Detail: string(e.Kind) + ", " + string(e.Format) + ", " + string(e.Schedule)}
	})
}

// ChangeExport is the input of changing a scheduled export.
type ChangeExport struct {
	Schedule exports.Schedule `json:"schedule" doc:"What it writes, in which format and where stays as it is, so that no folder has files of two sorts. A run that is due or goes on is not moved"`
}

// ChangeExport gives a scheduled export another schedule.
func (s *Service) ChangeExport(ctx context.Context, c *session.Caller, id string, in ChangeExport) (*exports.Seen, error) {
	before, e, err := s.Store.Exports.Change(ctx, c.WorkspaceID, id, in.Schedule)
	return made(ctx, e, err, func(e *exports.Seen) session.Done {
		return session.Done{Subject: e.ID, Detail: nameOfExport(e).Detail + ", " + renamed(string(before), string(e.Schedule))}
	})
}

// RunExport lets a scheduled export run at once.
func (s *Service) RunExport(ctx context.Context, c *session.Caller, id string) (*exports.Seen, error) {
	e, err := s.Store.Exports.RunNow(ctx, c.WorkspaceID, id)
	return made(ctx, e, err, nameOfExport)
}

// DeleteExport deletes a scheduled export. What it wrote stays.
func (s *Service) DeleteExport(ctx context.Context, c *session.Caller, id string) error {
	e, err := s.Store.Exports.Find(ctx, c.WorkspaceID, id)
	return deleted(ctx, e, err, s.Store.Exports.Delete, c.WorkspaceID, id, nameOfExport)
}

// nameOfExport says what an export writes, and in which format.
func nameOfExport(e *exports.Seen) session.Done {
	return session.Done{Subject: e.ID, Detail: string(e.Kind) + ", " + string(e.Format)}
}
