package alerts

import (
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/work"
)

// mailPause is the least time between two e-mails about one kind of alert of a workspace to a person.
const mailPause = 24 * time.Hour

// alertMail is when the last e-mail about a kind of alert to one owner was taken.
type alertMail struct {
	WorkspaceID string `gorm:"primaryKey"`
	Kind        Kind   `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	MailedAt    int64
}

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{alertMail{}} }

// Raise makes an e-mail due for every owner who wants them and has proved the address, inside the transaction of what the alert
// is about. An owner who got one less than a day ago gets the next one when the day is over, if the alert still stands then.
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
