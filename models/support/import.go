package support

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Import is an import as support sees it: without what people wrote about it, what was read and what was kept.
type Import struct {
	ID, WorkspaceID, Workspace string
	Balance                    int64 // of the workspace, in credits
	SourceURL, CanonicalURL    string
	Platform                   content.Platform
	Subject                    string
	MediaProfile               imports.MediaProfile
	Transcript                 bool
	HoldDays                   int64
	State                      imports.State
	Attempt                    int64
	NextAttemptAt              *int64
	RequestID                  string
	RerunOf                    *string
	SolvedBy                   string // of one that failed: the import by which the workspace has the content; "" for none
	CreatedAt                  int64
	FinishedAt                 *int64

	Attempts []imports.Attempt `gorm:"-"` // without their work
	Reruns   []string          `gorm:"-"` // imports that reran this one, oldest first
}

// FindImport reads any workspace's import.
func (s *Store) FindImport(ctx context.Context, id string) (*Import, error) {
	d := &Import{}
	q := s.Read(ctx)
	find := q.Table("imports i").Joins("JOIN workspaces w ON w.id = i.workspace_id").Where("i.id = ?", id).Select(
		`i.id, i.workspace_id, w.name AS workspace, w.balance, i.source_url, i.canonical_url, i.platform, i.subject, i.media_profile, i.transcript,
		i.hold_days, i.state, i.attempt, i.next_attempt_at, i.request_id, i.rerun_of,
		i.created_at, i.finished_at, CASE WHEN i.state = 'failed' THEN ` + solvedBySQL + ` ELSE '' END AS solved_by`)
	if err := db.One(find, d, "import"); err != nil {
		return nil, err
	}
	if err := imports.QueryAttempts(q, id).Find(&d.Attempts).Error; err != nil {
		return nil, db.Error(err)
	}
	return d, db.Error(q.Table("imports").Where("rerun_of = ?", id).Order("created_at, id").Limit(20).Pluck("id", &d.Reruns).Error)
}

// FindImportByAnyID returns the import with this id or with a request of this id; not_found if there is none.
func (s *Store) FindImportByAnyID(ctx context.Context, id string) (string, error) {
	for _, column := range []string{"id", "request_id"} {
		var found []string
		err := s.Read(ctx).Table("imports").Where(column+" = ? AND "+column+" <> ''", id).Order("id DESC").Limit(1).Pluck("id", &found).Error
		if err != nil || len(found) > 0 {
			return first(found), db.Error(err)
		}
	}
	return "", apierror.New(apierror.CodeNotFound, "resource", "import")
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// InFlight counts the unfinished imports of all workspaces in one state.
type InFlight struct {
	State  imports.State
	Count  int64
	Oldest int64 // when the longest waiting one began to wait, or a running one last changed
}

// ImportsInFlight counts unfinished imports by state, as the database has them.
func (s *Store) ImportsInFlight(ctx context.Context) ([]InFlight, error) {
	var rows []InFlight
	err := s.Read(ctx).Table("imports").Select("state, COUNT(*) AS count, MIN(" + imports.WaitingSince + ") AS oldest").
		Where("state IN ('accepted', 'queued', 'running', 'retry_wait')").Group("state").Scan(&rows).Error
	list := make([]InFlight, 0, len(imports.UnfinishedStates()))
	for _, state := range imports.UnfinishedStates() {
		entry := InFlight{State: state}
		for _, r := range rows {
			if r.State == state {
				entry = r
			}
		}
		list = append(list, entry)
	}
	return list, db.Error(err)
}
