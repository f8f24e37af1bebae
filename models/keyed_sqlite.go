package models

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"

	"github.com/ncruces/go-sqlite3"
)

// sqliteKeyed reads through connections of its own, below database/sql, which would be a fifth of the work. A place of
// idle holds a connection, or nil where none was opened yet.
type sqliteKeyed struct {
	name string
	idle chan *sqliteKeyedConn

	ending sync.Once
}

type sqliteKeyedConn struct {
	db              *sqlite3.Conn
	plain, captions *sqlite3.Stmt
}

func newSQLiteKeyed(name string) *sqliteKeyed {
	q := &sqliteKeyed{name: name, idle: make(chan *sqliteKeyedConn, 2*runtime.GOMAXPROCS(0))}
	for range cap(q.idle) {
		q.idle <- nil
	}
	return q
}

var errKeyedClosed = errors.New("the database is closed")

// open makes a connection and prepares the statements.
func (q *sqliteKeyed) open() (c *sqliteKeyedConn, err error) {
	c = &sqliteKeyedConn{}
	if c.db, err = sqlite3.Open(q.name); err != nil {
		return nil, err
	}
	numbered := func(captions bool) string { return strings.ReplaceAll(KeyedSQL(captions), "$", "?") }
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
func (q *sqliteKeyed) close() error {
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

func (q *sqliteKeyed) read(ctx context.Context, captions bool, digest []byte, subject string, since int64) (k *Keyed, err error) {
	var c *sqliteKeyedConn
	var open bool
	select {
	case c, open = <-q.idle:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !open {
		return nil, errKeyedClosed
	}
	defer func() { q.idle <- c }()
	if c == nil {
		if c, err = q.open(); err != nil {
			return nil, err
		}
	}
	c.db.SetInterrupt(ctx)
	statement := c.plain
	if captions {
		statement = c.captions
	}
	return keyedRow(statement, digest, subject, since)
}

// keyedRow runs a statement and leaves it ready for the next run.
func keyedRow(s *sqlite3.Stmt, digest []byte, subject string, since int64) (*Keyed, error) {
	if err := errors.Join(s.BindBlob(1, digest), s.BindText(2, subject), s.BindInt64(3, since)); err != nil {
		return nil, err
	}
	var k *Keyed
	for s.Step() {
		if at := s.ColumnInt64(8); k == nil || at > k.Stored.ObservedAt {
			k = sqliteKeyedRow(s)
		}
	}
	return k, errors.Join(s.Err(), s.Reset())
}

func sqliteKeyedRow(s *sqlite3.Stmt) *Keyed {
	k := &Keyed{Key: KeyCaller{Balance: s.ColumnInt64(6)}}
	k.Key.ID, k.Key.WorkspaceID, k.Key.ScopeList = s.ColumnText(0), s.ColumnText(1), s.ColumnText(2)
	k.Key.LastUsedAt, k.Key.ExpiresAt, k.Key.RevokedAt = optional(s, 3), optional(s, 4), optional(s, 5)
	if s.ColumnType(7) == sqlite3.NULL {
		return k // no observation is fresh enough
	}
	k.Stored.ID, k.Stored.ObservedAt, k.Stored.Counts = s.ColumnText(7), s.ColumnInt64(8), s.ColumnText(9)
	k.Stored.Paid = s.ColumnType(10) != sqlite3.NULL
	k.Stored.Body, k.Stored.RouteID = withRoom(s.ColumnRawBlob(11)), s.ColumnText(12)
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
