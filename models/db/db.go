// Package db opens the database, PostgreSQL or SQLite with the same behaviour, and holds what every chapter of models
// shares: transactions, errors, keyset pages, ids, sealed values, groups and the migrations. It may import
// internal/apierror only. *gorm.DB never leaves models. Time comes from the DB's clock.
package db

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	Postgres bool          // else it is SQLite
	Cursors  *Sealer       // seals the cursors that leave the service
	Pool     *pgxpool.Pool // of PostgreSQL where it can answer in binary, for statements below GORM; else nil
	File     string        // SQLite's data source name, for connections below GORM; else ""

	write    *gorm.DB // SQLite: one connection, so that a transaction is the lock
	read     *gorm.DB
	clock    func() time.Time // the process's
	ahead    atomic.Int64     // what FollowClock takes off, in nanoseconds
	writable writable
	close    func() error

	snapshots chan struct{} // holds one value for each snapshot that is being read
}

// Read begins a statement that only reads.
func (d *DB) Read(ctx context.Context) *gorm.DB { return d.read.WithContext(ctx) }

// Write begins a statement that writes. Several that belong together are a transaction: see Tx.
func (d *DB) Write(ctx context.Context) *gorm.DB { return d.write.WithContext(ctx) }

// Now returns the time of the process's clock, corrected by the database's where FollowClock was called.
func (d *DB) Now() time.Time { return d.clock().Add(-time.Duration(d.ahead.Load())) }

// NowMicros returns Now as it is stored.
func (d *DB) NowMicros() int64 { return Micros(d.Now()) }

// NewID makes a UUIDv7: ids in order of creation.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// ValidID reports whether s is a UUIDv7 as this service writes them.
func ValidID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && id.Version() == 7 && id.Variant() == uuid.RFC4122 && id.String() == s
}

// Micros returns a time as it is stored: microseconds since 1970.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// MicrosPtr returns an optional time as it is stored.
func MicrosPtr(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	us := t.UnixMicro()
	return &us
}

// FromMicros returns a stored time, in UTC.
func FromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }
