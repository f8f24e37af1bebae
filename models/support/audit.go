package support

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/acts"
	"socialdata/models/db"
)

// Action is a kind of action by support.
type Action string

// The actions of support.
const (
	ActionImportRerun    Action = "import_rerun"
	ActionCreditsGranted Action = "credits_granted"
	ActionMetered        Action = "metered"
	ActionUnmetered      Action = "unmetered"
	ActionRouteDisabled  Action = "route_disabled"
	ActionRouteEnabled   Action = "route_enabled"
	ActionRouteChecked   Action = "route_checked"

	ActionFailureKnown    Action = "failure_known"
	ActionFailureReopened Action = "failure_reopened"
	ActionFailureMended   Action = "failure_mended"

	ActionAnswersReplayed Action = "answers_replayed"
	ActionAnswersOpened   Action = "answers_opened"

	ActionRerunStarted Action = "rerun_started"
	ActionRerunPaused  Action = "rerun_paused"
	ActionRerunResumed Action = "rerun_resumed"
	ActionRerunStopped Action = "rerun_stopped"

	ActionShapesChanged Action = "shapes_changed"
	ActionShapesUndone  Action = "shapes_undone"

	ActionSecondFactorReset Action = "second_factor_reset" // by the operator; the entry names the person
)

// Actions lists every Action once.
func Actions() []Action {
	return []Action{ActionImportRerun, ActionCreditsGranted, ActionMetered, ActionUnmetered, ActionRouteDisabled, ActionRouteEnabled, ActionRouteChecked, ActionFailureKnown, ActionFailureReopened, ActionFailureMended, ActionAnswersReplayed, ActionAnswersOpened,
		ActionRerunStarted, ActionRerunPaused, ActionRerunResumed, ActionRerunStopped, ActionSecondFactorReset,
		ActionShapesChanged, ActionShapesUndone}
}

// Actor is a member of support who changes something, with the reason and the request.
type Actor struct {
	UserID    string
	Reason    string // 1..500 characters
	RequestID string
}

// longestReason is the longest reason for an action, in characters.
const longestReason = 500

// AuditEntry is one action of support. Entries are never changed or deleted.
type AuditEntry struct {
	ID          string `gorm:"primaryKey"`
	UserID      string
	WorkspaceID *string // nil: it concerns the whole installation
	Action      Action
	Subject     string // the import, the credits, the route …
	Reason      string
	RequestID   string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
}

// AuditView is an entry with the names of the person and the workspace.
type AuditView struct {
	AuditEntry
	Person    string // who did it
	Workspace string // "" if it concerns the whole installation
}

// AuditFilter narrows a list of entries; zero fields do not.
type AuditFilter struct {
	WorkspaceID, UserID string
	WorkspaceName       string // whole
	Action              Action
	From, Before        *time.Time
}

// Audit lists the actions of support, newest first: in one workspace, or everywhere if workspaceID is "".
func (s *Store) Audit(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[AuditView], error) {
	return s.FilteredAudit(ctx, AuditFilter{WorkspaceID: workspaceID}, p)
}

// FilteredAudit is Audit with any filter. Without a workspace, an action on several of them is listed once: what auditEach wrote for the
// owners of each is left out where the action has an entry of its own.
func (s *Store) FilteredAudit(ctx context.Context, f AuditFilter, p db.PageRequest) (*db.RecordPage[AuditView], error) {
	q := s.Read(ctx).Table("audit_entries a").Joins("JOIN users u ON u.id = a.user_id").Joins("LEFT JOIN workspaces w ON w.id = a.workspace_id").
		Select("a.*, u.name AS person, COALESCE(w.name, '') AS workspace")
	switch {
	case f.WorkspaceID != "":
		q = q.Where("a.workspace_id = ?", f.WorkspaceID)
	case f.WorkspaceName != "":
		q = q.Where("a.action <> '' AND w.name = ?", f.WorkspaceName)
	default:
		q = q.Where("a.action <> ''"). // matches the condition of the index over all entries
						Where("a.workspace_id IS NULL OR NOT EXISTS (?)", s.Read(ctx).Table("audit_entries o").Select("1").Where("o.workspace_id IS NULL AND o.action <> ''").
							Where("o.created_at = a.created_at AND o.request_id = a.request_id AND o.action = a.action AND o.subject = a.subject"))
	}
	if f.UserID != "" {
		q = q.Where("a.user_id = ?", f.UserID)
	}
	if f.Action != "" {
		q = q.Where("a.action = ?", f.Action)
	}
	name := "audit:" + f.WorkspaceID + ":" + f.WorkspaceName + ":" + f.UserID + ":" + string(f.Action)
	if f.From != nil {
		q, name = q.Where("a.created_at >= ?", db.Micros(*f.From)), name+":from:"+f.From.Format(time.DateOnly)
	}
	if f.Before != nil {
		q, name = q.Where("a.created_at < ?", db.Micros(*f.Before)), name+":before:"+f.Before.Format(time.DateOnly)
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("a.created_at", "a.id"), name, p,
		func(v AuditView) db.Position { return db.After(v.CreatedAt, v.ID) })
}

// Colleague is a member of support.
type Colleague struct{ ID, Name string }

// Colleagues lists the members of support by name.
func (s *Store) Colleagues(ctx context.Context) (list []Colleague, err error) {
	err = s.Read(ctx).Model(&accounts.User{}).Where("support").Order("name, id").Limit(100).Scan(&list).Error
	return list, db.Error(err)
}

// PersonName returns the name of a person of support.
func (s *Store) PersonName(ctx context.Context, userID string) (string, error) {
	var names []string
	err := s.Read(ctx).Model(&accounts.User{}).Where("id = ? AND support", userID).Limit(1).Pluck("name", &names).Error
	return first(names), db.Error(err)
}

// ColleagueByEmail returns the id of a member of support; not_found for anybody else.
func (s *Store) ColleagueByEmail(ctx context.Context, email string) (string, error) {
	var u accounts.User
	err := db.One(s.Read(ctx).Select("id").Where("email = ? AND support", accounts.FoldEmail(email)), &u, "member of support")
	return u.ID, err
}

// audited runs f and writes the action to the audit, in one transaction. An actor who is not of support, or gives no reason,
// is refused.
func (s *Store) audited(ctx context.Context, by Actor, e AuditEntry, f func(tx *gorm.DB, e *AuditEntry) error) error {
	by.Reason = strings.TrimSpace(by.Reason)
	if n := utf8.RuneCountInString(by.Reason); n < 1 || n > longestReason {
		return apierror.InvalidInput(apierror.Field{Name: "reason", In: "body", Reason: "length", Expected: "1 to 500 characters that say why"})
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		if err := requireSupport(tx, by.UserID); err != nil {
			return err
		}
		entry := e // f completes it, and may be run again
		entry.ID, entry.UserID, entry.RequestID, entry.CreatedAt = db.NewID(), by.UserID, by.RequestID, s.NowMicros()
		entry.Reason = db.TruncateText(by.Reason, 4*longestReason)
		if err := f(tx, &entry); err != nil || entry.Subject == "" {
			return err
		}
		return record(tx, entry)
	})
}

// record writes an entry to the audit and, if it concerns one workspace, to what its owners read.
func record(tx *gorm.DB, e AuditEntry) error {
	if err := tx.Create(&e).Error; err != nil || e.WorkspaceID == nil {
		return err
	}
	return acts.Add(tx, e.act())
}

// act returns what the owners of an entry's workspace read.
func (e AuditEntry) act() acts.Act {
	return acts.Act{WorkspaceID: *e.WorkspaceID, Kind: string(e.Action), Subject: e.Subject, Detail: e.Reason, Actor: e.UserID, Door: acts.Support, RequestID: e.RequestID}
}

// requireSupport returns forbidden unless the person is in support. It does not rely on checks of the page.
func requireSupport(tx *gorm.DB, userID string) error {
	var n int64
	err := tx.Model(&accounts.User{}).Where("id = ? AND support", userID).Count(&n).Error
	if err == nil && n == 0 {
		return apierror.New(apierror.CodeForbidden, "requiredRole", "support")
	}
	return err
}
