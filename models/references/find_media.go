package references

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// KeptMedia is a file that can be served, with the end of its hold.
type KeptMedia struct {
	Media
	HoldExpiresAt *int64 // nil: it is kept as long as its reference
}

// HasPoster reports whether the workspace's reference for a content has a poster.
func (s *Store) HasPoster(ctx context.Context, workspaceID, subject string) (bool, error) {
	var n int64
	err := s.Read(ctx).Table("contents c").Joins("JOIN saved_references r ON r.workspace_id = ? AND r.content_id = c.id", workspaceID).
		Where("c.subject = ? AND r.poster_media_id IS NOT NULL", subject).Count(&n).Error
	return n > 0, db.Error(err)
}

// HasAnswers reports whether a reference of a workspace keeps the platform's own answers.
func (s *Store) HasAnswers(ctx context.Context, r *Reference) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&Media{}).Where("workspace_id = ? AND reference_id = ? AND role = ? AND state = ?", r.WorkspaceID, r.ID, AnswersMedia, MediaStored).Limit(1).Count(&n).Error
	return n > 0, db.Error(err)
}

// KeepsPageOf reports whether a reference keeps the picture of the page that an import took.
func (s *Store) KeepsPageOf(ctx context.Context, referenceID, importID string) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&Media{}).Where("reference_id = ? AND import_id = ? AND role = ? AND state = ?", referenceID, importID, PageMedia, MediaStored).Limit(1).Count(&n).Error
	return n > 0, db.Error(err)
}

// FindMedia returns a file of a workspace, or with "" of any workspace, for signed links. If its bytes do not exist yet
// or any more, it returns not_found with the reason media_processing or media_expired.
func (s *Store) FindMedia(ctx context.Context, workspaceID, id string) (*KeptMedia, error) {
	var m KeptMedia
	q := s.Read(ctx).Table("media m").Joins("JOIN saved_references r ON r.id = m.reference_id").
		Select("m.*, CASE WHEN m.role = 'primary' THEN r.hold_expires_at END AS hold_expires_at").Where("m.id = ?", id)
	if workspaceID != "" {
		q = q.Where("m.workspace_id = ?", workspaceID)
	}
	if err := db.One(q, &m, "media"); err != nil {
		return nil, err
	}
	switch {
	case m.State == MediaUploading:
		return nil, apierror.New(apierror.CodeNotFound, "resource", "media", "reason", "media_processing")
	case m.State != MediaStored, m.HoldExpiresAt != nil && *m.HoldExpiresAt <= s.NowMicros():
		return nil, apierror.New(apierror.CodeNotFound, "resource", "media", "reason", "media_expired")
	}
	return &m, nil
}

// StoredFiles returns those of some files of a workspace whose bytes exist, by id.
func (s *Store) StoredFiles(ctx context.Context, workspaceID string, ids []string) (map[string]Media, error) {
	files := map[string]Media{}
	if len(ids) == 0 {
		return files, nil
	}
	var list []Media
	if err := s.Read(ctx).Where("workspace_id = ? AND id IN ? AND state = ?", workspaceID, ids, MediaStored).Find(&list).Error; err != nil {
		return nil, db.Error(err)
	}
	for _, m := range list {
		files[m.ID] = m
	}
	return files, nil
}
