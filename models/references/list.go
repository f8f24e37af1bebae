package references

import (
	"context"
	"strings"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Filter narrows a list of references; zero values do not.
type Filter struct {
	Words             string   // all of them must be in titles, notes, tags or transcript
	Tags              []string // all must match; case does not count
	Platform          content.Platform
	State             State
	MediaAvailability MediaAvailability
}

// scope binds a cursor to a list.
func (f Filter) scope(workspaceID string) string {
	return strings.Join(append([]string{"references", workspaceID, string(f.Platform), string(f.State), string(f.MediaAvailability), f.Words}, f.Tags...), "\x00")
}

// References lists the references of a workspace, newest first.
func (s *Store) References(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[Reference], error) {
	q := s.Read(ctx).Model(&Reference{}).Where("refs.workspace_id = ?", workspaceID)
	for column, value := range map[string]string{
		"platform": string(f.Platform), "state": string(f.State), "media_availability": string(f.MediaAvailability),
	} {
		if value != "" {
			q = q.Where("refs."+column+" = ?", value)
		}
	}
	for _, tag := range foldTags(f.Tags) {
		q = q.Where("EXISTS (SELECT 1 FROM ref_tags t WHERE t.ref_id = refs.id AND t.tag = ?)", tag)
	}
	if f.Words != "" {
		q = withWords(q, f.Words)
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("refs.created_at", "refs.id"), f.scope(workspaceID), p,
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
