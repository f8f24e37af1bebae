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
		ref, fresh, err := s.openReference(tx, r, subject)
		if err != nil {
			return err
		}
		if id = ref.ID; fresh {
			err = s.indexReference(tx, ref, nil)
		} else {
			err = s.reopen(tx, r, ref)
		}
		if err != nil {
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

// referenceOfRun is the reference that a run fills, locked: the one that it opened, else the one of the content.
func (s *Store) referenceOfRun(tx *gorm.DB, r *Run, subject string) (*Reference, error) {
	if r.Import.ReferenceID == nil {
		ref, _, err := s.openReference(tx, r, subject)
		return ref, err
	}
	ref := &Reference{}
	return ref, one(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", r.Import.ReferenceID), ref, "reference")
}

// openReference gives the reference of a piece of content in the run's workspace, locked; fresh tells that it is new.
func (s *Store) openReference(tx *gorm.DB, r *Run, subject string) (ref *Reference, fresh bool, err error) {
	contentID, err := contentOf(tx, subject)
	if err != nil {
		return nil, false, err
	}
	i, now := &r.Import, s.nowMicros()
	availability := MediaUnavailable
	if i.MediaProfile != ProfileNone {
		availability = MediaProcessing
	}
	id := NewID()
	ref = &Reference{ID: id, WorkspaceID: i.WorkspaceID, ContentID: contentID, Platform: i.Platform, CanonicalURL: i.CanonicalURL,
		State: ReferenceProcessing, MediaAvailability: availability, CustomTitle: i.CustomTitle, Notes: i.Notes, Tags: i.Tags,
		Revision: 1, CreatedAt: now, UpdatedAt: now}
	err = tx.Clauses(orTheOne("workspace_id", "content_id"), clause.Returning{}).Create(ref).Error
	return ref, ref.ID == id, err
}

// reopen lets a reference that there was already wait for what this run brings.
func (s *Store) reopen(tx *gorm.DB, r *Run, ref *Reference) error {
	changes := map[string]any{}
	if ref.State == ReferenceFailed {
		changes["state"] = ReferenceProcessing
	}
	if r.Import.MediaProfile != ProfileNone && ref.PrimaryMediaID == nil && ref.MediaAvailability != MediaProcessing {
		changes["media_availability"] = MediaProcessing
	}
	if len(changes) == 0 {
		return nil
	}
	changes["updated_at"], changes["revision"] = s.nowMicros(), gorm.Expr("revision + 1")
	return tx.Model(&Reference{}).Where("id = ?", ref.ID).Updates(changes).Error
}

// contentOf is the id of a piece of content, made at the first time that anybody saves it.
func contentOf(tx *gorm.DB, subject string) (string, error) {
	row := contentRow{Subject: subject, ID: NewID()}
	err := tx.Clauses(orTheOne("subject"), clause.Returning{}).Create(&row).Error
	return row.ID, err
}

// orTheOne lets an insert give, and lock, the row that has these columns already.
func orTheOne(columns ...string) clause.OnConflict {
	var c clause.OnConflict
	for _, name := range columns {
		c.Columns = append(c.Columns, clause.Column{Name: name})
	}
	c.DoUpdates = clause.AssignmentColumns(columns[:1])
	return c
}
