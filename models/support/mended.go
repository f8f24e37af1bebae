package support

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/alerts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/work"
)

// FailureKind identifies a group of similar failures.
type FailureKind struct {
	Code     apierror.Code
	Reason   apierror.Reason
	Platform content.Platform
	RouteID  string
}

// subject returns the name of the group in the audit log.
func (k FailureKind) subject() string {
	return strings.Join(strings.Fields(string(k.Code)+" "+string(k.Reason)+" "+string(k.Platform)+" "+k.RouteID), " ")
}

// Mending records that the cause of a group of failures is fixed. Each workspace with such failures since the previous
// mending of the group is notified once. Since is unique for a group, so a form that is sent twice creates one mending.
type Mending struct {
	ID string `gorm:"primaryKey"`
	FailureKind
	Text      string // what workspaces are told
	Since     int64  // when the previous mending was created; 0 if there was none
	ToldTo    string // the last workspace that was notified, in order of ids; "" once all were
	Told      int64  // number of workspaces that were notified
	CreatedBy string
	CreatedAt int64  `gorm:"autoCreateTime:false"`
	ToldAt    *int64 // nil while workspaces are being notified
}

// MendedNotice notifies one workspace of a mending. Its overview shows the notice until EndsAt.
type MendedNotice struct {
	WorkspaceID string `gorm:"primaryKey"`
	MendingID   string `gorm:"primaryKey"`
	Platform    content.Platform
	Text        string
	Imports     int64 // the workspace's imports in the group
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	EndsAt      int64
}

// ImportsRetried is the data of imports.retried.
type ImportsRetried struct {
	Platform    content.Platform `json:"platform"`
	OutcomeCode apierror.Code    `json:"outcomeCode" doc:"How the imports failed"`
	Text        string           `json:"text" maxLength:"280" doc:"What was mended, in the words of support"`
	Imports     int64            `json:"imports" doc:"Imports of the workspace that failed so"`
	Retried     int64            `json:"retried" doc:"Those of them that were already run again, as new imports"`
	MendedAt    content.Time     `json:"mendedAt"`
}

const (
	// LongestMended is the maximum length of the text for workspaces, in code points.
	LongestMended = 280
	// MendedStands is how long the overview shows a notice.
	MendedStands = 7 * 24 * time.Hour
	// MendingsKeptFor is how long a mending is kept: longer than mendedReach, so that no import is reported twice.
	MendingsKeptFor = 90 * 24 * time.Hour
	// mendedReach is the maximum age of an import that a workspace is notified about.
	mendedReach = 30 * 24 * time.Hour
	// sameMending is the time within which marking a group again counts as the same form, sent twice.
	sameMending = time.Minute
	// tellAtOnce is how many workspaces one transaction notifies.
	tellAtOnce = 50
)

// MarkMended records that a group of failures is fixed and starts notifying the affected workspaces. If the group has no
// new failures since its last mending, or that is only a moment ago, it returns the last mending and changes nothing. It
// returns not_found if the group has no failures at all.
func (s *Store) MarkMended(ctx context.Context, by Actor, k FailureKind, text string) (m *Mending, err error) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n < 1 || n > LongestMended {
		return nil, apierror.InvalidInput(apierror.Field{Name: "text", In: "body", Reason: "length", Expected: fmt.Sprintf("1 to %d characters that say what was mended", LongestMended)})
	}
	err = s.audited(ctx, by, AuditEntry{Action: ActionFailureMended}, func(tx *gorm.DB, e *AuditEntry) error {
		last, err := lastMending(tx, k)
		if err != nil {
			return err
		}
		fresh := Mending{ID: db.NewID(), FailureKind: k, Text: db.TruncateText(text, 4*LongestMended), CreatedBy: e.UserID, CreatedAt: e.CreatedAt}
		if last != nil {
			fresh.Since = last.CreatedAt
		}
		if m = last; last != nil && last.CreatedAt > e.CreatedAt-sameMending.Microseconds() {
			return nil
		}
		var hit []string
		err = s.hitBy(tx, &fresh).Limit(1).Pluck("i.id", &hit).Error
		switch {
		case err != nil:
			return err
		case len(hit) == 0 && last == nil:
			return apierror.New(apierror.CodeNotFound, "resource", "failure group")
		case len(hit) == 0:
			return nil
		}
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&fresh)
		if res.Error != nil || res.RowsAffected == 0 { // the same form was sent twice concurrently
			m, err = lastMending(tx, k)
			return db.FirstError(res.Error, err)
		}
		m, e.Subject = &fresh, k.subject()
		return work.Put(tx, work.Item{Kind: work.Mendings, Key: fresh.ID, RunAt: fresh.CreatedAt})
	})
	return m, err
}

// lastMending returns the latest mending of a group, or nil.
func lastMending(tx *gorm.DB, k FailureKind) (*Mending, error) {
	return db.First[Mending](tx.Where("code = ? AND reason = ? AND platform = ? AND route_id = ?", k.Code, k.Reason, k.Platform, k.RouteID).Order("since DESC"))
}

// LastMending returns the latest mending of a group, or nil.
func (s *Store) LastMending(ctx context.Context, k FailureKind) (*Mending, error) {
	m, err := lastMending(s.Read(ctx), k)
	return m, db.Error(err)
}

// hitBy selects the failed imports that a mending is about.
func (s *Store) hitBy(tx *gorm.DB, m *Mending) *gorm.DB {
	return failed(tx, FailureFilter{Platform: m.Platform, Since: db.FromMicros(m.CreatedAt).Add(-mendedReach)}).
		Where("COALESCE(a.reason, '') = ? AND COALESCE(a.route_id, '') = ? AND "+failureCode+" = ?", m.Reason, m.RouteID, m.Code).
		Where("i.finished_at > ? AND i.finished_at <= ? AND w.closed_at IS NULL", m.Since, m.CreatedAt)
}

// TellMended notifies the next workspaces of a mending. Events, notices and e-mails are written in one transaction with the
// progress, so each workspace is notified once even if a worker is killed. more reports whether workspaces are left.
func (s *Store) TellMended(ctx context.Context, id string) (more bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		more = false
		var m Mending
		err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), &m, "mending")
		if apierror.Is(err, apierror.CodeNotFound) || err == nil && m.ToldAt != nil {
			return nil
		}
		if err != nil {
			return err
		}
		var hit []mendedFor
		err = s.hitBy(tx, &m).Where("i.workspace_id > ?", m.ToldTo).Group("i.workspace_id").Order("i.workspace_id").Limit(tellAtOnce).
			Select(`i.workspace_id, COUNT(*) AS imports, SUM(CASE WHEN EXISTS (SELECT 1 FROM imports r WHERE r.rerun_of = i.id) THEN 1 ELSE 0 END) AS retried`).Scan(&hit).Error
		if err != nil {
			return err
		}
		for _, w := range hit {
			if err := tellMended(tx, &m, w); err != nil {
				return err
			}
			m.ToldTo, m.Told = w.WorkspaceID, m.Told+1
		}
		changes := map[string]any{"told_to": m.ToldTo, "told": m.Told}
		if more = len(hit) == tellAtOnce; !more {
			changes["told_at"], changes["told_to"] = db.TxNow(tx), ""
		}
		return tx.Model(&Mending{}).Where("id = ?", id).Updates(changes).Error
	})
	return more, err
}

// mendedFor counts the imports of one workspace in the group of a mending.
type mendedFor struct {
	WorkspaceID      string
	Imports, Retried int64
}

// tellMended writes the event, notice and alert for one workspace.
func tellMended(tx *gorm.DB, m *Mending, w mendedFor) error {
	e, err := events.New(w.WorkspaceID, events.ImportsRetried, ImportsRetried{Platform: m.Platform, OutcomeCode: m.Code, Text: m.Text, Imports: w.Imports, Retried: w.Retried,
		MendedAt: content.AtMicros(m.CreatedAt)})
	if err != nil {
		return err
	}
	now := db.TxNow(tx)
	err = tx.Create(&MendedNotice{WorkspaceID: w.WorkspaceID, MendingID: m.ID, Platform: m.Platform, Text: m.Text, Imports: w.Imports,
		CreatedAt: now, EndsAt: now + MendedStands.Microseconds()}).Error
	if err != nil {
		return err
	}
	if err := events.Add(tx, e); err != nil {
		return err
	}
	return alerts.Raise(tx, w.WorkspaceID, alerts.ImportsRetried)
}
