package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
)

// slowWriter is a log whose writes take until they are let through. It keeps what each one wrote.
type slowWriter struct {
	let    chan struct{}
	writes []string
}

func (w *slowWriter) Write(b []byte) (int, error) {
	<-w.let
	w.writes = append(w.writes, string(b))
	return len(b), nil
}

// TestLogLinesOfOneMomentAreOneWrite: lines that come while others are written are one write, whole and in order.
func TestLogLinesOfOneMomentAreOneWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &slowWriter{let: make(chan struct{})}
		l := newLogLines(out)
		defer close(l.wake)
		want := ""
		write := func(line string) {
			want += line
			if n, err := l.Write([]byte(line)); n != len(line) || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		}
		write("first\n")
		synctest.Wait() // it is being written
		for n := range 100 {
			write(fmt.Sprintln("line", n))
		}
		close(out.let)
		synctest.Wait()
		if got := strings.Join(out.writes, ""); got != want || len(out.writes) != 2 {
			t.Errorf("%d writes of\n%s", len(out.writes), got)
		}
		write("last\n")
		synctest.Wait()
		if len(out.writes) != 3 || out.writes[2] != "last\n" {
			t.Errorf("the last line was not written by itself: %q", out.writes[2:])
		}
	})
}

// TestLogLinesAreBounded: callers write themselves, and wait for it, before the lines fill the memory.
func TestLogLinesAreBounded(t *testing.T) {
	var out bytes.Buffer
	l := &logLines{out: &out, wake: make(chan struct{}, 1)} // nothing else writes
	line := []byte(strings.Repeat("x", 1023) + "\n")
	for n := range 500 {
		if _, err := l.Write(line); err != nil || len(l.lines) > maxLogLines || len(l.lines)+out.Len() != (n+1)*len(line) {
			t.Fatalf("after %d lines %d bytes wait and %d are written, %v", n+1, len(l.lines), out.Len(), err)
		}
	}
}

// TestWarningsAreWrittenBeforeTheyReturn: a warning is written before the call returns, after all earlier lines.
func TestWarningsAreWrittenBeforeTheyReturn(t *testing.T) {
	var out bytes.Buffer
	lines := &logLines{out: &out, wake: make(chan struct{}, 1)} // nothing else writes
	log := slog.New(flushing{Handler: slog.NewTextHandler(lines, nil), lines: lines}).With("process", 1).WithGroup("request")
	log.Info("answered")
	if out.Len() > 0 {
		t.Errorf("it did not wait: %s", out.String())
	}
	log.Warn("slow", "ms", 7)
	if got := strings.Split(out.String(), "\n"); len(got) != 3 || !strings.Contains(got[0], "msg=answered process=1") || !strings.Contains(got[1], "msg=slow process=1 request.ms=7") {
		t.Errorf("%q", got)
	}
}
