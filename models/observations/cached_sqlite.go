package observations

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"

	"github.com/ncruces/go-sqlite3"

	"socialdata/models/accounts"
)

// sqliteCached reads through connections of its own, below database/sql, which would be a fifth of the work. A place of
// idle holds a connection, or nil where none was opened yet.
type sqliteCached struct {
	name string
	idle chan *sqliteCachedConn

	ending sync.Once
}

type sqliteCachedConn struct {
	db              *sqlite3.Conn
	plain, captions *sqlite3.Stmt
}

func newSQLiteCached(name string) *sqliteCached {
	q := &sqliteCached{name: name, idle: make(chan *sqliteCachedConn, 2*runtime.GOMAXPROCS(0))}
	for range cap(q.idle) {
		q.idle <- nil
	}
	return q
}

var errCachedClosed = errors.New("the database is closed")

// open makes a connection and prepares the statements.
func (q *sqliteCached) open() (c *sqliteCachedConn, err error) {
	c = &sqliteCachedConn{}
	if c.db, err = sqlite3.Open(q.name); err != nil {
		return nil, err
	}
	numbered := func(captions bool) string { return strings.ReplaceAll(CachedLookupSQL(captions), "$", "?") }
	c.plain, _, err = c.db.PrepareFlags(numbered(false), sqlite3.PREPARE_PERSISTENT)
	if err == nil {
		c.captions, _, err = c.db.PrepareFlags(numbered(true), sqlite3.PREPARE_PERSISTENT)
	}
	if err != nil {
		return nil, errors.Join(err, c.db.Close())
	}
	return c, nil
}

// close ends every connection, each of which is waited for. What is read later is an error, and so is no second close.
func (q *sqliteCached) close() error {
	var errs []error
	q.ending.Do(func() {
		for range cap(q.idle) {
			if c := <-q.idle; c != nil {
				errs = append(errs, c.plain.Close(), c.captions.Close(), c.db.Close())
			}
		}
		close(q.idle)
	})
	return errors.Join(errs...)
}

func (q *sqliteCached) read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (k *Cached, err error) {
	var c *sqliteCachedConn
	var open bool
	select {
	case c, open = <-q.idle:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !open {
		return nil, errCachedClosed
	}
	defer func() { q.idle <- c }()
	if c == nil {
		if c, err = q.open(); err != nil {
			return nil, err
		}
	}
	c.db.SetInterrupt(ctx)
	statement := c.plain
	if v.Captions() {
		statement = c.captions
		if err := statement.BindText(4, string(v)); err != nil {
			return nil, err
		}
	}
	return runCachedLookup(statement, digest, subject, since)
}

// runCachedLookup runs a statement and leaves it ready for the next run.
func runCachedLookup(s *sqlite3.Stmt, digest []byte, subject string, since int64) (*Cached, error) {
	if err := errors.Join(s.BindBlob(1, digest), s.BindText(2, subject), s.BindInt64(3, since)); err != nil {
		return nil, err
	}
	var k *Cached
	for s.Step() {
		if at := s.ColumnInt64(8); k == nil || at > k.Stored.ObservedAt {
			k = sqliteCachedRow(s)
		}
	}
	return k, errors.Join(s.Err(), s.Reset())
}

func sqliteCachedRow(s *sqlite3.Stmt) *Cached {
	k := &Cached{Key: accounts.KeyCaller{Balance: s.ColumnInt64(6)}}
	k.Key.ID, k.Key.WorkspaceID, k.Key.ScopeList = s.ColumnText(0), s.ColumnText(1), s.ColumnText(2)
	k.Key.LastUsedAt, k.Key.ExpiresAt, k.Key.RevokedAt = optional(s, 3), optional(s, 4), optional(s, 5)
	if s.ColumnType(7) == sqlite3.NULL {
		return k // no observation is fresh enough
	}
	k.Stored.ID, k.Stored.ObservedAt, k.Stored.Counts = s.ColumnText(7), s.ColumnInt64(8), s.ColumnText(9)
	k.Stored.Paid = s.ColumnType(10) != sqlite3.NULL
	k.Stored.Body, k.Stored.RouteID = withSpare(s.ColumnRawBlob(11)), s.ColumnText(12)
	k.Stored.Incomplete = s.ColumnBool(13)
	return k
}

func optional(s *sqlite3.Stmt, column int) *int64 {
	if s.ColumnType(column) == sqlite3.NULL {
		return nil
	}
	n := s.ColumnInt64(column)
	return &n
}
