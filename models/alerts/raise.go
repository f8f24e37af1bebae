package alerts

import (
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// mailPause is the least time between two e-mails about one kind of alert of a workspace to a person.
const mailPause = 24 * time.Hour

// mailRow is the e-mail about a kind of alert to one owner: a pending one while NextAt is set, and when the last one was taken.
type mailRow struct {
	WorkspaceID string `gorm:"primaryKey"`
	Kind        Kind   `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	RaisedAt    int64
	Attempts    int64
	NextAt      *int64
	MailedAt    *int64
}

// TableName names GORM's table.
func (mailRow) TableName() string { return "alert_mails" }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{mailRow{}} }

// Raise makes an e-mail pending for every owner who wants them and has proved the address,
// inside the transaction of what the alert is about. An owner who
// got one less than a day ago gets the next one when the day is over, if the alert still stands then. One that is pending
// keeps its time: if it is being sent just now, Mailed sees by raised_at that another one is due.
func Raise(tx *gorm.DB, workspaceID string, kind Kind) error {
	now := db.TxNow(tx)
	return tx.Exec(`INSERT INTO alert_mails (workspace_id, kind, user_id, raised_at, attempts, next_at)
		SELECT m.workspace_id, CAST(? AS TEXT), m.user_id, CAST(? AS BIGINT), 0, CAST(? AS BIGINT) FROM members m JOIN users u ON u.id = m.user_id
		WHERE m.workspace_id = ? AND m.role = 'owner' AND NOT u.without_alert_mails AND u.email_proved_at IS NOT NULL ORDER BY m.user_id
		ON CONFLICT (workspace_id, kind, user_id) DO UPDATE SET raised_at = excluded.raised_at,
			attempts = CASE WHEN alert_mails.next_at IS NULL THEN 0 ELSE alert_mails.attempts END,
			next_at = CASE WHEN alert_mails.next_at IS NOT NULL THEN alert_mails.next_at
				WHEN alert_mails.mailed_at + CAST(? AS BIGINT) > excluded.raised_at THEN alert_mails.mailed_at + CAST(? AS BIGINT) ELSE excluded.raised_at END`, kind, now, now, workspaceID, mailPause.Microseconds(), mailPause.Microseconds()).Error
}
