package models

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// EnsureReference makes the reference that a run works on, or takes the one that the workspace has of the same content.
// A new or failed one is processing; a ready one stays ready while it is refreshed.
func (s *Store) EnsureReference(ctx context.Context, r *Run, subject string) (string, error) {
	var id string
	err := s.tx(ctx, func(tx *gorm.DB) error {
		contentID, err := contentOf(tx, subject)
		if err != nil {
			return err
		}
		if id, err = s.openReference(tx, r, contentID); err != nil {
			return err
		}
		res := s.held(tx, r).Update("reference_id", id)
		if res.Error != nil || res.RowsAffected == 0 {
			return firstError(res.Error, ErrLeaseLost)
		}
		return nil
	})
	if err == nil {
		r.Import.ReferenceID = &id
	}
	return id, err
}

// contentOf is the id of a piece of content, made at the first time that anybody saves it.
func contentOf(tx *gorm.DB, subject string) (string, error) {
	row := contentRow{Subject: subject, ID: NewID()}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
		return "", err
	}
	var found contentRow
	err := tx.Where("subject = ?", subject).Take(&found).Error
	return found.ID, err
}

func (s *Store) openReference(tx *gorm.DB, r *Run, contentID string) (string, error) {
	i, now := &r.Import, s.nowMicros()
	availability := MediaUnavailable
	if i.MediaProfile != ProfileNone {
		availability = MediaProcessing
	}
	fresh := Reference{ID: NewID(), WorkspaceID: i.WorkspaceID, ContentID: contentID, Platform: i.Platform, CanonicalURL: i.CanonicalURL,
		State: ReferenceProcessing, MediaAvailability: availability, CustomTitle: i.CustomTitle, Notes: i.Notes, Tags: i.Tags,
		Revision: 1, CreatedAt: now, UpdatedAt: now}
	res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&fresh)
	if res.Error != nil {
		return "", res.Error
	}
	if res.RowsAffected == 1 {
		return fresh.ID, s.indexReference(tx, &fresh, nil)
	}
	var ref Reference
	q := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("workspace_id = ? AND content_id = ?", i.WorkspaceID, contentID)
	if err := q.Take(&ref).Error; err != nil {
		return "", err
	}
	changes := map[string]any{}
	if ref.State == ReferenceFailed {
		changes["state"] = ReferenceProcessing
	}
	if i.MediaProfile != ProfileNone && ref.PrimaryMediaID == nil && ref.MediaAvailability != MediaProcessing {
		changes["media_availability"] = MediaProcessing
	}
	if len(changes) == 0 {
		return ref.ID, nil
	}
	changes["updated_at"], changes["revision"] = now, gorm.Expr("revision + 1")
	return ref.ID, tx.Model(&Reference{}).Where("id = ?", ref.ID).Updates(changes).Error
}
