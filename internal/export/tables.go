package export

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/crash"
	"socialdata/internal/slots"
)

// How many exports of tables are open at once, each with a file of at most maxSpool bytes.
const (
	maxTables          = 16
	maxTablesOfATenant = 2
)

// tableReading is the time limit for reading a whole table.
const tableReading = 2 * time.Hour

// Tables sends tables of any length. A table is written to a file as fast as the database delivers its rows, and read
// from there at the reader's pace, so a slow reader does not keep a database snapshot open.
type Tables struct{ open *slots.Slots }

// NewTables returns Tables without an open table.
func NewTables() *Tables { return &Tables{slots.New(maxTables, maxTablesOfATenant)} }

// Send returns what produce writes for a tenant, while it is written. Like Stream it waits for the first bytes; if ctx
// ends before, it returns rate_limited. Closing the body stops produce.
func (t *Tables) Send(ctx context.Context, tenant string, produce func(context.Context, io.Writer) error) (io.ReadCloser, error) {
	release, err := t.open.Take(ctx, tenant)
	if err != nil {
		return nil, busy(err)
	}
	s, err := newSpool()
	if err != nil {
		release()
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	writing, cancel := context.WithTimeout(context.WithoutCancel(ctx), Within)
	body := &table{spool: s, stop: sync.OnceFunc(func() { cancel(); release() })}
	ended := make(chan error, 1)
	go func() {
		err := crash.Call(func() error { return produce(writing, s) })
		s.end(err)
		ended <- err
	}()
	select {
	case <-s.begun:
	case err = <-ended:
	case <-ctx.Done():
		err = busy(context.Cause(ctx))
	}
	if err != nil {
		_ = body.Close() // the first error matters more
		return nil, err
	}
	late := time.AfterFunc(tableReading, func() { _ = body.Close() })
	body.stopLate = late.Stop
	return body, nil
}

// busy returns the error of a request whose deadline passed while others were served.
func busy(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return apierror.Wrap(err, apierror.CodeRateLimited, "policy", "exports", "limit", int64(maxTablesOfATenant), "windowSeconds", int64(1)).After(5 * time.Second)
}

// table is the body of an export.
type table struct {
	*spool
	stop     func()
	stopLate func() bool
	once     sync.Once
}

// Close implements io.Closer.
func (t *table) Close() (err error) {
	t.once.Do(func() {
		if t.stopLate != nil {
			t.stopLate()
		}
		t.stop()
		err = t.spool.close()
	})
	return err
}
