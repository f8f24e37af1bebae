package models

import (
	"context"
	"errors"

	"socialdata/models/db"
)

// Housekeep updates derived data (the words that references are found by, the counts of reports and route pages) and then
// deletes expired rows by the retention table. It may run in several processes at once. If one part fails, the others still run.
func (s *Store) Housekeep(ctx context.Context) error {
	errs := []error{s.RouteHealth.KeepHours(ctx), s.Usage.RollUp(ctx)} // before the rows that they count expire
	errs = append(errs, s.References.Reindex(ctx), s.sweepAll(ctx), s.Watches.ForgetItems(ctx), s.checkpointWAL(ctx), s.Optimize(ctx))
	return errors.Join(errs...)
}

// checkpointWAL copies SQLite's log into the database file as far as readers allow, without waiting for them. The log
// file is truncated to its limit when it is next reset.
func (s *Store) checkpointWAL(ctx context.Context) error {
	if s.Postgres {
		return nil
	}
	return db.Error(s.Write(ctx).Exec("PRAGMA wal_checkpoint(PASSIVE)").Error)
}
