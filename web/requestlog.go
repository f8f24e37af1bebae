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

// Bounds of the request log.
const (
	maxLogged    = 10_000          // lines that wait; more are dropped
	wakeAt       = maxLogged / 10  // lines at which they are written at once
	logEvery     = time.Second     // else
	logWithin    = 5 * time.Second // one write
	logLastWrite = 2 * time.Second // the write at the end of the process
)

// RequestLog keeps the request log of the process: a request appends to a buffer, and a goroutine of its own writes it in
// batches. A slow database never slows a request: what does not fit is dropped and counted.
type RequestLog struct {
	store   *requests.Store
	log     *slog.Logger
	dropped func(lines int) // nil, or what counts lines that were lost
	wake    chan struct{}

	mu    sync.Mutex
	lines []requests.Request
	lost  int // since the last write

	writing sync.Mutex
	spare   []requests.Request // the buffer that was written last
}

// NewRequestLog returns a log whose Run has to be started.
func NewRequestLog(store *requests.Store, log *slog.Logger, dropped func(lines int)) *RequestLog {
	return &RequestLog{store: store, log: log, dropped: dropped, wake: make(chan struct{}, 1)}
}

// append keeps a line for the next write.
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

// Run writes what is appended until ctx ends, then once more.
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

// Flush writes what waits. Lines that could not be written wait for the next time, as far as there is room.
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

// putBack keeps lines that were not written and returns how many there was no room for.
func (l *RequestLog) putBack(lines []requests.Request) (lost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	room := min(maxLogged-len(l.lines), len(lines))
	l.lines = append(l.lines, lines[:room]...)
	return len(lines) - room
}
