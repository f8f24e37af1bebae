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

// writable remembers whether the database accepts writes. With a full disk reads still work: without this check each
// live lookup would call a platform although its result cannot be stored.
type writable struct {
	proven  atomic.Int64 // Unix nanoseconds of the last successful write
	refused atomic.Int64 // Unix nanoseconds of the last write that failed because of the disk
}

// How long a successful write proves that writing works, and how long a failure counts.
const (
	provenFor  = 5 * time.Second
	refusedFor = 5 * time.Second
)

// CanWrite returns storage_unavailable if the database accepts no writes. If there was no recent write, it writes a row to find out.
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

// noteWrite records the result of a write.
func (d *DB) noteWrite(err error) {
	switch now := d.Now().UnixNano(); {
	case err == nil:
		d.writable.proven.Store(now) // does not clear refused: the transaction may have written nothing
	case refusedByDisk(err):
		d.writable.refused.Store(now)
		d.writable.proven.Store(0)
	}
}

// refusedByDisk reports whether a write failed because the disk is full or read-only.
func refusedByDisk(err error) bool {
	if errors.Is(err, sqlite3.FULL) || errors.Is(err, sqlite3.IOERR) || errors.Is(err, sqlite3.READONLY) || errors.Is(err, sqlite3.CANTOPEN) {
		return true
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "53100" || pg.Code == "58030" || pg.Code == "25006")
}
