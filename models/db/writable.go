package db

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"socialdata/internal/apierror"
)

// writable remembers whether the database takes writes. A disk that is full still answers questions: without it every live
// lookup would ask a platform and then could not be stored.
type writable struct {
	proven  atomic.Int64 // Unix nanoseconds of the last write that succeeded
	refused atomic.Int64 // Unix nanoseconds of the last one that the disk refused
}

// How long a write that succeeded proves that others will, and how long a refusal is believed.
const (
	provenFor  = 5 * time.Second
	refusedFor = 5 * time.Second
)

// CanWrite reports, as storage_unavailable, that the database takes no writes now. Where nothing was written of late it
// writes a row to know.
func (d *DB) CanWrite(ctx context.Context) error {
	now := d.Now()
	switch {
	case now.Sub(time.Unix(0, d.writable.refused.Load())) < refusedFor:
		return apierror.New(apierror.CodeStorageUnavailable).After(refusedFor)
	case now.Sub(time.Unix(0, d.writable.proven.Load())) < provenFor:
		return nil
	}
	err := d.Write(ctx).Save(&Setting{Name: "last_probe", Value: now.UTC().Format(time.RFC3339)}).Error
	d.noteWrite(err)
	return Error(err)
}

// noteWrite remembers how a write ended.
func (d *DB) noteWrite(err error) {
	switch now := d.Now().UnixNano(); {
	case err == nil:
		d.writable.proven.Store(now) // a refusal is believed all the same: a transaction may have written nothing
	case refusedByDisk(err):
		d.writable.refused.Store(now)
		d.writable.proven.Store(0)
	}
}

// refusedByDisk reports whether a write failed for want of space, or because nothing may be written there at all.
func refusedByDisk(err error) bool {
	if errors.Is(err, sqlite3.FULL) || errors.Is(err, sqlite3.IOERR) || errors.Is(err, sqlite3.READONLY) || errors.Is(err, sqlite3.CANTOPEN) {
		return true
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "53100" || pg.Code == "58030" || pg.Code == "25006")
}
