package references

import (
	"context"
	"reflect"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
)

// Filter narrows a list of references; zero fields do not. Cursors are tied to all fields.
type Filter struct {
	Words             string   // all of them must be in titles, description, channel, notes, tags or transcript
	Subjects          []string // natural ids: what has one of them is found beside that
	CanonicalURL      string   // what has this link is found beside that
	Tags              []string // all must match; case does not count
	SourceTags        []string `json:",omitempty"` // the same, of the platform's tags
	Account           string   `json:",omitempty"` // natural id of the account whose content it is
	Platform          content.Platform
	State             State
	MediaAvailability MediaAvailability
	Board             string `json:",omitempty"` // id of a manual board of the workspace
}

// IsZero reports whether the filter narrows nothing.
func (f Filter) IsZero() bool {
	if len(f.Tags)+len(f.SourceTags) == 0 {
		f.Tags, f.SourceTags = nil, nil // an empty list of tags means no filter
	}
	return reflect.ValueOf(f).IsZero()
}

// cursorScope ties a cursor to the whole filter, so that it cannot continue another query.
func (f Filter) cursorScope(workspaceID string) string {
	return db.Scope("references", workspaceID, f)
}

// Listing is a list of references: its filters and its order.
type Listing struct {
	Filter
	Sort          Sort
	WithoutFailed bool       // leaves out references without a successful import
	SavedFrom     *time.Time // inclusive
	SavedBefore   *time.Time // exclusive
	ChangedSince  *time.Time // inclusive
	Retryable     bool       // failed references that may succeed on retry
	HoldEnds      *time.Time // exclusive: media whose hold ends before this
	NotOn         string     // leaves out what is on this manual board
	IDs           []string   // only these; nil: any, empty: none. The next page may have others
}

func (l Listing) cursorScope(workspaceID string) string {
	rest := ""
	if l.Sort != NewestFirst || l.isNarrowed() {
		rest = db.JSON([]any{l.Sort, l.WithoutFailed, l.SavedFrom, l.SavedBefore, l.ChangedSince, l.Retryable, l.HoldEnds != nil, l.IDs != nil}) // HoldEnds moves on between pages
	}
	return l.Filter.cursorScope(workspaceID) + rest + l.NotOn
}

// isNarrowed reports whether the list is narrowed by anything beside its filter.
func (l Listing) isNarrowed() bool {
	return l.WithoutFailed || l.Retryable || l.SavedFrom != nil || l.SavedBefore != nil || l.ChangedSince != nil || l.HoldEnds != nil || l.NotOn != "" || l.IDs != nil
}

// narrow adds the conditions on columns of references.
func (l Listing) narrow(q *gorm.DB) *gorm.DB {
	where := func(narrows bool, condition string, value any) {
		if narrows {
			q = q.Where("saved_references."+condition, value)
		}
	}
	micros := func(t *time.Time) (at int64) {
		if t != nil {
			at = db.Micros(*t)
		}
		return at
	}
	where(l.Platform != "", "platform = ?", l.Platform)
	where(l.Account != "", "channel_id = ?", l.Account)
	where(l.State != "", "state = ?", l.State)
	if l.State != "" && l.State != Ready && !db.IsPostgres(q) {
		q = q.Where("saved_references.state <> 'ready'") // matches the index's condition: SQLite cannot match a parameter; PostgreSQL would expect fewer rows
	}
	where(l.MediaAvailability != "", "media_availability = ?", l.MediaAvailability)
	where(l.WithoutFailed, "state <> ?", Failed)
	where(l.SavedFrom != nil, "created_at >= ?", micros(l.SavedFrom))
	where(l.SavedBefore != nil, "created_at < ?", micros(l.SavedBefore))
	where(l.Retryable, "retryable = ?", true)
	where(l.HoldEnds != nil, "hold_expires_at < ?", micros(l.HoldEnds))
	where(l.ChangedSince != nil, "updated_at >= ?", micros(l.ChangedSince))
	where(l.NotOn != "", "id NOT IN (SELECT reference_id FROM board_references WHERE board_id = ?)", l.NotOn)
	where(l.IDs != nil, "id IN ?", l.IDs)
	return q
}

// References lists the references of a workspace, newest first.
func (s *Store) References(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[Reference], error) {
	return s.ListReferences(ctx, workspaceID, Listing{Filter: f}, p)
}

// CutReferences shortens a page of ListReferences to its first n rows, at least one.
func (s *Store) CutReferences(workspaceID string, by Listing, page *db.RecordPage[Reference], n int) error {
	_, at := by.Sort.order()
	return db.CutPage(s.DB, page, by.cursorScope(workspaceID), n, at)
}

// ListReferences lists the references of a workspace in the order of l.
func (s *Store) ListReferences(ctx context.Context, workspaceID string, l Listing, p db.PageRequest) (*db.RecordPage[Reference], error) {
	if l.Sort == MostRelevant {
		page, _, err := s.relevantAndCount(ctx, workspaceID, l, p)
		return page, err
	}
	_, at := l.Sort.order()
	var page *db.RecordPage[Reference]
	err := s.search(ctx, workspaceID, l, func(ctx context.Context) error {
		parts, err := s.parts(s.Read(ctx), workspaceID, l)
		if err != nil {
			return err
		}
		page, err = db.ReadPartsPage(s.DB, parts, l.cursorScope(workspaceID), p, at)
		return err
	})
	return page, err
}

// ListAndCount is ListReferences and Count, for a list of which the first page may be all.
func (s *Store) ListAndCount(ctx context.Context, workspaceID string, l Listing, p db.PageRequest) (page *db.RecordPage[Reference], total int64, err error) {
	if l.Sort == MostRelevant {
		return s.relevantAndCount(ctx, workspaceID, l, p)
	}
	if page, err = s.ListReferences(ctx, workspaceID, l, p); err != nil {
		return nil, 0, err
	}
	if p.Cursor == "" && page.NextCursor == "" {
		return page, int64(len(page.Items)), nil
	}
	total, err = s.Count(ctx, workspaceID, l)
	return page, total, err
}

// search runs a list's statement, within the limits of searches if the list is narrowed.
func (s *Store) search(ctx context.Context, workspaceID string, l Listing, run func(context.Context) error) error {
	if l.Filter.IsZero() {
		return run(ctx)
	}
	return s.Search(ctx, workspaceID, run)
}

// MostCounted is the largest exact total, so that counting costs no more than a page.
const MostCounted = 1000

// Count counts the references of a list, up to MostCounted + 1.
func (s *Store) Count(ctx context.Context, workspaceID string, l Listing) (int64, error) {
	var n int64
	l.Sort = NewestFirst // the cheapest order
	err := s.search(ctx, workspaceID, l, func(ctx context.Context) error {
		parts, err := s.parts(s.Read(ctx), workspaceID, l)
		if err != nil {
			return err
		}
		n, err = db.CountParts(parts, "saved_references.id", MostCounted+1)
		return err
	})
	return n, err
}

// Each calls use for every reference of a list, in order and from one snapshot, with only a few in memory at a time.
func (s *Store) Each(ctx context.Context, workspaceID string, l Listing, use func(Reference) error) error {
	_, at := l.Sort.order()
	return db.EachRowOfParts(ctx, s.DB, workspaceID, func(tx *gorm.DB) ([]db.Part, error) { return s.parts(tx, workspaceID, l) }, at, use)
}

// FindListed reads one reference that a list has; any other one is not_found.
func (s *Store) FindListed(ctx context.Context, workspaceID string, l Listing, id string) (*Reference, error) {
	var r Reference
	l.Sort = NewestFirst
	err := s.search(ctx, workspaceID, l, func(ctx context.Context) error {
		parts, err := s.parts(s.Read(ctx), workspaceID, l)
		for _, part := range parts {
			if r.ID == "" && err == nil {
				err = db.Error(part.Query.Where("saved_references.id = ?", id).Limit(1).Find(&r).Error)
			}
		}
		return err
	})
	if err == nil && r.ID == "" {
		err = apierror.New(apierror.CodeNotFound, "resource", "reference")
	}
	return &r, err
}

// Find reads one reference of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Reference, error) {
	return db.Find[Reference](s.Read(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), "reference")
}
