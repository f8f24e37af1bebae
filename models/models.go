// Package models is what the service remembers: rows, queries, transactions, the ledger and the migrations, on
// PostgreSQL or SQLite with the same behaviour. It may import internal/content and internal/apierror only. *gorm.DB never
// leaves it: callers hold a *Store, whose methods return catalogue faults. Time comes from the Store's clock.
package models

import (
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

// Store is the database. It is safe for concurrent use.
type Store struct {
	write     *gorm.DB // SQLite: one connection, so that a transaction is the lock
	read      *gorm.DB
	now       func() time.Time // the process's clock, put right by the database's where FollowClock was called
	clock     func() time.Time // the process's
	ahead     atomic.Int64     // what FollowClock takes off, in nanoseconds
	pg        bool
	keyed     keyedReader // nil: the plain statements do
	seal      *Sealer
	passwords passwords
	charges   groups[string, *charge] // by workspace
	writable  writable
	close     func() error
}

// NewID makes a UUIDv7: ids in order of creation.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// ValidID tells whether s is a UUIDv7 as this service writes them.
func ValidID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && id.Version() == 7 && id.Variant() == uuid.RFC4122 && id.String() == s
}

// micros is how a time is stored.
func micros(t time.Time) int64 { return t.UnixMicro() }

// microsPtr stores an optional time.
func microsPtr(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	us := t.UnixMicro()
	return &us
}

// fromMicros reads a stored time.
func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

func (s *Store) nowMicros() int64 { return micros(s.now()) }

// Now is the store's clock.
func (s *Store) Now() time.Time { return s.now() }
