package db

import "context"

// MigrateTo brings the schema to an earlier version than this program's.
func (d *DB) MigrateTo(ctx context.Context, version int64) error {
	p, err := d.migrator()
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}
