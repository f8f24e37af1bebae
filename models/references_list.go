package models

import (
	"context"
	"strings"

	"socialdata/internal/content"
)

// ReferenceFilter narrows a list of references; zero values do not.
type ReferenceFilter struct {
	Words             string   // all of them must be in titles, notes, tags or transcript
	Tags              []string // all must match; case does not count
	Platform          content.Platform
	State             ReferenceState
	MediaAvailability MediaAvailability
}

// scope binds a cursor to a list.
func (f ReferenceFilter) scope(workspaceID string) string {
	return strings.Join(append([]string{"references", workspaceID, string(f.Platform), string(f.State), string(f.MediaAvailability), f.Words}, f.Tags...), "\x00")
}

// References lists the references of a workspace, newest first.
func (s *Store) References(ctx context.Context, workspaceID string, f ReferenceFilter, p PageRequest) (*RecordPage[Reference], error) {
	q := s.read.WithContext(ctx).Model(&Reference{}).Where("refs.workspace_id = ?", workspaceID)
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
		q = s.withWords(q, f.Words)
	}
	return recordPage(s, q, newestFirst{"refs.created_at", "refs.id"}, f.scope(workspaceID), p,
		func(r Reference) position { return after(r.CreatedAt, r.ID) })
}

// FindReference reads one reference of a workspace.
func (s *Store) FindReference(ctx context.Context, workspaceID, id string) (*Reference, error) {
	var r Reference
	if err := one(s.read.WithContext(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), &r, "reference"); err != nil {
		return nil, err
	}
	return &r, nil
}
