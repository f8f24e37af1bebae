package db

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
)

const (
	// snapshotRows bounds how many rows of a snapshot are in memory.
	snapshotRows = 200
	// maxSnapshots bounds how many snapshots of one process are read at once, each of another workspace: each holds a
	// connection for as long as its reader takes rows.
	maxSnapshots = 3
)

// EachRow gives every row of a query to a function, in the order of its keys, as of the moment at which it began: rows that
// are added, changed or deleted meanwhile do not show. It holds a few rows in memory, however many there are.
func EachRow[T any](ctx context.Context, d *DB, workspaceID string, query func(tx *gorm.DB) *gorm.DB, by Order, at func(T) Position, use func(T) error) error {
	return EachRowOfParts(ctx, d, workspaceID, func(tx *gorm.DB) ([]Part, error) { return []Part{{Query: query(tx), By: by}}, nil }, at, use)
}

// EachRowOfParts is EachRow for a list that several queries make together.
func EachRowOfParts[T any](ctx context.Context, d *DB, workspaceID string, parts func(tx *gorm.DB) ([]Part, error), at func(T) Position, use func(T) error) error {
	release, err := d.snapshots.Take(ctx, workspaceID)
	if err != nil {
		return err
	}
	defer release()
	var stop error // of use, which is no error of the database
	err = d.Snapshot(ctx, func(tx *gorm.DB) error {
		stop = eachRow(tx, parts, at, use)
		return nil
	})
	return FirstError(stop, err)
}

// Snapshot runs statements that only read, and see the database as of one moment.
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
