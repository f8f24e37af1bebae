package support

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/reruns"
)

// NoRoute filters imports that failed before a route was chosen.
const NoRoute = "none"

// NoReason filters imports for which it is unknown how the platform refused.
const NoReason = "none"

// FailureFilter narrows a list of failed imports; zero fields do not. Code matches the last attempt's code or the import's.
type FailureFilter struct {
	Code        apierror.Code
	Reason      string // an apierror.Reason, or NoReason
	Platform    content.Platform
	RouteID     string
	WorkspaceID string
	ImportID    string
	Since       time.Time // made then or later
}

// FailedImport is a failed import in a list, with the failure of its last attempt.
type FailedImport struct {
	ID, WorkspaceID, Workspace string
	SourceURL                  string
	Platform                   content.Platform
	RouteID                    string        // "" if it failed before a route was chosen
	Code                       apierror.Code // of the last attempt
	Reason                     apierror.Reason
	Attempt                    int64
	Stage                      imports.Stage // that failed
	Cause                      string
	SolvedBy                   string // the import by which the workspace has the content all the same; "" for none
	CreatedAt                  int64
	FinishedAt                 *int64
}

// failedImportsSQL joins each failed import with its last attempt, whose code is used: the import's own code may just be
// retry_exhausted.
const failedImportsSQL = `imports i JOIN workspaces w ON w.id = i.workspace_id
	LEFT JOIN attempts a ON a.import_id = i.id AND a.number = i.attempt`

const failureCode = "COALESCE(NULLIF(a.failure_code, ''), i.outcome_code)"

// solvedBySQL selects the latest import by which the workspace has the content of a failed import i all the same. PostgreSQL would
// join the imports of all workspaces for EXISTS, and walk all ids for MAX(o.id).
const solvedBySQL = `COALESCE((SELECT o.id FROM imports o WHERE o.workspace_id = i.workspace_id AND o.subject = i.subject
	AND o.state = 'succeeded' AND (o.id > i.id OR o.finished_at > i.finished_at) ORDER BY o.finished_at DESC, o.id DESC LIMIT 1), '')`

// failed finds the failed imports of a filter.
func failed(q *gorm.DB, f FailureFilter) *gorm.DB {
	q = q.Table(failedImportsSQL).Where("i.state = ?", imports.Failed)
	if !f.Since.IsZero() {
		q = q.Where("i.created_at >= ?", db.Micros(f.Since))
	}
	if f.Code != "" {
		q = q.Where("(i.outcome_code = ? OR a.failure_code = ?)", f.Code, f.Code)
	}
	switch f.Reason {
	case "":
	case NoReason:
		q = q.Where("COALESCE(a.reason, '') = ''")
	default:
		q = q.Where("a.reason = ?", f.Reason)
	}
	if f.Platform != "" {
		q = q.Where("i.platform = ?", f.Platform)
	}
	switch f.RouteID {
	case "":
	case NoRoute:
		q = q.Where("COALESCE(a.route_id, '') = ''")
	default:
		q = q.Where("a.route_id = ?", f.RouteID)
	}
	if f.ImportID != "" {
		q = q.Where("i.id = ?", f.ImportID)
	}
	if f.WorkspaceID != "" {
		q = q.Where("i.workspace_id = ?", f.WorkspaceID)
	}
	return q
}

// FailedImports lists the failed imports of all workspaces, newest first. A cursor is tied to the filter except Since,
// which moves on between pages. open leaves out those that something was decided about since; each is looked up for it, so it is for at
// most MostLookedThrough.
func (s *Store) FailedImports(ctx context.Context, f FailureFilter, open bool, p db.PageRequest) (*db.RecordPage[FailedImport], error) {
	q := failed(s.Read(ctx), f).Select(`i.id, i.workspace_id, w.name AS workspace, i.source_url, i.platform, COALESCE(a.route_id, '') AS route_id,
		` + failureCode + ` AS code, COALESCE(a.reason, '') AS reason, i.attempt, i.stage, COALESCE(a.cause, '') AS cause, i.created_at, i.finished_at, ` + solvedBySQL + ` AS solved_by`)
	scope := "failures:" + string(f.Code) + ":" + f.Reason + ":" + string(f.Platform) + ":" + f.RouteID + ":" + f.WorkspaceID
	if open { // as a group counts them: what is unavailable would never run again, and is open until the workspace has it
		q, scope = q.Where("CASE WHEN "+failureCode+" IN ? THEN "+solvedBySQL+" ELSE ? END = ''", apierror.UnavailableCodes(), reruns.SkipNow(reruns.OfSupport)), scope+":open"
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("i.created_at", "i.id"), scope, p,
		func(i FailedImport) db.Position { return db.After(i.CreatedAt, i.ID) })
}
