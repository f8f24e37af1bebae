package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestRepeatedLogLinesAreSampled writes many lines of two causes, and ends their window.
func TestRepeatedLogLinesAreSampled(t *testing.T) {
	var out bytes.Buffer
	var ends []func()
	s := newSampling(slog.NewTextHandler(&out, nil))
	s.counts.after = func(_ time.Duration, f func()) { ends = append(ends, f) }
	log := slog.New(s)
	for n := range 500 {
		log.With("process", 1).Warn("error", "requestId", n, "code", "storage_unavailable", "cause", n)
		log.Info("request", "n", n)
	}
	log.Warn("error", "code", "internal_error")
	if got := strings.Count(out.String(), "storage_unavailable"); got != sampleFirst {
		t.Errorf("%d lines of one cause", got)
	}
	if got := strings.Count(out.String(), "level=INFO"); got != 500 {
		t.Errorf("%d lines below a warning", got)
	}
	if !strings.Contains(out.String(), "internal_error") {
		t.Error("another cause was left out")
	}
	for _, end := range ends {
		end()
	}
	if !strings.Contains(out.String(), `of=error leftOut=490 within=10s code=storage_unavailable`) || strings.Count(out.String(), "leftOut") != 1 {
		t.Errorf("the count is missing:\n%s", out.String()[len(out.String())-300:])
	}
	out.Reset()
	log.Warn("error", "code", "storage_unavailable")
	if !strings.Contains(out.String(), "storage_unavailable") {
		t.Error("the next window writes nothing")
	}
}
