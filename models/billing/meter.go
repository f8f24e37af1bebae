package billing

import (
	"context"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// WithoutAdvance returns a balance, or what was granted, without the advance of an unmetered workspace. A balance is below 0 if the
// workspace has used more than it was granted.
func WithoutAdvance(credits int64) int64 {
	if content.Unmetered(credits) {
		return credits - content.Advance
	}
	return credits
}

// UnmeteredWorkspace is a workspace that is refused nothing for credits.
type UnmeteredWorkspace struct {
	WorkspaceID string `gorm:"primaryKey"`
	SpentBefore int64  // credits that it had spent when it became unmetered
	Since       int64
}

// Metered reports whether a workspace is refused what its credits do not cover.
func (s *Store) Metered(ctx context.Context, workspaceID string) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&UnmeteredWorkspace{}).Where("workspace_id = ?", workspaceID).Count(&n).Error
	return n == 0, db.Error(err)
}

// SetMetered makes a workspace metered or unmetered and reports whether it was not so before.
func SetMetered(tx *gorm.DB, workspaceID string, metered bool) (changed bool, err error) {
	w, err := Lock(tx, workspaceID)
	if err != nil {
		return false, err
	}
	var rows []UnmeteredWorkspace
	if err := tx.Where("workspace_id = ?", w.ID).Find(&rows).Error; err != nil || metered == (len(rows) == 0) {
		return false, err
	}
	if metered {
		return true, meter(tx, w, rows[0])
	}
	if w.Granted > MostCredits-content.Advance {
		return false, limitExceeded()
	}
	if err := advance(tx, w.ID, content.Advance); err != nil {
		return false, err
	}
	return true, tx.Create(&UnmeteredWorkspace{WorkspaceID: w.ID, SpentBefore: w.Spent, Since: db.TxNow(tx)}).Error
}

// meter takes the rest of the advance back. What was used of it is a grant, so that the balance is the one of before.
func meter(tx *gorm.DB, w *Account, u UnmeteredWorkspace) error {
	used := max(0, w.Spent-u.SpentBefore)
	rest := min(content.Advance-used, w.Balance)
	if err := advance(tx, w.ID, -rest); err != nil {
		return err
	}
	if err := tx.Where("workspace_id = ?", w.ID).Delete(&UnmeteredWorkspace{}).Error; err != nil || used == 0 {
		return err
	}
	return AppendEntries(tx, w.ID, w.Balance-rest-used, Entry{Amount: used, Reason: "unmetered:" + db.NewID(), Note: "used while not metered"})
}

// advance changes what a workspace holds without an entry in the ledger.
func advance(tx *gorm.DB, workspaceID string, credits int64) error {
	return tx.Model(&Account{}).Where("id = ?", workspaceID).
		Updates(map[string]any{"granted": gorm.Expr("granted + ?", credits), "balance": gorm.Expr("balance + ?", credits)}).Error
}
