package alerts

import (
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/work"
)

// mailPause is the minimum time between two e-mails to a person about one kind of alert in a workspace.
const mailPause = 24 * time.Hour

// alertMail records when the last e-mail about a kind of alert to one owner was accepted.
type alertMail struct {
	WorkspaceID string `gorm:"primaryKey"`
	Kind        Kind   `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	MailedAt    int64
}

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{alertMail{}} }

// Raise makes an e-mail due for every owner who wants alerts and has a proved address. It runs in the transaction of the
// alert's cause. An owner who got one less than a day ago gets the next one a day after it, if the alert still exists.
func Raise(tx *gorm.DB, workspaceID string, kind Kind) error {
	var owners []string
	err := tx.Raw(`SELECT m.user_id FROM members m JOIN users u ON u.id = m.user_id
		WHERE m.workspace_id = ? AND m.role = 'owner' AND NOT u.without_alert_mails AND u.email_proved_at IS NOT NULL ORDER BY m.user_id`, workspaceID).Scan(&owners).Error
	list := make([]work.Item, len(owners))
	for n, id := range owners {
		list[n] = work.Item{Kind: work.AlertMails, Key: workspaceID + " " + string(kind) + " " + id, Tenant: workspaceID, RunAt: db.TxNow(tx)}
	}
	return db.FirstError(err, work.Put(tx, list...))
}
