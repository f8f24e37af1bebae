package db

import "context"

// UntilWon is untilWon for tests.
func UntilWon(run func() error) error { return untilWon(run) }

// MigrateTo brings the schema to an earlier version than this program's.
func (d *DB) MigrateTo(ctx context.Context, version int64) error {
	p, err := d.migrator()
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}
