package observations

import (
	"context"

	"socialdata/internal/batcher"
	"socialdata/models/db"
)

// ChargingInGroups returns the charges of another process on the same database.
func ChargingInGroups(d *db.DB) *Store {
	return charging(d, batcher.Options{Most: mostCharges, Lanes: 1})
}

// ChargingOneByOne is ChargingInGroups without groups.
func ChargingOneByOne(d *db.DB) *Store {
	return charging(d, batcher.Options{Most: 1, Lanes: mostCharges})
}

// ReadOneByOne makes cached lookups one after the other on an SQLite file, and one more after the reader was closed. It returns how
// many connections the first ones opened.
func ReadOneByOne(ctx context.Context, file string, lookups int) (opened int, err, closed error) {
	q := newSQLiteCached(file)
	for range lookups {
		if _, err := q.read(ctx, Plain, []byte("digest"), "subject", 0); err != nil {
			return 0, err, nil
		}
	}
	opened = len(q.idle)
	err = q.close()
	_, closed = q.read(ctx, Plain, []byte("digest"), "subject", 0)
	return opened, err, closed
}

func charging(d *db.DB, o batcher.Options) *Store {
	s := &Store{DB: d}
	s.charges = batcher.New(o, s.runCharges)
	return s
}
