package models

import (
	"context"
	"errors"
	"time"

	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/links"
	"socialdata/models/requests"
	"socialdata/models/routehealth"
	"socialdata/models/watches"
)

// ObservationLife is how long an answer is kept that was not renewed: the longest maxAge.
const ObservationLife = 365 * 24 * time.Hour

// sweep is rows of a table that end at a time.
type sweep struct {
	table, where string
	before       time.Time
}

// Housekeep deletes what no request can reach any more (ended sessions, invites and lists that were read, old calls of routes,
// observations past the longest maxAge) and brings up to
// date what is derived: the words that references are found by, and the counts that reports read. It may run in several processes at once.
// One part that fails does not stop the others.
func (s *Store) Housekeep(ctx context.Context) error {
	now := s.Now()
	errs := []error{s.RouteHealth.KeepHours(ctx)} // before the calls that it counts go
	for _, sw := range []sweep{
		{"sessions", "expires_at < ?", now},
		{"sessions", "last_seen_at < ?", now.Add(-accounts.SessionIdle)},
		{"invites", "expires_at < ?", now},
		{"password_resets", "expires_at < ?", now},
		{"email_proofs", "expires_at < ?", now},
		{"list_sessions", "expires_at < ?", now},
		{"list_session_rows", "expires_at < ?", now},
		{"idempotency_keys", "expires_at < ?", now},
		{"followed_links", "kept_at < ?", now.Add(-links.KeptFor)},
		{"fetch_leases", "expires_at < ?", now},
		{"route_calls", "at < ?", now.Add(-routehealth.CallsKeptFor)},
		{"route_hours", "hour < ?", now.Add(-routehealth.HoursKeptFor)},
		{"requests", "at < ?", now.Add(-requests.KeptFor)},
		{"changed_answers", "at < ?", now.Add(-routehealth.ChangedAnswersKeptFor)},
		{"events", "created_at < ? AND position IS NOT NULL", now.Add(-events.KeptFor)},
		{"watch_runs", "started_at < ?", now.Add(-watches.RunsKeptFor)},
		{"count_records", "confirmed_at < ?", now.Add(-history.KeptFor)},
		{"observations", "observed_at < ?", now.Add(-ObservationLife)},
	} {
		errs = append(errs, s.sweep(ctx, sw))
	}
	errs = append(errs, s.Watches.ForgetItems(ctx), s.References.Reindex(ctx), s.checkpointWAL(ctx), s.Optimize(ctx))
	return errors.Join(append(errs, s.Usage.RollUp(ctx))...)
}

// sweepStep is how many rows one statement deletes: SQLite has one writer, which others wait for, and PostgreSQL bounds
// the time of a statement.
const sweepStep = 500

// sweep deletes in steps, between which other writers get their turn.
func (s *Store) sweep(ctx context.Context, sw sweep) error {
	rows := "rowid IN (SELECT rowid FROM " + sw.table + " WHERE " + sw.where + " LIMIT ?)"
	if s.Postgres {
		rows = "ctid = ANY (ARRAY(SELECT ctid FROM " + sw.table + " WHERE " + sw.where + " LIMIT ?))"
	}
	for {
		res := s.Write(ctx).Exec("DELETE FROM "+sw.table+" WHERE "+rows, db.Micros(sw.before), sweepStep)
		if res.Error != nil || res.RowsAffected < sweepStep {
			return db.Error(res.Error)
		}
	}
}

// checkpointWAL writes SQLite's log back into its file as far as readers allow, without waiting for them; the log is cut
// to its limit when it begins anew.
func (s *Store) checkpointWAL(ctx context.Context) error {
	if s.Postgres {
		return nil
	}
	return db.Error(s.Write(ctx).Exec("PRAGMA wal_checkpoint(PASSIVE)").Error)
}
