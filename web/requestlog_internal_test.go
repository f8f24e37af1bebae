package web

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/requests"
)

// TestRequestLogNeverWaits fills the buffer while the database does not answer: the rest is dropped and counted, what there
// is room for is written later, once.
func TestRequestLogNeverWaits(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		lost := 0
		l := NewRequestLog(s.Requests, slog.New(slog.NewTextHandler(io.Discard, nil)), func(n int) { lost += n })
		away, cancel := context.WithCancel(t.Context())
		cancel()
		for n := range maxLogged + 5 {
			l.append(requests.Request{WorkspaceID: "w", At: int64(n)})
		}
		l.Flush(away)
		if lost != 5 {
			t.Errorf("%d lines were lost, want 5", lost)
		}
		for range 3 {
			l.append(requests.Request{WorkspaceID: "w", At: maxLogged + 9})
		}
		l.Flush(t.Context())
		l.Flush(t.Context())
		if lost != 8 {
			t.Errorf("%d lines were lost, want 8: the buffer was full", lost)
		}
		var kept int64
		modelstest.Must(t, s.Read(t.Context()).Model(&requests.Request{}).Count(&kept).Error)
		if kept != maxLogged {
			t.Errorf("%d lines were kept", kept)
		}
	})
}

// TestRequestLogIsWrittenByItself appends and waits for the line; the last lines are written when the log ends.
func TestRequestLogIsWrittenByItself(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		l := NewRequestLog(s.Requests, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); l.Run(ctx) }()
		count := func() int {
			p, err := s.Requests.List(t.Context(), "w", requests.Filter{}, db.PageRequest{Limit: 10})
			modelstest.Must(t, err)
			return len(p.Items)
		}
		l.append(requests.Request{WorkspaceID: "w"})
		for begun := time.Now(); count() == 0; {
			if time.Since(begun) > 20*time.Second {
				t.Fatal("the line was not written")
			}
			time.Sleep(20 * time.Millisecond)
		}
		l.append(requests.Request{WorkspaceID: "w"})
		cancel()
		<-ended
		if count() != 2 {
			t.Errorf("%d lines in the end", count())
		}
	})
}

func BenchmarkRequestLogAppend(b *testing.B) {
	l := NewRequestLog(nil, slog.New(slog.DiscardHandler), nil)
	line := requests.Request{WorkspaceID: "w", RequestID: "r", Operation: "lookupItem"}
	b.ReportAllocs()
	for b.Loop() {
		l.append(line)
		if len(l.lines) == maxLogged {
			l.lines = l.lines[:0]
		}
	}
}
