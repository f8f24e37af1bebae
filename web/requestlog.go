package web

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"socialdata/internal/crash"
	"socialdata/models/db"
	"socialdata/models/requests"
)

// Limits of the request log.
const (
	maxLogged    = 10_000          // lines that wait to be written; more are dropped
	wakeAt       = maxLogged / 10  // number of lines that triggers a write
	logEvery     = time.Second     // otherwise
	logWithin    = 5 * time.Second // time limit of one write
	logLastWrite = 2 * time.Second // time limit of the last write, when the process ends
)

// RequestLog writes the request log of this process. Requests append to a buffer, and a goroutine writes it in
// batches. A slow database never delays requests: lines that do not fit are dropped and counted.
type RequestLog struct {
	store   *requests.Store
	log     *slog.Logger
	dropped func(lines int) // counts lost lines; may be nil
	wake    chan struct{}

	mu    sync.Mutex
	lines []requests.Request
	lost  int // since the last write

	writing sync.Mutex
	spare   []requests.Request // the buffer of the previous write, for reuse
}

// NewRequestLog returns a log. The caller must start its Run.
func NewRequestLog(store *requests.Store, log *slog.Logger, dropped func(lines int)) *RequestLog {
	return &RequestLog{store: store, log: log, dropped: dropped, wake: make(chan struct{}, 1)}
}

// append adds a line to the next write.
func (l *RequestLog) append(line requests.Request) {
	l.mu.Lock()
	n := len(l.lines)
	if n < maxLogged {
		l.lines = append(l.lines, line)
	} else {
		l.lost++
	}
	l.mu.Unlock()
	if n == wakeAt {
		select {
		case l.wake <- struct{}{}:
		default:
		}
	}
}

// Run writes appended lines until ctx ends, and then once more.
func (l *RequestLog) Run(ctx context.Context) {
	tick := time.NewTicker(logEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), logLastWrite)
			defer cancel()
			l.Flush(last)
			return
		case <-tick.C:
		case <-l.wake:
		}
		within, cancel := context.WithTimeout(ctx, logWithin)
		if err := crash.Call(func() error { l.Flush(within); return nil }); err != nil {
			l.log.Error("lines of the request log are lost", "cause", err)
		}
		cancel()
	}
}

// Flush writes the buffered lines. If that fails, they are kept for the next time as far as they fit.
func (l *RequestLog) Flush(ctx context.Context) {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.mu.Lock()
	lines, lost := l.lines, l.lost
	l.lines, l.lost = l.spare[:0], 0
	l.mu.Unlock()
	for n := range lines {
		if lines[n].ID == "" {
			lines[n].ID = db.NewID()
		}
	}
	if len(lines) > 0 {
		if err := l.store.Append(ctx, lines); err != nil {
			l.log.Warn("the request log could not be written", "lines", len(lines), "cause", err)
			lost += l.putBack(lines)
		}
	}
	clear(lines)
	l.spare = lines[:0]
	if lost > 0 {
		l.log.Warn("lines of the request log were dropped", "lines", lost)
		if l.dropped != nil {
			l.dropped(lost)
		}
	}
}

// putBack keeps lines that could not be written, and returns how many did not fit.
func (l *RequestLog) putBack(lines []requests.Request) (lost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	room := min(maxLogged-len(l.lines), len(lines))
	l.lines = append(l.lines, lines[:room]...)
	return len(lines) - room
}
