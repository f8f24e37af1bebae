// Package db opens the database, PostgreSQL or SQLite with the same behaviour, and holds what every chapter of models
// shares: transactions, errors, keyset pages, ids, sealed values, groups and the migrations. It may import
// internal/apierror only. *gorm.DB never leaves models. Time comes from the DB's clock.
package db

import (
	"context"
	"encoding/binary"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"

	"socialdata/internal/slots"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	Postgres bool          // else it is SQLite
	Cursors  *Sealer       // seals the cursors that leave the service
	Secrets  *Sealer       // encrypts secrets of callers that the database keeps
	Pool     *pgxpool.Pool // of PostgreSQL where it can answer in binary, for statements below GORM; else nil
	File     string        // SQLite's data source name, for connections below GORM; else ""

	write    *gorm.DB // SQLite: one connection, so that a transaction is the lock
	read     *gorm.DB
	clock    func() time.Time // the process's
	ahead    atomic.Int64     // what FollowClock takes off, in nanoseconds
	writable writable
	close    func() error

	snapshots *slots.Slots // that are being read
	searches  *slots.Slots // that run
}

// Read begins a statement that only reads.
func (d *DB) Read(ctx context.Context) *gorm.DB { return d.within(ctx, d.read) }

// Write begins a statement that writes. Several that belong together are a transaction: see Tx.
func (d *DB) Write(ctx context.Context) *gorm.DB { return d.within(ctx, d.write) }

// Now returns the time of the process's clock, corrected by the database's where FollowClock was called.
func (d *DB) Now() time.Time { return d.clock().Add(-time.Duration(d.ahead.Load())) }

// NowMicros returns Now as it is stored.
func (d *DB) NowMicros() int64 { return Micros(d.Now()) }

// NewID makes a UUIDv7: ids in order of creation.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// NewIDAt makes a UUIDv7 of a time in microseconds, for rows that are made by the store's clock: a history that is played
// has ids in its own order. Ids of one microsecond are in the order in which they were made: behind the time stand the
// lower bits of NewID's, which never goes back.
func NewIDAt(micros int64) string {
	const orderBits, randomBits = 36, 26
	id := uuid.Must(uuid.NewV7())
	made := binary.BigEndian.Uint64(id[:8])
	order := (made>>16<<12 | made&0xfff) & (1<<orderBits - 1)
	random := binary.BigEndian.Uint64(id[8:]) & (1<<randomBits - 1)
	binary.BigEndian.PutUint64(id[:8], uint64(micros/1000)<<16|7<<12|uint64(micros%1000)<<2)
	binary.BigEndian.PutUint64(id[8:], 1<<63|order<<randomBits|random)
	return id.String()
}

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
