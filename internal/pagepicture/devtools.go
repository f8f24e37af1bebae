package pagepicture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"socialdata/internal/crash"
)

// maxMessage is the largest message of a browser: a picture of mostBytes, in base64.
const maxMessage = mostBytes*4/3 + 1<<20

// errEnded is the error of a browser that says nothing more.
var errEnded = errors.New("the browser ended")

// devtools speaks the DevTools protocol with a browser: JSON messages, each ended by a NUL.
type devtools struct {
	to, from *os.File
	session  string // of the page; "" before it is attached to
	read     chan struct{}

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan answer
	ended   error
	events  func(method string, params json.RawMessage) // called by the reader, one event after another
}

type answer struct {
	result json.RawMessage
	err    error
}

type message struct {
	ID     int64           `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`

	SessionID string          `json:"sessionId,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

func newDevtools(to, from *os.File) *devtools {
	d := &devtools{to: to, from: from, waiting: map[int64]chan answer{}, read: make(chan struct{}), events: func(string, json.RawMessage) {}}
	go func() {
		defer close(d.read)
		err := errEnded
		defer func() { d.end(err) }()
		defer crash.Recover(&err)
		d.listen()
	}()
	return d
}

// close ends the reader.
func (d *devtools) close() {
	_, _ = d.to.Close(), d.from.Close()
	<-d.read
}

// listen reads messages until the browser ends, or sends one that is too large.
func (d *devtools) listen() {
	lines := bufio.NewScanner(d.from)
	lines.Buffer(make([]byte, 64<<10), maxMessage)
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if n := bytes.IndexByte(data, 0); n >= 0 {
			return n + 1, data[:n], nil
		}
		return 0, nil, nil
	})
	for lines.Scan() {
		var m message
		if json.Unmarshal(lines.Bytes(), &m) != nil {
			return
		}
		d.take(m)
	}
}

// take passes a message on to the call that waits for it, or to the listener of events.
func (d *devtools) take(m message) {
	d.mu.Lock()
	waits, events := d.waiting[m.ID], d.events
	delete(d.waiting, m.ID)
	d.mu.Unlock()
	switch {
	case waits != nil && m.Error != nil:
		waits <- answer{err: errors.New(m.Error.Message)}
	case waits != nil:
		waits <- answer{result: m.Result}
	case m.Method != "":
		events(m.Method, m.Params)
	}
}

// end makes every call fail.
func (d *devtools) end(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = err
	for id, waits := range d.waiting {
		waits <- answer{err: err}
		delete(d.waiting, id)
	}
}

// attach sends all further commands to a page, whose events f takes.
func (d *devtools) attach(session string, f func(method string, data json.RawMessage)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.session, d.events = session, f
}

// send sends a command without waiting for its answer, which waits receives unless it is nil.
func (d *devtools) send(method string, params any, waits chan answer) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended != nil {
		return d.ended
	}
	d.last++
	if waits != nil {
		d.waiting[d.last] = waits
	}
	text, err := json.Marshal(message{ID: d.last, Method: method, Params: raw, SessionID: d.session})
	if err != nil {
		return err
	}
	_, err = d.to.Write(append(text, 0))
	return err
}

// call sends a command and decodes its result into result, unless that is nil.
func (d *devtools) call(ctx context.Context, method string, params, result any) error {
	waits := make(chan answer, 1)
	if err := d.send(method, params, waits); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case a := <-waits:
		if a.err != nil {
			return fmt.Errorf("%s: %w", method, a.err)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.result, result)
	}
}
