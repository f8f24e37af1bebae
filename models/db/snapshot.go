package db

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
)

const (
	// snapshotRows is how many rows of a snapshot are in memory at once.
	snapshotRows = 200
	// maxSnapshots is how many snapshots one process reads at once, each for another workspace: each one holds a
	// connection until its reader is done.
	maxSnapshots = 3
)

// EachRow calls use for every row of a query, in the order by, from one snapshot: rows that are added, changed or
// deleted meanwhile do not show. Only a few rows are in memory at a time.
func EachRow[T any](ctx context.Context, d *DB, workspaceID string, query func(tx *gorm.DB) *gorm.DB, by Order, at func(T) Position, use func(T) error) error {
	return EachRowOfParts(ctx, d, workspaceID, func(tx *gorm.DB) ([]Part, error) { return []Part{{Query: query(tx), By: by}}, nil }, at, use)
}

// EachRowOfParts is EachRow for a list that is the union of several queries.
func EachRowOfParts[T any](ctx context.Context, d *DB, workspaceID string, parts func(tx *gorm.DB) ([]Part, error), at func(T) Position, use func(T) error) error {
	release, err := d.snapshots.Take(ctx, workspaceID)
	if err != nil {
		return err
	}
	defer release()
	var stop error // of use, so it is not converted as a database error
	err = d.Snapshot(ctx, func(tx *gorm.DB) error {
		stop = eachRow(tx, parts, at, use)
		return nil
	})
	return FirstError(stop, err)
}

// Snapshot runs read-only statements that all see the database at one moment.
func (d *DB) Snapshot(ctx context.Context, read func(tx *gorm.DB) error) error {
	options := &sql.TxOptions{}
	if d.Postgres {
		options = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	return errorOf(1, d.Read(ctx).Transaction(read, options))
}

func eachRow[T any](tx *gorm.DB, parts func(tx *gorm.DB) ([]Part, error), at func(T) Position, use func(T) error) error {
	var last *Position
	for {
		list, err := parts(tx)
		if err != nil {
			return errorOf(2, err)
		}
		rows, _, err := readParts(list, last, snapshotRows, at)
		if err != nil {
			return errorOf(2, err)
		}
		for _, row := range rows {
			if err := use(row); err != nil {
				return err
			}
		}
		if len(rows) < snapshotRows {
			return nil
		}
		last = new(at(rows[len(rows)-1]))
	}
}
