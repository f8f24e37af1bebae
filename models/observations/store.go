// Package observations stores what platforms answered, who has paid for it, and the positions of list readers. It may
// not ask a platform, which is left to internal/lookup. The cached lookup reads its caller's key in the same statement.
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
	cached  cachedReader                      // nil: the GORM statements are used
}

// New returns a Store on an open database. Close ends its own connections.
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

// Close closes the connections of cached lookups and of the database.
func (s *Store) Close() error {
	if s.cached == nil {
		return s.DB.Close()
	}
	return errors.Join(s.cached.close(), s.DB.Close())
}

// Rows lists the chapter's row structs: a test compares them with the migrated schema.
func Rows() []any {
	return []any{Observation{}, entitlement{}, ListSession{}, listSessionRow{}, AccountName{}, fetchLease{}, ServedAnswer{}}
}
