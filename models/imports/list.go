package imports

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Filter narrows a list of imports; zero values do not.
type Filter struct {
	State         State
	States        []State // any of them, beside State
	InFlight      bool    // only what has not ended
	Platform      content.Platform
	Code          apierror.Code   // how it, or its last attempt, failed
	Reason        apierror.Reason // how the platform refused
	CreatedFrom   *time.Time      // inclusive
	CreatedBefore *time.Time      // exclusive
	UpdatedSince  *time.Time      // inclusive; orders the list by when imports changed
	BatchID       string          `json:",omitempty"`

	Searched bool              // finds what ID or Saved finds
	ID       string            // of an import
	Saved    references.Filter // of what was imported
}

// IsZero reports whether the filter narrows nothing.
func (f Filter) IsZero() bool { return reflect.ValueOf(f).IsZero() }

// cursorScope binds a cursor to the whole filter.
func (f Filter) cursorScope(workspaceID string) string {
	if f.IsZero() {
		return "imports:" + workspaceID
	}
	fields, _ := json.Marshal(f) // texts and times can always be written
	return "imports:" + workspaceID + ":" + string(fields)
}

// conditions narrows a query to the imports that match.
func (f Filter) conditions(q *gorm.DB, workspaceID string) *gorm.DB {
	q = q.Where("workspace_id = ?", workspaceID)
	where := func(narrows bool, condition string, values ...any) {
		if narrows {
			q = q.Where(condition, values...)
		}
	}
	where(f.State != "", "state = ?", f.State)
	where(len(f.States) > 0, "state IN ?", f.States)
	where(f.InFlight, "state IN ?", UnfinishedStates())
	where(f.BatchID != "", "batch_id = ? AND batch_id <> ''", f.BatchID)
	where(f.Platform != "", "platform = ?", f.Platform)
	where(f.Code != "", "(outcome_code = ? OR state = ? AND cause_code = ?)", f.Code, Failed, f.Code)
	where(f.Reason != "", "state = ? AND cause_reason = ?", Failed, f.Reason)
	where(f.CreatedFrom != nil, "created_at >= ?", micros(f.CreatedFrom))
	where(f.CreatedBefore != nil, "created_at < ?", micros(f.CreatedBefore))
	where(f.UpdatedSince != nil, "updated_at >= ?", micros(f.UpdatedSince))
	if f.Searched {
		q = f.search(q, workspaceID)
	}
	return q
}

// search finds imports by their id, by what they are about, and by the reference that they filled.
func (f Filter) search(q *gorm.DB, workspaceID string) *gorm.DB {
	parts, vars := "SELECT id FROM imports WHERE workspace_id = ? AND id = ?", []any{workspaceID, f.ID}
	add := func(part string, values ...any) { parts, vars = parts+" UNION "+part, append(vars, values...) }
	if len(f.Saved.Subjects) > 0 {
		add("SELECT id FROM imports WHERE workspace_id = ? AND subject IN ?", workspaceID, f.Saved.Subjects)
	}
	if f.Saved.CanonicalURL != "" {
		add("SELECT id FROM imports WHERE workspace_id = ? AND canonical_url = ?", workspaceID, f.Saved.CanonicalURL)
	}
	if found, values := f.Saved.Matches(q, workspaceID); found != "" {
		add("SELECT i.id FROM imports i WHERE i.workspace_id = ? AND i.reference_id IN ("+found+")", append([]any{workspaceID}, values...)...)
	}
	return q.Where("id IN ("+parts+")", vars...)
}

func micros(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return db.Micros(*t)
}

// List lists a workspace's imports, newest first; with UpdatedSince the one that changed last first.
func (s *Store) List(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[Import], error) {
	q, order, at := f.conditions(s.Read(ctx).Model(&Import{}), workspaceID), newestFirst, position
	if f.UpdatedSince != nil {
		order, at = lastChangedFirst, changePosition
	}
	if !f.Searched {
		return db.ReadPage(s.DB, q, order, f.cursorScope(workspaceID), p, at)
	}
	var page *db.RecordPage[Import]
	err := s.Search(ctx, workspaceID, func(ctx context.Context) (err error) {
		page, err = db.ReadPage(s.DB, q.WithContext(ctx), order, f.cursorScope(workspaceID), p, at)
		return err
	})
	return page, err
}

// Count counts what a list has, up to one more than references.MostCounted.
func (s *Store) Count(ctx context.Context, workspaceID string, f Filter) (int64, error) {
	var n int64
	count := func(ctx context.Context) error {
		some := f.conditions(s.Read(ctx).Model(&Import{}), workspaceID).Select("id").Limit(references.MostCounted + 1)
		return db.Error(s.Read(ctx).Table("(?) AS counted", some).Count(&n).Error)
	}
	if !f.Searched {
		err := count(ctx)
		return n, err
	}
	err := s.Search(ctx, workspaceID, count)
	return n, err
}

// Each gives every import of a list to a function, the newest first and as of now.
func (s *Store) Each(ctx context.Context, workspaceID string, f Filter, use func(Import) error) error {
	query := func(tx *gorm.DB) *gorm.DB { return f.conditions(tx.Model(&Import{}), workspaceID) }
	return db.EachRow(ctx, s.DB, workspaceID, query, newestFirst, position, use)
}

var newestFirst = db.NewestFirst("created_at", "id")

func position(i Import) db.Position { return db.After(i.CreatedAt, i.ID) }

var lastChangedFirst = db.NewestFirst("updated_at", "id")

func changePosition(i Import) db.Position { return db.After(i.UpdatedAt, i.ID) }
