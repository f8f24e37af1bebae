package alerts

import (
	"context"
	"time"

	"socialdata/models/db"
)

// waits are the times between the attempts of an e-mail; after the last one it is given up.
var waits = [...]time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}

// Mail is an e-mail that a process has claimed, with what it tells.
type Mail struct {
	WorkspaceID, Workspace string // id and name
	Kind                   Kind
	UserID, Name, Email    string // of the owner
	RaisedAt               int64
	Attempts               int64   // with this one
	Alerts                 []Alert `gorm:"-"` // of the kind, as they stand now
}

// mostClaims bounds the rows that one claim looks at.
const mostClaims = 50

// ClaimMail gives a process the e-mail that has been due for longest; nil where none is. No other process gets it before the
// next wait is over. What does not stand any more, or is for somebody who is no owner, wants no e-mails or has not proved the address, is dropped.
func (s *Store) ClaimMail(ctx context.Context) (*Mail, error) {
	var due []mailRow
	if err := s.Read(ctx).Where("next_at <= ?", s.NowMicros()).Order("next_at").Limit(mostClaims).Find(&due).Error; err != nil {
		return nil, db.Error(err)
	}
	for _, row := range due {
		claimed, err := s.claim(ctx, row)
		if err != nil || !claimed {
			if err != nil {
				return nil, err
			}
			continue
		}
		m, err := s.mail(ctx, row)
		if err != nil || m != nil {
			return m, err
		}
	}
	return nil, nil
}

// claim takes an e-mail for one attempt: of several processes one gets it. The last attempt leaves nothing to send.
func (s *Store) claim(ctx context.Context, row mailRow) (bool, error) {
	var next *int64
	if n := int(row.Attempts); n < len(waits) {
		at := db.Micros(s.Now().Add(waits[n]))
		next = &at
	}
	res := s.Write(ctx).Model(&mailRow{}).Where("workspace_id = ? AND kind = ? AND user_id = ? AND next_at = ?", row.WorkspaceID, row.Kind, row.UserID, row.NextAt).
		Updates(map[string]any{"attempts": row.Attempts + 1, "next_at": next})
	return res.RowsAffected == 1, db.Error(res.Error)
}

// mail reads what a claimed e-mail tells whom; nil, and nothing is to be sent any more, if it tells nothing.
func (s *Store) mail(ctx context.Context, row mailRow) (*Mail, error) {
	var list []Mail
	err := s.Read(ctx).Raw(`SELECT w.id AS workspace_id, w.name AS workspace, a.kind, u.id AS user_id, u.name, u.email, a.raised_at, a.attempts FROM alert_mails a
		JOIN workspaces w ON w.id = a.workspace_id JOIN users u ON u.id = a.user_id JOIN members m ON m.workspace_id = a.workspace_id AND m.user_id = a.user_id
		WHERE a.workspace_id = ? AND a.kind = ? AND a.user_id = ? AND m.role = 'owner' AND NOT u.without_alert_mails AND u.email_proved_at IS NOT NULL`, row.WorkspaceID, row.Kind, row.UserID).Scan(&list).Error
	if err != nil {
		return nil, db.Error(err)
	}
	standing, err := s.of(ctx, row.WorkspaceID, row.Kind)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || len(standing) == 0 {
		return nil, s.drop(ctx, row)
	}
	m := &list[0]
	m.Alerts = standing
	return m, nil
}

// Mailed keeps that an e-mail was taken. If the alert was raised again since it was written, the next one is due in a day.
func (s *Store) Mailed(ctx context.Context, m *Mail) error {
	now := s.Now()
	return db.Error(s.Write(ctx).Exec(`UPDATE alert_mails SET mailed_at = ?, attempts = 0, next_at = CASE WHEN raised_at = ? THEN NULL ELSE CAST(? AS BIGINT) END
		WHERE workspace_id = ? AND kind = ? AND user_id = ?`, db.Micros(now), m.RaisedAt, db.Micros(now.Add(mailPause)), m.WorkspaceID, m.Kind, m.UserID).Error)
}

// drop ends the wish for an e-mail, unless the alert was raised again meanwhile.
func (s *Store) drop(ctx context.Context, row mailRow) error {
	return db.Error(s.Write(ctx).Model(&mailRow{}).Where("workspace_id = ? AND kind = ? AND user_id = ? AND raised_at = ?", row.WorkspaceID, row.Kind, row.UserID, row.RaisedAt).
		Update("next_at", nil).Error)
}
