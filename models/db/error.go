package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	"github.com/ncruces/go-sqlite3"

	"socialdata/internal/apierror"
)

// storageRetryAfter is the Retry-After of responses while the database is unavailable.
const storageRetryAfter = 5 * time.Second

// Signal is an error with which a transaction's function returns a result to its caller; Error returns it unchanged.
type Signal string

// Error implements error.
func (s Signal) Error() string { return string(s) }

// Error turns a database error into a catalogue error whose cause has the name of the calling function. A lost
// connection, a lock, a time-out and a full or failing disk become storage_unavailable. Catalogue errors stay unchanged;
// any other error is a bug and becomes internal_error.
func Error(err error) error { return errorOf(1, err) }

// errorOf is Error for the caller skip frames up the stack.
func errorOf(skip int, err error) error {
	var known *apierror.Error
	var signal Signal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled), errors.As(err, &signal):
		return err
	}
	cause := fmt.Errorf("%s: %w", operation(skip+1), err)
	if isUnavailable(err) {
		return apierror.Wrap(cause, apierror.CodeStorageUnavailable).After(storageRetryAfter)
	}
	return apierror.Wrap(cause, apierror.CodeInternalError)
}

// operation returns the name of the function that many frames up the stack, such as imports.CancelImport.
func operation(skip int) string {
	pcs := make([]uintptr, 1)
	runtime.Callers(skip+2, pcs)
	frame, _ := runtime.CallersFrames(pcs).Next()
	name := frame.Function[strings.LastIndexByte(frame.Function, '/')+1:]
	name, _, _ = strings.Cut(name, ".func")
	return strings.NewReplacer("(*Store).", "", "(*DB).", "").Replace(name)
}

// isUnavailable reports whether the database could not be reached, as opposed to an error in the statement.
func isUnavailable(err error) bool {
	for _, lost := range []error{
		context.DeadlineExceeded, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, puddle.ErrClosedPool,
	} {
		if errors.Is(err, lost) {
			return true
		}
	}
	var pg *pgconn.PgError
	var file *sqlite3.Error // also implements net.Error
	var network net.Error
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, &pg):
		return isUnavailableState(pg.Code)
	case errors.As(err, &file):
		return isUnavailableFile(file)
	}
	return errors.As(err, &network) || errors.As(err, &connect) || isClosed(err) || isUnavailableFile(err)
}

// isClosed reports whether err says that the pool is closed, for which database/sql and pgx export no error value.
func isClosed(err error) bool {
	text := err.Error()
	return text == "sql: database is closed" || text == "conn closed"
}

// isUnavailableState reports whether a SQLSTATE of PostgreSQL describes the server's condition.
func isUnavailableState(state string) bool {
	if len(state) != 5 {
		return false
	}
	switch state[:2] {
	case "08", "40", "53", "55", "57", "58", "XX": // connection, rollback, resources, locks, operator, system, internal
		return true
	}
	return state == "25006" || state == "25P03" // a read-only standby; an idle transaction that was ended
}

// isUnavailableFile reports whether an error of SQLite is about the file or its lock.
func isUnavailableFile(err error) bool {
	for _, code := range []sqlite3.ErrorCode{
		sqlite3.BUSY, sqlite3.LOCKED, sqlite3.NOMEM, sqlite3.READONLY, sqlite3.INTERRUPT, sqlite3.IOERR, sqlite3.CORRUPT,
		sqlite3.FULL, sqlite3.CANTOPEN, sqlite3.PROTOCOL, sqlite3.NOTADB,
	} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}
