package support

import (
	"context"
	"strconv"

	"gorm.io/gorm"

	"socialdata/models/billing"
	"socialdata/models/db"
)

// GrantBySupport grants credits as an action of support. once identifies the submitted form: submitting it again grants nothing.
func (s *Store) GrantBySupport(ctx context.Context, by Actor, workspaceID string, amount int64, once string) error {
	if err := billing.CheckGrant(amount); err != nil {
		return err
	}
	reason := "grant:" + once
	if !db.ValidID(once) {
		reason = "grant:" + db.NewID()
	}
	e := AuditEntry{WorkspaceID: &workspaceID, Action: ActionCreditsGranted}
	return s.audited(ctx, by, e, func(tx *gorm.DB, e *AuditEntry) error {
		if _, err := billing.Lock(tx, workspaceID); err != nil { // serialises concurrent submissions of a form
			return err
		}
		var given int64
		if err := tx.Model(&billing.Entry{}).Where("workspace_id = ? AND reason = ?", workspaceID, reason).Count(&given).Error; err != nil || given > 0 {
			return err
		}
		e.Subject = strconv.FormatInt(amount, 10) + " credits"
		return billing.Grant(tx, workspaceID, amount, reason, e.Reason)
	})
}
