package models

import (
	"context"

	"gorm.io/gorm"
)

// DeleteReference takes a reference away: its media is marked for deletion, so that no link opens any more, and imports
// that are on their way to it are cancelled. A repeat is not_found.
func (s *Store) DeleteReference(ctx context.Context, workspaceID, id string) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		ref, err := lockReference(tx, workspaceID, id)
		if err != nil {
			return err
		}
		if err := s.cancelImportsOf(tx, &ref); err != nil {
			return err
		}
		if err := tx.Delete(&Media{}, "ref_id = ? AND state = ?", id, MediaGone).Error; err != nil {
			return err
		}
		if err := tx.Model(&Media{}).Where("ref_id = ?", id).Update("state", MediaDeleting).Error; err != nil {
			return err
		}
		return tx.Delete(&Reference{}, "id = ?", id).Error
	})
}

// cancelImportsOf cancels every unfinished import of a reference's content: one that waits at once, one that runs at its
// next checkpoint.
func (s *Store) cancelImportsOf(tx *gorm.DB, ref *Reference) error {
	now := s.nowMicros()
	of := func() *gorm.DB {
		return tx.Model(&Import{}).Where("workspace_id = ? AND (reference_id = ? OR subject = (SELECT subject FROM contents WHERE id = ?))",
			ref.WorkspaceID, ref.ID, ref.ContentID)
	}
	err := of().Where("state IN ?", []ImportState{ImportAccepted, ImportQueued, ImportRetryWait}).Updates(map[string]any{
		"state": ImportCancelled, "cancel_requested": true, "revision": gorm.Expr("revision + 1"), "updated_at": now, "finished_at": now,
		"reference_id": nil, "next_attempt_at": nil}).Error
	if err != nil {
		return err
	}
	return of().Where("state = ?", ImportRunning).Updates(map[string]any{"cancel_requested": true, "updated_at": now}).Error
}
