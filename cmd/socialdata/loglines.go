package main

import (
	"context"
	"io"
	"log/slog"
	"runtime"
	"sync"
)

// maxLogLines is how many bytes are buffered at most; beyond it a caller writes them itself.
const maxLogLines = 64 << 10

// logLines is an io.Writer that collects concurrent log lines into one write, which takes no longer than writing a
// single line: a goroutine writes what is buffered after other runnable goroutines have run. No timer is used. If the
// process is killed, the latest lines are lost.
type logLines struct {
	out  io.Writer
	wake chan struct{}

	mu    sync.Mutex
	lines []byte

	writing sync.Mutex
	spare   []byte // the buffer of the last write, for reuse
}

// newLogLines returns lines that are written to out as long as the process lives.
func newLogLines(out io.Writer) *logLines {
	l := &logLines{out: out, wake: make(chan struct{}, 1)}
	go func() {
		for range l.wake {
			runtime.Gosched()
			_ = l.flush() // the error cannot be logged anywhere
		}
	}()
	return l
}

// Write implements io.Writer. It returns before the line is written, unless too many wait.
func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	l.lines = append(l.lines, line...)
	n := len(l.lines)
	l.mu.Unlock()
	switch {
	case n == len(line):
		select {
		case l.wake <- struct{}{}:
		default:
		}
	case n > maxLogLines:
		return len(line), l.flush()
	}
	return len(line), nil
}

// flush writes the buffered lines and waits until they are written.
func (l *logLines) flush() error {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.mu.Lock()
	lines := l.lines
	l.lines = l.spare[:0]
	l.mu.Unlock()
	l.spare = lines
	if len(lines) == 0 {
		return nil
	}
	_, err := l.out.Write(lines)
	return err
}

// flushing is a slog.Handler that writes warnings and errors at once, because they may be the last lines of the process.
type flushing struct {
	slog.Handler
	lines *logLines
}

// Handle implements slog.Handler.
func (f flushing) Handle(ctx context.Context, r slog.Record) error {
	err := f.Handler.Handle(ctx, r)
	if err == nil && r.Level >= slog.LevelWarn {
		err = f.lines.flush()
	}
	return err
}

// WithAttrs implements slog.Handler.
func (f flushing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return flushing{Handler: f.Handler.WithAttrs(attrs), lines: f.lines}
}

// WithGroup implements slog.Handler.
func (f flushing) WithGroup(name string) slog.Handler {
	return flushing{Handler: f.Handler.WithGroup(name), lines: f.lines}
}
