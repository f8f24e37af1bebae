package erasures

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Close closes a workspace: nobody can enter it any more, its keys, share links, watches and endpoints stop working, its imports are
// cancelled, its remaining credits are forfeited, and its rows are erased. name must be the workspace's name as the caller
// typed it, or "" if no confirmation is needed; another name is invalid_input. A workspace that is already closed is not_found.
func (s *Store) Close(ctx context.Context, workspaceID, name string, by Asker) (*Erasure, error) {
	var e *Erasure
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var w struct{ Name string }
		open := tx.Table("workspaces").Clauses(clause.Locking{Strength: "UPDATE"}).Select("name").Where("id = ? AND closed_at IS NULL", workspaceID)
		if err := db.One(open, &w, "workspace"); err != nil {
			return err
		}
		if name != "" && name != w.Name {
			return apierror.InvalidInput(apierror.Field{Name: "name", In: "body", Reason: "mismatch", Expected: "the workspace's name, as it is written"})
		}
		if err := billing.Forfeit(tx, workspaceID, "closed"); err != nil {
			return err
		}
		now := db.TxNow(tx)
		for _, stop := range []struct {
			sql  string
			args []any
		}{
			{"UPDATE workspaces SET closed_at = ?, revision = revision + 1 WHERE id = ?", []any{now, workspaceID}},
			{"UPDATE api_keys SET revoked_at = ? WHERE workspace_id = ? AND revoked_at IS NULL", []any{now, workspaceID}},
			{"UPDATE watches SET state = 'paused', paused_reason = 'owner', next_run_at = NULL WHERE workspace_id = ?", []any{workspaceID}},
			{"UPDATE webhooks SET disabled_at = ?, disabled_reason = 'owner' WHERE workspace_id = ?", []any{now, workspaceID}},
			{"UPDATE imports SET cancel_requested = TRUE WHERE workspace_id = ? AND state IN ('accepted', 'queued', 'running', 'retry_wait')", []any{workspaceID}},
			{"DELETE FROM jobs WHERE " + ofTenant, []any{workspaceID}},
			{"DELETE FROM shares WHERE workspace_id = ?", []any{workspaceID}},
			{"DELETE FROM watch_feeds WHERE workspace_id = ?", []any{workspaceID}},
			{"DELETE FROM invites WHERE workspace_id = ?", []any{workspaceID}},
			{"DELETE FROM members WHERE workspace_id = ?", []any{workspaceID}},
		} {
			if err := tx.Exec(stop.sql, stop.args...).Error; err != nil {
				return err
			}
		}
		var err error
		e, err = s.order(tx, Erasure{Kind: OfWorkspace, WorkspaceID: workspaceID, Digest: Digest(workspaceID)}, by)
		return err
	})
	return e, err
}
