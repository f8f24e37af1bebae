// Package export sends tables of any length to slow readers: rows are written while they are read, a few in memory at a
// time. It imports nothing of ours.
package export

import (
	"context"
	"io"
	"time"
)

const (
	// Within bounds an export with all its waiting.
	Within = 10 * time.Minute
	// patience bounds one write to a slow reader. A server's own bound is on the whole answer, which a long one exceeds.
	patience = time.Minute
)

// conn is the connection to the reader; nil is one without deadlines.
type conn interface{ SetWriteDeadline(at time.Time) error }

// Paced returns a body that gives its reader new time for each piece.
func Paced(body io.ReadCloser, to conn) io.ReadCloser { return &paced{body, to} }

type paced struct {
	io.ReadCloser
	conn conn
}

func (p *paced) Read(b []byte) (int, error) {
	if p.conn != nil {
		_ = p.conn.SetWriteDeadline(time.Now().Add(patience)) // a connection without deadlines needs none
	}
	return p.ReadCloser.Read(b)
}

// Stream returns what produce writes, as it is written. It waits for the first bytes, so that an error before them can
// still be answered as one; an error after them breaks the body off, which the reader sees. Closing the body ends produce,
// which outlives ctx otherwise, but not Within.
func Stream(ctx context.Context, produce func(context.Context, io.Writer) error) (io.ReadCloser, error) {
	return StreamFor(ctx, Within, produce)
}

// StreamFor is Stream with a bound of its own.
func StreamFor(ctx context.Context, within time.Duration, produce func(context.Context, io.Writer) error) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	r, w := io.Pipe()
	first := &firstWrite{w: w, begun: make(chan struct{})}
	ended := make(chan error, 1)
	go func() {
		defer cancel()
		err := produce(ctx, first)
		ended <- err
		_ = w.CloseWithError(err)
	}()
	select {
	case <-first.begun:
		return &body{r, cancel}, nil
	case err := <-ended:
		if err != nil {
			return nil, err
		}
		return &body{r, cancel}, nil
	}
}

// firstWrite notes that something is about to be written.
type firstWrite struct {
	w     io.Writer
	begun chan struct{}
	once  bool
}

func (f *firstWrite) Write(b []byte) (int, error) {
	if !f.once {
		f.once = true
		close(f.begun)
	}
	return f.w.Write(b)
}

// body ends what writes it when it is closed.
type body struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *body) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}
