package imports

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Filter narrows a list of imports; zero fields do not.
type Filter struct {
	State         State
	States        []State // any of them, in addition to State
	InFlight      bool    // only unfinished ones
	Platform      content.Platform
	Code          apierror.Code   // of the import or its last attempt
	Reason        apierror.Reason // how the platform refused
	CreatedFrom   *time.Time      // inclusive
	CreatedBefore *time.Time      // exclusive
	UpdatedSince  *time.Time      // inclusive; sorts the list by time of change
	BatchID       string          `json:",omitempty"`
	Unavailable   *bool           `json:"-"` // true: only imports that ended because their content is unavailable; false: none of them
	Among         []string        `json:"-"` // ids, at most references.MostCounted; nil: any, empty: none. The next page may have others

	Searched bool              // finds what ID or Saved matches
	ID       string            // of an import, or its beginning
	Saved    references.Filter // of the imported references
}

// IsZero reports whether the filter narrows nothing.
func (f Filter) IsZero() bool { return reflect.ValueOf(f).IsZero() }

// cursorScope ties a cursor to the whole filter.
func (f Filter) cursorScope(workspaceID string) string {
	return db.Scope("imports", workspaceID, f)
}

// narrow adds the conditions on columns of imports.
func (f Filter) narrow(q *gorm.DB, workspaceID string) *gorm.DB {
	q = q.Where("imports.workspace_id = ?", workspaceID)
	where := func(narrows bool, condition string, values ...any) {
		if narrows {
			q = q.Where(condition, values...)
		}
	}
	where(f.State != "", "imports.state = ?", f.State)
	where(len(f.States) > 0, "state IN ?", f.States)
	where(f.InFlight, "state IN ?", UnfinishedStates())
	where(f.BatchID != "", "batch_id = ? AND batch_id <> ''", f.BatchID)
	if f.Unavailable != nil {
		is := "IN"
		if !*f.Unavailable {
			is = "NOT IN"
		}
		q = q.Where("imports.outcome_code "+is+" ?", apierror.UnavailableCodes())
	}
	where(f.Among != nil, "imports.id IN ?", f.Among)
	where(f.Platform != "", "platform = ?", f.Platform)
	where(f.Reason != "", "state = ? AND cause_reason = ? AND cause_reason <> ''", Failed, f.Reason)
	where(f.CreatedFrom != nil, "imports.created_at >= ?", micros(f.CreatedFrom))
	where(f.CreatedBefore != nil, "imports.created_at < ?", micros(f.CreatedBefore))
	where(f.UpdatedSince != nil, "updated_at >= ?", micros(f.UpdatedSince))
	return q
}

func micros(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return db.Micros(*t)
}

// List lists a workspace's imports, newest first; with UpdatedSince by time of change, latest first.
func (s *Store) List(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (page *db.RecordPage[Import], err error) {
	_, at := f.order()
	err = s.inParts(ctx, workspaceID, f, func(parts []db.Part) (err error) {
		page, err = db.ReadPartsPage(s.DB, parts, f.cursorScope(workspaceID), p, at)
		return err
	})
	return page, err
}

// ListAndCount is List and Count, for a list of which the first page may be all.
func (s *Store) ListAndCount(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (page *db.RecordPage[Import], total int64, err error) {
	_, at := f.order()
	err = s.inParts(ctx, workspaceID, f, func(parts []db.Part) (err error) {
		if page, err = db.ReadPartsPage(s.DB, parts, f.cursorScope(workspaceID), p, at); err != nil {
			return err
		}
		if total = int64(len(page.Items)); p.Cursor != "" || page.NextCursor != "" {
			total, err = countParts(parts)
		}
		return err
	})
	return page, total, err
}

// countParts counts what parts find, up to references.MostCounted + 1.
func countParts(parts []db.Part) (int64, error) {
	return db.CountParts(parts, "imports.id", references.MostCounted+1)
}

// search runs a list's statement, within the limits of searches if the list is a search.
func (s *Store) search(ctx context.Context, workspaceID string, f Filter, run func(context.Context) error) error {
	if !f.Searched {
		return run(ctx)
	}
	return s.Search(ctx, workspaceID, run)
}

// Count counts the imports of a list, up to references.MostCounted + 1.
func (s *Store) Count(ctx context.Context, workspaceID string, f Filter) (n int64, err error) {
	err = s.inParts(ctx, workspaceID, f, func(parts []db.Part) (err error) {
		n, err = countParts(parts)
		return err
	})
	return n, err
}

// inParts gives use the parts of a list, within the limits of searches if the list is a search.
func (s *Store) inParts(ctx context.Context, workspaceID string, f Filter, use func([]db.Part) error) error {
	return s.search(ctx, workspaceID, f, func(ctx context.Context) error {
		parts, err := s.parts(s.Read(ctx), workspaceID, f)
		if err != nil {
			return err
		}
		return use(parts)
	})
}

// Each calls use for every import of a list, newest first, from one snapshot.
func (s *Store) Each(ctx context.Context, workspaceID string, f Filter, use func(Import) error) error {
	_, at := f.order()
	return db.EachRowOfParts(ctx, s.DB, workspaceID, func(tx *gorm.DB) ([]db.Part, error) { return s.parts(tx, workspaceID, f) }, at, use)
}

// order is the list's order: that of creation, or that of changes where the filter begins with one.
func (f Filter) order() (db.Order, func(Import) db.Position) {
	if f.UpdatedSince != nil {
		return db.NewestFirst("imports.updated_at", "imports.id"), func(i Import) db.Position { return db.After(i.UpdatedAt, i.ID) }
	}
	return db.NewestFirst("imports.created_at", "imports.id"), func(i Import) db.Position { return db.After(i.CreatedAt, i.ID) }
}
