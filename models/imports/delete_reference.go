package imports

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/events"
	"socialdata/models/references"
)

// DeleteReference deletes a reference. Its media is marked for deletion, so that links to it stop working, and its
// unfinished imports are cancelled. A second call returns not_found.
func (s *Store) DeleteReference(ctx context.Context, workspaceID, id string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return s.DeleteReferenceIn(tx, workspaceID, id) })
}

// DeleteReferenceIn is DeleteReference inside a transaction.
func (s *Store) DeleteReferenceIn(tx *gorm.DB, workspaceID, id string) error {
	ref, err := references.LockReference(tx, workspaceID, id)
	if err != nil {
		return err
	}
	if err := s.cancelImportsOf(tx, &ref); err != nil {
		return err
	}
	if err := tx.Delete(&references.Media{}, "reference_id = ? AND state = ?", id, references.MediaGone).Error; err != nil {
		return err
	}
	if err := tx.Model(&references.Media{}).Where("reference_id = ?", id).Update("state", references.MediaDeleting).Error; err != nil {
		return err
	}
	if err := tx.Delete(&references.Reference{}, "id = ?", id).Error; err != nil {
		return err
	}
	return references.Tell(tx, events.ReferenceDeleted, ref)
}

// cancelImportsOf cancels every unfinished import of a reference's content: a waiting one immediately, a running one at
// its next checkpoint.
func (s *Store) cancelImportsOf(tx *gorm.DB, ref *references.Reference) error {
	now := s.NowMicros()
	of := func() *gorm.DB {
		return tx.Model(&Import{}).Where("workspace_id = ? AND (reference_id = ? OR subject = (SELECT subject FROM contents WHERE id = ?))",
			ref.WorkspaceID, ref.ID, ref.ContentID)
	}
	err := transition(of().Where("state <> ?", Running), Cancelled, map[string]any{"cancel_requested": true, "finished_at": now,
		"reference_id": nil, "next_attempt_at": nil}).Error
	if err != nil {
		return err
	}
	return of().Where("state = ?", Running).Updates(map[string]any{"cancel_requested": true, "updated_at": now}).Error
}
