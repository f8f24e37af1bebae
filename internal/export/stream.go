// Package export sends tables of any length to slow readers: rows are written as they are read, with only a few in
// memory. It may import internal/apierror, internal/crash and internal/slots only.
package export

import (
	"context"
	"errors"
	"io"
	"time"

	"socialdata/internal/crash"
)

const (
	// Within is the time limit of an export, including waits.
	Within = 10 * time.Minute
	// patience is the time limit of one write to a slow reader. The server's own limit is for the whole answer, which
	// may take longer.
	patience = time.Minute
)

// conn is the connection to the reader; nil has no deadlines.
type conn interface{ SetWriteDeadline(at time.Time) error }

// leastPace is how many bytes per second a reader must accept, on average over paceWindow, while data is available.
const (
	leastPace  = 16 << 10
	paceWindow = 30 * time.Second
)

var errTooSlow = errors.New("the reader takes less than 16 KiB a second")

// Paced returns a body that extends the reader's deadline for each piece, and ends for a reader slower than leastPace.
func Paced(body io.ReadCloser, to conn) io.ReadCloser {
	return &paced{ReadCloser: body, conn: to, now: time.Now}
}

type paced struct {
	io.ReadCloser
	conn  conn
	now   func() time.Time
	given time.Time     // when the reader got the last piece; zero before the first
	taken int64         // bytes in this window
	spent time.Duration // how long the reader took to accept them
}

func (p *paced) Read(b []byte) (int, error) {
	if p.isSlow() {
		return 0, errTooSlow
	}
	if p.conn != nil {
		_ = p.conn.SetWriteDeadline(time.Now().Add(patience)) // may fail: a connection without deadlines needs none
	}
	n, err := p.ReadCloser.Read(b)
	p.taken, p.given = p.taken+int64(n), p.now()
	return n, err
}

// isSlow counts only the time in which the reader accepts data, not the time in which it waits for the next piece.
func (p *paced) isSlow() bool {
	if !p.given.IsZero() {
		p.spent += p.now().Sub(p.given)
	}
	if p.spent < paceWindow {
		return false
	}
	slow := p.taken < int64(p.spent.Seconds()*leastPace)
	p.taken, p.spent = 0, 0
	return slow
}

// Stream returns what produce writes, while it is written. It waits for the first bytes, so that an earlier error can be
// returned; a later error aborts the body, so that the reader notices. produce continues after ctx ends; it stops when
// the body is closed, or after Within.
func Stream(ctx context.Context, produce func(context.Context, io.Writer) error) (io.ReadCloser, error) {
	return StreamFor(ctx, Within, produce)
}

// StreamFor is Stream with another time limit.
func StreamFor(ctx context.Context, within time.Duration, produce func(context.Context, io.Writer) error) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	r, w := io.Pipe()
	first := &firstWrite{w: w, begun: make(chan struct{})}
	ended := make(chan error, 1)
	go func() {
		defer cancel()
		err := crash.Call(func() error { return produce(ctx, first) })
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

// firstWrite reports when something is first written.
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

// body stops its producer when it is closed.
type body struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *body) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}
