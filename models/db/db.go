// Package db opens the database, PostgreSQL or SQLite with the same behaviour, and contains what all packages of models
// share: transactions, errors, keyset pages, ids, encrypted values, groups and the migrations. *gorm.DB never leaves models. All times come from the DB's clock.
package db

import (
	"context"
	"encoding/binary"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"

	"socialdata/internal/slots"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	Postgres bool          // else SQLite
	Cursors  *Sealer       // seals cursors, which clients see
	Secrets  *Sealer       // encrypts stored secrets of workspaces
	Pool     *pgxpool.Pool // PostgreSQL's, for statements below GORM; nil if the connection does not support the binary format
	File     string        // SQLite's data source name, for connections below GORM; "" for PostgreSQL

	write    *gorm.DB // SQLite: a single connection, so that an open transaction is the lock
	read     *gorm.DB
	clock    func() time.Time // of this process
	ahead    atomic.Int64     // subtracted from clock, in nanoseconds; set by FollowClock
	writable writable
	close    func() error
	schema   string // of PostgreSQL; "" for the one that the address leads to

	workMu sync.Mutex
	onWork []func() // see OnWork

	snapshots *slots.Slots // being read
	searches  *slots.Slots // running
}

// Read begins a statement that only reads.
func (d *DB) Read(ctx context.Context) *gorm.DB { return d.within(ctx, d.read) }

// Write begins a statement that writes. Several that belong together are a transaction: see Tx.
func (d *DB) Write(ctx context.Context) *gorm.DB { return d.within(ctx, d.write) }

// Now returns the time of the process's clock, corrected by FollowClock.
func (d *DB) Now() time.Time { return d.clock().Add(-time.Duration(d.ahead.Load())) }

// NowMicros returns Now in the stored form.
func (d *DB) NowMicros() int64 { return Micros(d.Now()) }

// NewID returns a UUIDv7; ids sort by creation.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// NewIDAt returns a UUIDv7 for a time in microseconds. It is for rows whose creation time is simulated, so that their
// ids sort by that time. Ids of the same microsecond sort by creation, because their lower bits come from NewID.
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

// ValidID reports whether s is a UUIDv7 in the form that this service writes.
func ValidID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && id.Version() == 7 && id.Variant() == uuid.RFC4122 && id.String() == s
}

// ShortestIDPrefix is how many characters of an id find it.
const ShortestIDPrefix = 8

// IDsFrom returns the first and the last id that can begin with a text of at least ShortestIDPrefix characters; ok reports whether any
// can. Both have the form of ids, so that every collation sorts them as their digits.
func IDsFrom(prefix string) (first, last string, ok bool) {
	const lowest, highest = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"
	if len(prefix) < ShortestIDPrefix || len(prefix) > len(lowest) {
		return "", "", false
	}
	for n := range len(prefix) {
		if c := prefix[n]; (c == '-') != (lowest[n] == '-') || c != '-' && !strings.ContainsRune("0123456789abcdef", rune(c)) {
			return "", "", false
		}
	}
	return prefix + lowest[len(prefix):], prefix + highest[len(prefix):], true
}

// Micros returns a time in the stored form: microseconds since 1970.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// MicrosPtr returns an optional time in the stored form.
func MicrosPtr(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	us := t.UnixMicro()
	return &us
}

// FromMicros returns a stored time, in UTC.
func FromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }
