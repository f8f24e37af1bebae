package support

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// ListedImport is an import of any workspace in a list.
type ListedImport struct {
	ID, WorkspaceID, Workspace string
	SourceURL, Subject         string
	Platform                   content.Platform
	State                      imports.State
	Code                       apierror.Code // of a failed import's last attempt
	Reason                     apierror.Reason
	SolvedBy                   string // of one that failed: the import by which the workspace has the content; "" for none
	Attempt                    int64
	CreatedAt                  int64
}

// ImportFilter narrows a list of imports to one workspace, to those that a rerun started, or to all that have not ended. State narrows
// each, unless it is "".
type ImportFilter struct {
	WorkspaceID string
	RerunID     string // without a WorkspaceID
	State       imports.State
}

const listedImport = `i.id, i.workspace_id, w.name AS workspace, i.source_url, i.subject, i.platform, i.state, i.attempt, i.created_at,
	CASE WHEN i.state = 'failed' THEN COALESCE(NULLIF(i.cause_code, ''), i.outcome_code) ELSE '' END AS code,
	CASE WHEN i.state = 'failed' THEN i.cause_reason ELSE '' END AS reason,
	CASE WHEN i.state = 'failed' THEN ` + solvedBySQL + ` ELSE '' END AS solved_by`

// Imports lists imports, newest first. Without a workspace or a rerun it lists only unfinished ones, for which there is an index.
func (s *Store) Imports(ctx context.Context, f ImportFilter, p db.PageRequest) (*db.RecordPage[ListedImport], error) {
	q := s.Read(ctx).Table("imports i").Joins("JOIN workspaces w ON w.id = i.workspace_id").Select(listedImport)
	switch {
	case f.WorkspaceID != "":
		q = q.Where("i.workspace_id = ?", f.WorkspaceID)
	case f.RerunID != "":
		q = q.Joins("JOIN rerun_imports r ON r.new_id = i.id").Where("r.rerun_id = ?", f.RerunID)
	default:
		q = q.Where("i.state IN ('accepted', 'queued', 'running', 'retry_wait')")
	}
	if f.State != "" {
		q = q.Where("i.state = ?", f.State)
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("i.created_at", "i.id"), "support-imports:"+f.WorkspaceID+":"+f.RerunID+":"+string(f.State), p,
		func(i ListedImport) db.Position { return db.After(i.CreatedAt, i.ID) })
}
