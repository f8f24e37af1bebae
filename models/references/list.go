package references

import (
	"context"
	"encoding/json"
	"reflect"

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
	Platform          content.Platform
	State             State
	WithoutFailed     bool // leaves out what no import brought yet
	MediaAvailability MediaAvailability
}

// IsZero reports whether the filter narrows nothing.
func (f Filter) IsZero() bool { return reflect.ValueOf(f).IsZero() }

// cursorScope binds a cursor to the whole filter, so that no page of one query continues another.
func (f Filter) cursorScope(workspaceID string) string {
	fields, _ := json.Marshal(f) // a struct of texts can always be written
	return "references\x00" + workspaceID + "\x00" + string(fields)
}

// conditions narrows a query to the references that match.
func (f Filter) conditions(q *gorm.DB, workspaceID string) *gorm.DB {
	q = q.Where("refs.workspace_id = ?", workspaceID)
	for _, c := range []struct{ column, value string }{
		{"platform", string(f.Platform)}, {"state", string(f.State)}, {"media_availability", string(f.MediaAvailability)},
	} {
		if c.value != "" {
			q = q.Where("refs."+c.column+" = ?", c.value)
		}
	}
	if f.WithoutFailed {
		q = q.Where("refs.state <> ?", Failed)
	}
	for _, tag := range foldTags(f.Tags) {
		q = q.Where("EXISTS (SELECT 1 FROM ref_tags t WHERE t.ref_id = refs.id AND t.tag = ?)", tag)
	}
	if found, vars := f.matches(q, workspaceID); found != "" {
		q = q.Where("refs.id IN ("+found+")", vars...)
	}
	return q
}

// References lists the references of a workspace, newest first.
func (s *Store) References(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[Reference], error) {
	q := f.conditions(s.Read(ctx).Model(&Reference{}), workspaceID)
	return db.ReadPage(s.DB, q, db.NewestFirst("refs.created_at", "refs.id"), f.cursorScope(workspaceID), p,
		func(r Reference) db.Position { return db.After(r.CreatedAt, r.ID) })
}

// FindReference reads one reference of a workspace.
func (s *Store) FindReference(ctx context.Context, workspaceID, id string) (*Reference, error) {
	var r Reference
	if err := db.One(s.Read(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), &r, "reference"); err != nil {
		return nil, err
	}
	return &r, nil
}
