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
// group, and a key that several have is found once.
type sqliteCached struct {
	name   string
	idle   chan *sqliteCachedConn
	room   chan struct{} // for connections that were never needed yet
	groups *batcher.Batcher[struct{}, *cachedRead]

	ending sync.Once
}

// sqliteCacheKiB bounds the pages that all connections together keep in memory.
const sqliteCacheKiB = 64 << 10

// newSQLiteCached makes room for a connection for every processor.
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
func (q *sqliteCached) runReads(group []*cachedRead) error {
	c, err := q.take()
	if err != nil {
		return err
	}
	defer func() { q.idle <- c }()
	return c.readTogether(group)
}

// take takes an idle connection, whose pages are warm, else opens one.
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
