package support

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/rollouts"
)

// ChangeShapes stores a change of the shapes and schedules that it is tried, as an action of support. It returns revision_conflict while
// another change is being tried.
func (s *Store) ChangeShapes(ctx context.Context, by Actor, r rollouts.Rollout) (*rollouts.Rollout, error) {
	err := s.audited(ctx, by, AuditEntry{Action: ActionShapesChanged}, func(tx *gorm.DB, e *AuditEntry) error {
		r.UserID, r.Reason = e.UserID, e.Reason
		if err := rollouts.Start(tx, &r); err != nil {
			return err
		}
		e.Subject = r.ID
		return nil
	})
	return &r, err
}

// UndoShapes reverts a change of the shapes, as an action of support. It returns revision_conflict if the change has ended.
func (s *Store) UndoShapes(ctx context.Context, by Actor, id string) error {
	return s.audited(ctx, by, AuditEntry{Action: ActionShapesUndone, Subject: id}, func(tx *gorm.DB, e *AuditEntry) error {
		return rollouts.Undo(tx, id, "Undone by support: "+e.Reason)
	})
}
