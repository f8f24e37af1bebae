// Package export sends tables of any length to slow readers: rows are written while they are read, a few in memory at a
// time. Of ours it imports apierror, crash and slots.
package export

import (
	"context"
	"errors"
	"io"
	"time"

	"socialdata/internal/crash"
)

const (
	// Within bounds an export with all its waiting.
	Within = 10 * time.Minute
	// patience bounds one write to a slow reader. A server's own bound is on the whole answer, which a long one exceeds.
	patience = time.Minute
)

// conn is the connection to the reader; nil is one without deadlines.
type conn interface{ SetWriteDeadline(at time.Time) error }

// leastPace is how many bytes a second a reader must take, on average over paceWindow, while there is something to take.
const (
	leastPace  = 16 << 10
	paceWindow = 30 * time.Second
)

var errTooSlow = errors.New("the reader takes less than 16 KiB a second")

// Paced returns a body that gives its reader new time for each piece, and breaks off one that takes less than leastPace.
func Paced(body io.ReadCloser, to conn) io.ReadCloser {
	return &paced{ReadCloser: body, conn: to, now: time.Now}
}

type paced struct {
	io.ReadCloser
	conn  conn
	now   func() time.Time
	given time.Time     // when the reader got the last piece; zero before the first
	taken int64         // bytes in this window
	spent time.Duration // that the reader took for them
}

func (p *paced) Read(b []byte) (int, error) {
	if p.isSlow() {
		return 0, errTooSlow
	}
	if p.conn != nil {
		_ = p.conn.SetWriteDeadline(time.Now().Add(patience)) // a connection without deadlines needs none
	}
	n, err := p.ReadCloser.Read(b)
	p.taken, p.given = p.taken+int64(n), p.now()
	return n, err
}

// isSlow counts the time since the last piece, which the reader took for it: waiting for the next piece is not its fault.
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
