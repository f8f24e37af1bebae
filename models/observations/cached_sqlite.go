package observations

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"socialdata/internal/batcher"
)

// sqliteCached reads through connections of its own, below database/sql, which would be a fifth of the work. Lookups that
// arrive while others are read are read together, in one read transaction: it is locked and unlocked once for the
// group, and a key that several have is found once. A place of idle holds a connection, or nil where none was opened yet.
type sqliteCached struct {
	name   string
	idle   chan *sqliteCachedConn
	groups *batcher.Batcher[struct{}, *cachedRead]

	ending sync.Once
}

// sqliteCacheKiB bounds the pages that all connections together keep in memory.
const sqliteCacheKiB = 64 << 10

// newSQLiteCached makes room for a connection for every processor.
func newSQLiteCached(name string) *sqliteCached {
	q := &sqliteCached{name: name, idle: make(chan *sqliteCachedConn, runtime.GOMAXPROCS(0))}
	for range cap(q.idle) {
		q.idle <- nil
	}
	q.groups = batcher.New(batcher.Options{Most: mostReads, Lanes: cap(q.idle), Open: openReads}, func(_ struct{}, waiting *batcher.Group[*cachedRead]) {
		runtime.Gosched() // what is ready to run joins the group
		group := waiting.Admit()
		if err := q.runReads(group); err != nil {
			for _, r := range group {
				r.err = err
			}
		}
	})
	return q
}

var errCachedClosed = errors.New("the database is closed")

// close ends every connection, each of which is waited for. What is read later is an error, and so is no second close.
func (q *sqliteCached) close() error {
	var errs []error
	q.ending.Do(func() {
		for range cap(q.idle) {
			if c := <-q.idle; c != nil {
				errs = append(errs, c.close())
			}
		}
		close(q.idle)
	})
	return errors.Join(errs...)
}

// read reads one lookup, with others if there are any at this moment.
func (q *sqliteCached) read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (*Cached, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &cachedRead{variant: v, digest: digest, subject: subject, since: since}
	if err := q.groups.Do(ctx, struct{}{}, r); err != nil {
		return nil, err
	}
	return r.found, r.err
}

// runReads reads a group on one connection. The error is that of the connection; a lookup's own is kept with it.
func (q *sqliteCached) runReads(group []*cachedRead) (err error) {
	c, open := <-q.idle
	if !open {
		return errCachedClosed
	}
	defer func() { q.idle <- c }()
	if c == nil {
		if c, err = openSQLiteCached(q.name, sqliteCacheKiB/cap(q.idle)); err != nil {
			return err
		}
	}
	return c.readTogether(group)
}
