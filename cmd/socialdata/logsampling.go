package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Only the first few warnings and errors with the same cause in a window are written. At its end, one line reports how
// many were left out: a store that does not respond for a minute fails thousands of requests in the same way.
const (
	sampleFirst  = 10
	sampleWindow = 10 * time.Second
	sampleCauses = 1000 // distinct causes that are counted; lines with further causes are all written
)

// sampling is a slog.Handler that writes only a few of many equal lines.
type sampling struct {
	slog.Handler
	counts *sampleCounts
}

// sampleCounts is shared by all handlers derived from one.
type sampleCounts struct {
	mu     sync.Mutex
	causes map[string]int
	after  func(time.Duration, func()) // time.AfterFunc, except in tests
}

func newSampling(h slog.Handler) *sampling {
	after := func(d time.Duration, f func()) { time.AfterFunc(d, f) }
	return &sampling{Handler: h, counts: &sampleCounts{causes: map[string]int{}, after: after}}
}

// Handle implements slog.Handler.
func (s *sampling) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return s.Handler.Handle(ctx, r)
	}
	return s.sample(ctx, r)
}

// sample writes a warning, or counts it. It is separate from Handle because it makes the record escape to the heap.
func (s *sampling) sample(ctx context.Context, r slog.Record) error {
	cause := causeOf(r)
	if s.counts.count(cause, func(n int) { s.leftOut(r, n) }) {
		return s.Handler.Handle(ctx, r)
	}
	return nil
}

// leftOut reports at the end of a window how many lines like r were not written.
func (s *sampling) leftOut(r slog.Record, n int) {
	line := slog.NewRecord(time.Now(), r.Level, "equal lines were left out", 0)
	line.AddAttrs(slog.String("of", r.Message), slog.Int("leftOut", n), slog.Duration("within", sampleWindow))
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "code" || a.Key == "route" {
			line.AddAttrs(a)
		}
		return true
	})
	_ = s.Handler.Handle(context.Background(), line)
}

// WithAttrs implements slog.Handler.
func (s *sampling) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &sampling{Handler: s.Handler.WithAttrs(attrs), counts: s.counts}
}

// WithGroup implements slog.Handler.
func (s *sampling) WithGroup(name string) slog.Handler {
	return &sampling{Handler: s.Handler.WithGroup(name), counts: s.counts}
}

// count reports whether a line of a cause is to be written. ended is called with the number of those left out.
func (c *sampleCounts) count(cause string, ended func(n int)) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, known := c.causes[cause]
	if !known && len(c.causes) >= sampleCauses {
		return true
	}
	c.causes[cause] = n + 1
	if !known {
		c.after(sampleWindow, func() {
			if n := c.end(cause) - sampleFirst; n > 0 {
				ended(n)
			}
		})
	}
	return n < sampleFirst
}

func (c *sampleCounts) end(cause string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.causes[cause]
	delete(c.causes, cause)
	return n
}

// causeOf returns what equal lines have in common: the message, and the code of the error if there is one. Error texts
// differ in addresses and times.
func causeOf(r slog.Record) string {
	cause := r.Level.String() + r.Message
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "code" {
			cause += "\x00" + a.Value.String()
		}
		return true
	})
	return cause
}

// logLibraries lets libraries that write to slog's default logger (zitadel/oidc) report their errors in our log. What they say below
// that repeats the log of requests, with addresses that it leaves out.
func logLibraries(log *slog.Logger) { slog.SetDefault(slog.New(errorsOnly{log.Handler()})) }

// errorsOnly is a slog.Handler that drops lines below an error.
type errorsOnly struct{ slog.Handler }

// Enabled implements slog.Handler.
func (h errorsOnly) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && h.Handler.Enabled(ctx, level)
}
