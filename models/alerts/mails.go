package alerts

import (
	"context"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
	"socialdata/models/work"
)

// Mail is an alert e-mail that is due, with its contents.
type Mail struct {
	WorkspaceID, Workspace string // id and name
	Kind                   Kind
	UserID, Name, Email    string    // of the owner
	RaisedAt               int64     `gorm:"-"`
	Alerts                 []Alert   `gorm:"-"` // current alerts of the kind
	job                    *work.Job `gorm:"-"`
}

// DueMail returns an e-mail that is due, with its recipient. An owner gets at most one e-mail a day; if it is too early,
// next is when the e-mail is due. Both are nil if there is nothing to send: the alert has ended, or its recipient is no
// longer an owner, wants no e-mails or has not confirmed the address.
func (s *Store) DueMail(ctx context.Context, j *work.Job) (m *Mail, next *time.Time, err error) {
	about := strings.Fields(j.Key)
	if len(about) != 3 {
		return nil, nil, nil // unreachable: Raise wrote the key
	}
	row := alertMail{WorkspaceID: about[0], Kind: Kind(about[1]), UserID: about[2]}
	if err := s.Read(ctx).Where(&row).Limit(1).Find(&row).Error; err != nil {
		return nil, nil, db.Error(err)
	}
	if free := db.FromMicros(row.MailedAt).Add(mailPause); free.After(s.Now()) {
		return nil, &free, nil
	}
	var list []Mail
	err = s.Read(ctx).Raw(`SELECT w.id AS workspace_id, w.name AS workspace, CAST(? AS TEXT) AS kind, u.id AS user_id, u.name, u.email FROM members m
		JOIN workspaces w ON w.id = m.workspace_id JOIN users u ON u.id = m.user_id
		WHERE m.workspace_id = ? AND m.user_id = ? AND m.role = 'owner' AND NOT u.without_alert_mails AND u.email_proved_at IS NOT NULL`, row.Kind, row.WorkspaceID, row.UserID).Scan(&list).Error
	if err != nil {
		return nil, nil, db.Error(err)
	}
	standing, err := s.of(ctx, row.WorkspaceID, row.Kind)
	if err != nil || len(list) == 0 || len(standing) == 0 {
		return nil, nil, err
	}
	m = &list[0]
	m.Alerts, m.RaisedAt, m.job = standing, j.CreatedAt, j
	return m, nil, nil
}

// Mailed records that an e-mail was accepted for delivery, which ends its work. If the alert was raised again in the
// meantime, the next e-mail is due in a day.
func (s *Store) Mailed(ctx context.Context, m *Mail) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		row := alertMail{WorkspaceID: m.WorkspaceID, Kind: m.Kind, UserID: m.UserID, MailedAt: db.TxNow(tx)}
		if err := tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error; err != nil {
			return err
		}
		if err := work.Settle(tx, m.job, work.Done()); !errors.Is(err, work.ErrLeaseLost) {
			return err
		}
		return nil // another worker sent it as well
	})
}
