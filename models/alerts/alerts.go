// Package alerts lists the problems of a workspace that its owners should know about. It
// reads their state from tables of other packages, and changes none of these.
package alerts

import (
	"context"

	"socialdata/models/db"
)

// Store reads alerts. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Kind says what an alert is about.
type Kind string

// The kinds of alerts.
const (
	CreditsLow      Kind = "credits_low"      // the balance is at or below the workspace's threshold
	WebhookDisabled Kind = "webhook_disabled" // an endpoint failed for so long that nothing is sent to it any more
	WatchFailing    Kind = "watch_failing"    // a watch has failed several times in a row
	ExportFailing   Kind = "export_failing"   // the last run of a scheduled export was given up
	ImportsRetried  Kind = "imports_retried"  // the cause of failed imports was mended; it stands for a week
)

// Alert is a problem of a workspace. It exists as long as its cause does.
type Alert struct {
	Kind                Kind
	Subject, Name       string // id and name of the watch, endpoint or export; "" for the workspace itself
	Balance, LowBalance int64  // of CreditsLow
	Imports             int64  // of ImportsRetried: those that failed; Name says what was mended
}

// standing holds a statement for each kind that reads a workspace's current alerts, in the order of the pages.
var standing = []struct {
	kind Kind
	sql  string
}{
	{CreditsLow, "SELECT balance, low_balance FROM workspaces WHERE id = @workspace AND balance <= low_balance"},
	{WebhookDisabled, "SELECT id AS subject, url AS name FROM webhooks WHERE workspace_id = @workspace AND disabled_reason = 'failing' ORDER BY created_at, id"},
	{WatchFailing, "SELECT id AS subject, name FROM watches WHERE workspace_id = @workspace AND state = 'failing' ORDER BY created_at, id"},
	{ExportFailing, `SELECT e.id AS subject, e.kind AS name FROM exports e JOIN export_runs r ON r.id = e.last_run_id
		WHERE e.workspace_id = @workspace AND r.state = 'failed' ORDER BY e.created_at, e.id`},
	{ImportsRetried, "SELECT mending_id AS subject, text AS name, imports FROM mended_notices WHERE workspace_id = @workspace AND ends_at > @now ORDER BY created_at, mending_id"},
}

// List lists the current alerts of a workspace.
func (s *Store) List(ctx context.Context, workspaceID string) (list []Alert, err error) {
	for _, k := range standing {
		found, err := s.of(ctx, workspaceID, k.kind)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// of lists the alerts of one kind.
func (s *Store) of(ctx context.Context, workspaceID string, kind Kind) (list []Alert, err error) {
	for _, k := range standing {
		if k.kind == kind {
			err = s.Read(ctx).Raw(k.sql, map[string]any{"workspace": workspaceID, "now": s.NowMicros()}).Scan(&list).Error
		}
	}
	for n := range list {
		list[n].Kind = kind
	}
	return list, db.Error(err)
}
