package observations

import (
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

func charging(d *db.DB, o batcher.Options) *Store {
	s := &Store{DB: d}
	s.charges = batcher.New(o, s.runCharges)
	return s
}
