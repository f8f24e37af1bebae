package observations

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"socialdata/internal/batcher"
)

// sqliteCached uses connections of its own, without database/sql, which would add a fifth to the work. Lookups that
// arrive while others are read share one read transaction, so the database is locked once for the group, and a key used
// by several lookups is read once.
type sqliteCached struct {
	name   string
	idle   chan *sqliteCachedConn
	room   chan struct{} // capacity for further connections
	groups *batcher.Batcher[struct{}, *cachedRead]

	ending sync.Once
}

// sqliteCacheKiB is the size of the page caches of all connections together.
const sqliteCacheKiB = 64 << 10

// newSQLiteCached returns a reader with at most one connection per processor.
func newSQLiteCached(name string) *sqliteCached {
	most := runtime.GOMAXPROCS(0)
	q := &sqliteCached{name: name, idle: make(chan *sqliteCachedConn, most), room: make(chan struct{}, most)}
	for range most {
		q.room <- struct{}{}
	}
	q.groups = batcher.New(batcher.Options{Most: mostReads, Lanes: most, Open: openReads}, func(_ struct{}, waiting *batcher.Group[*cachedRead]) {
		group := waiting.AdmitReady()
		if err := q.runReads(group); err != nil {
			for _, r := range group {
				r.err = err
			}
		}
	})
	return q
}

var errCachedClosed = errors.New("the database is closed")

// close waits for every connection and ends it. Reading after close returns an error; close may be called twice.
func (q *sqliteCached) close() error {
	var errs []error
	q.ending.Do(func() {
		for range cap(q.idle) {
			select {
			case c := <-q.idle:
				errs = append(errs, c.close())
			case <-q.room:
			}
		}
		close(q.idle)
		close(q.room)
	})
	return errors.Join(errs...)
}

// read reads one lookup, together with concurrent ones.
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

// runReads reads a group on one connection. The error is that of the connection; each lookup's own error is stored in it.
func (q *sqliteCached) runReads(group []*cachedRead) error {
	c, err := q.take()
	if err != nil {
		return err
	}
	defer func() { q.idle <- c }()
	return c.readTogether(group)
}

// take returns an idle connection, whose cache is warm, or opens one.
func (q *sqliteCached) take() (c *sqliteCachedConn, err error) {
	open := false
	select {
	case c, open = <-q.idle:
	default:
		select {
		case c, open = <-q.idle:
		case _, open = <-q.room:
		}
	}
	switch {
	case !open:
		return nil, errCachedClosed
	case c != nil:
		return c, nil
	}
	if c, err = openSQLiteCached(q.name, sqliteCacheKiB/cap(q.idle)); err != nil {
		q.room <- struct{}{}
		return nil, err
	}
	return c, nil
}
