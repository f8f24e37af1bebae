package models

import (
	"context"
	"errors"

	"socialdata/models/db"
)

// Housekeep brings up to date what is derived (the words that references are found by, the counts that reports and pages of routes read)
// and then ends what the table of what is kept lets end. It may run in several processes at once. One part that fails does not stop the
// others.
func (s *Store) Housekeep(ctx context.Context) error {
	errs := []error{s.RouteHealth.KeepHours(ctx), s.Usage.RollUp(ctx)} // before the rows that they count end
	errs = append(errs, s.References.Reindex(ctx), s.sweepAll(ctx), s.Watches.ForgetItems(ctx), s.checkpointWAL(ctx), s.Optimize(ctx))
	return errors.Join(errs...)
}

// checkpointWAL writes SQLite's log back into its file as far as readers allow, without waiting for them; the log is cut
// to its limit when it begins anew.
func (s *Store) checkpointWAL(ctx context.Context) error {
	if s.Postgres {
		return nil
	}
	return db.Error(s.Write(ctx).Exec("PRAGMA wal_checkpoint(PASSIVE)").Error)
}
