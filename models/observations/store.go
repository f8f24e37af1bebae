// Package observations keeps what platforms answered, who has paid for it, and how far readers of lists have come. It may
// import internal/batcher, models/db, models/billing, models/history and models/accounts (the cached lookup finds its caller's key
// in the same statement) only.
package observations

import (
	"errors"

	"socialdata/internal/batcher"
	"socialdata/models/db"
)

// Store reads and writes observations. It is safe for concurrent use.
type Store struct {
	*db.DB
	charges *batcher.Batcher[string, *charge] // by workspace
	cached  cachedReader                      // nil: the plain statements do
}

// New returns the chapter on an open database. Close ends its own connections.
func New(d *db.DB) *Store {
	s := &Store{DB: d}
	s.charges = batcher.New(batcher.Options{Most: mostCharges, Lanes: 1}, s.runCharges)
	switch {
	case d.Pool != nil:
		s.cached = newGroupedReader(newPGCached(d.Pool))
	case d.File != "":
		s.cached = newSQLiteCached(d.File)
	}
	return s
}

// Close ends the connections of cached lookups and the database's.
func (s *Store) Close() error {
	if s.cached == nil {
		return s.DB.Close()
	}
	return errors.Join(s.cached.close(), s.DB.Close())
}

// Rows lists the chapter's row structs: a test compares them with the migrated schema.
func Rows() []any {
	return []any{Observation{}, entitlement{}, ListSession{}, listSessionRow{}, AccountName{}, fetchLease{}}
}
