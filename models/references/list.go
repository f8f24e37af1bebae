package references

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Filter narrows a list of references; zero values do not. Its cursors are bound to all its fields.
type Filter struct {
	Words             string   // all of them must be in titles, description, channel, notes, tags or transcript
	Subjects          []string // natural ids: what has one of them is found, too
	CanonicalURL      string   // what has this link is found, too
	Tags              []string // all must match; case does not count
	SourceTags        []string `json:",omitempty"` // the same, of the platform's tags
	Platform          content.Platform
	State             State
	MediaAvailability MediaAvailability
}

// IsZero reports whether the filter narrows nothing.
func (f Filter) IsZero() bool {
	if len(f.Tags)+len(f.SourceTags) == 0 {
		f.Tags, f.SourceTags = nil, nil // a list without tags is none
	}
	return reflect.ValueOf(f).IsZero()
}

// cursorScope binds a cursor to the whole filter, so that no page of one query continues another.
func (f Filter) cursorScope(workspaceID string) string {
	fields, _ := json.Marshal(f) // a struct of texts can always be written
	return "references\x00" + workspaceID + "\x00" + string(fields)
}

// conditions narrows a query to the references that match.
func (f Filter) conditions(q *gorm.DB, workspaceID string) *gorm.DB {
	q = q.Where("saved_references.workspace_id = ?", workspaceID)
	for _, c := range []struct{ column, value string }{
		{"platform", string(f.Platform)}, {"state", string(f.State)}, {"media_availability", string(f.MediaAvailability)},
	} {
		if c.value != "" {
			q = q.Where("saved_references."+c.column+" = ?", c.value)
		}
	}
	for _, tag := range foldTags(f.Tags) {
		q = q.Where("EXISTS (SELECT 1 FROM reference_tags t WHERE t.reference_id = saved_references.id AND t.tag = ?)", tag)
	}
	for _, tag := range foldSourceTags(f.SourceTags) {
		q = q.Where("EXISTS (SELECT 1 FROM reference_source_tags t WHERE t.reference_id = saved_references.id AND t.tag = ?)", tag)
	}
	if found, vars := f.Matches(q, workspaceID); found != "" {
		q = q.Where("saved_references.id IN ("+found+")", vars...)
	}
	return q
}

// Listing is a list of references: what it is narrowed to, and its order.
type Listing struct {
	Filter
	Sort          Sort
	WithoutFailed bool       // leaves out what no import brought yet
	SavedFrom     *time.Time // inclusive
	SavedBefore   *time.Time // exclusive
	ChangedSince  *time.Time // inclusive
}

func (l Listing) cursorScope(workspaceID string) string {
	rest, _ := json.Marshal([]any{l.Sort, l.WithoutFailed, l.SavedFrom, l.SavedBefore, l.ChangedSince})
	if l.Sort == NewestFirst && !l.WithoutFailed && l.SavedFrom == nil && l.SavedBefore == nil && l.ChangedSince == nil {
		rest = nil
	}
	return l.Filter.cursorScope(workspaceID) + string(rest)
}

func (l Listing) conditions(q *gorm.DB, workspaceID string) *gorm.DB {
	q = l.Filter.conditions(q, workspaceID)
	if l.WithoutFailed {
		q = q.Where("saved_references.state <> ?", Failed)
	}
	if l.SavedFrom != nil {
		q = q.Where("saved_references.created_at >= ?", db.Micros(*l.SavedFrom))
	}
	if l.SavedBefore != nil {
		q = q.Where("saved_references.created_at < ?", db.Micros(*l.SavedBefore))
	}
	if l.ChangedSince != nil {
		q = q.Where("saved_references.updated_at >= ?", db.Micros(*l.ChangedSince))
	}
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

// ListReferences lists the references of a workspace in an order.
func (s *Store) ListReferences(ctx context.Context, workspaceID string, l Listing, p db.PageRequest) (*db.RecordPage[Reference], error) {
	by, at := l.Sort.order()
	var page *db.RecordPage[Reference]
	err := s.search(ctx, workspaceID, l, func(ctx context.Context) (err error) {
		page, err = db.ReadPage(s.DB, l.conditions(s.Read(ctx).Model(&Reference{}), workspaceID), by, l.cursorScope(workspaceID), p, at)
		return err
	})
	return page, err
}

// search runs a statement over a list; one that is narrowed within the bounds of searches.
func (s *Store) search(ctx context.Context, workspaceID string, l Listing, run func(context.Context) error) error {
	if l.Filter.IsZero() {
		return run(ctx)
	}
	return s.Search(ctx, workspaceID, run)
}

// MostCounted bounds a total: a list with more says so.
const MostCounted = 10_000

// Count counts what a list has, up to one more than MostCounted.
func (s *Store) Count(ctx context.Context, workspaceID string, l Listing) (int64, error) {
	var n int64
	err := s.search(ctx, workspaceID, l, func(ctx context.Context) error {
		some := l.conditions(s.Read(ctx).Model(&Reference{}), workspaceID).Select("saved_references.id").Limit(MostCounted + 1)
		return db.Error(s.Read(ctx).Table("(?) AS counted", some).Count(&n).Error)
	})
	return n, err
}

// Each gives every reference of a list to a function, in its order and as of now, a few in memory at a time.
func (s *Store) Each(ctx context.Context, workspaceID string, l Listing, use func(Reference) error) error {
	by, at := l.Sort.order()
	return db.EachRow(ctx, s.DB, workspaceID, func(tx *gorm.DB) *gorm.DB { return l.conditions(tx.Model(&Reference{}), workspaceID) }, by, at, use)
}

// Find reads one reference of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Reference, error) {
	var r Reference
	if err := db.One(s.Read(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), &r, "reference"); err != nil {
		return nil, err
	}
	return &r, nil
}
