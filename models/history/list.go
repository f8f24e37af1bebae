package history

import (
	"context"
	"strconv"
	"time"

	"socialdata/models/db"
)

// Period restricts a list by the time at which its records were first seen; nil is unbounded.
type Period struct {
	From   *time.Time // inclusive
	Before *time.Time // exclusive
}

// Records lists the changes of a subject's counts in a workspace, newest first.
func (s *Store) Records(ctx context.Context, workspaceID, subject string, during Period, p db.PageRequest) (*db.RecordPage[Record], error) {
	q := s.Read(ctx).Model(&Record{}).Where("workspace_id = ? AND subject = ?", workspaceID, subject)
	scope := "history:" + workspaceID + ":" + subject
	if during.From != nil {
		q = q.Where("observed_at >= ?", db.Micros(*during.From))
		scope += ":from" + strconv.FormatInt(db.Micros(*during.From), 10)
	}
	if during.Before != nil {
		q = q.Where("observed_at < ?", db.Micros(*during.Before))
		scope += ":before" + strconv.FormatInt(db.Micros(*during.Before), 10)
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("observed_at", "id"), scope, p,
		func(r Record) db.Position { return db.After(r.ObservedAt, r.ID) })
}
