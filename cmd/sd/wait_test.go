package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"socialdata/cmd/sd/client"
	"socialdata/internal/testkit"
)

// atOnce is a clock on which every wait is over.
func atOnce(time.Duration) <-chan time.Time {
	over := make(chan time.Time)
	close(over)
	return over
}

// TestLimitsAreWaitedFor sends a body to a service that refuses it twice: it arrives whole once the limit is over, the waits are
// said, and a wait that is too long is not begun.
func TestLimitsAreWaitedFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left         time.Duration
		refusals     int
		status, asks int
	}{
		"within what is allowed":  {time.Minute, 2, http.StatusOK, 3},
		"longer than is allowed":  {10 * time.Second, 9, http.StatusTooManyRequests, 3},
		"no wait is allowed":      {0, 1, http.StatusTooManyRequests, 1},
		"a service without limit": {time.Minute, 0, http.StatusOK, 1},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if body, _ := io.ReadAll(r.Body); string(body) != "all of it" {
					t.Errorf("the body is %q", body)
				}
				if asked++; asked <= c.refusals {
					w.Header().Set("Retry-After", "5")
					w.WriteHeader(http.StatusTooManyRequests)
				}
			}))
			defer service.Close()
			var said bytes.Buffer
			p := &http.Client{Transport: &patient{next: http.DefaultTransport, left: c.left, say: &said, over: atOnce}}
			answer, err := p.Post(service.URL, "text/plain", strings.NewReader("all of it"))
			testkit.Must(t, err)
			_ = answer.Body.Close()
			if answer.StatusCode != c.status || asked != c.asks || strings.Count(said.String(), "waiting 5s") != c.asks-1 {
				t.Errorf("%d after %d requests: %s", answer.StatusCode, asked, said.String())
			}
		})
	}
}

// TestRowsThatMetALimitAreAskedForAgain answers a batch in three parts: every link has its result, in the order of the links.
func TestRowsThatMetALimitAreAskedForAgain(t *testing.T) {
	t.Parallel()
	var out, said bytes.Buffer
	a := &app{out: &out, err: &said, patience: &patient{left: time.Minute, say: &said, over: atOnce}}
	var asked []int
	ask := func(_ context.Context, links []string) (rows []row[string], again time.Duration, err error) {
		asked = append(asked, len(links))
		for n, link := range links {
			r := row[string]{link: link, found: &link, raw: []byte(`"` + link + `"`)}
			switch {
			case n >= 2:
				r = row[string]{link: link, status: 429, err: &client.ErrorBody{Code: "rate_limited", Message: "Too many requests."}}
			case link == "gone":
				r = row[string]{link: link, status: 410, err: &client.ErrorBody{Code: "unavailable_removed", Message: "This content has been removed."}}
			}
			rows = append(rows, r)
		}
		return rows, 2 * time.Second, nil
	}
	err := many(t.Context(), a, []column[string]{{"LINK", func(s string) string { return s }}}, []string{"a", "b", "gone", "d", "e"}, ask)
	if got := strings.Fields(out.String()); strings.Join(got, " ") != "LINK a b d e" || len(asked) != 3 || asked[1] != 3 {
		t.Errorf("%v, asked for %v", got, asked)
	}
	var first reported
	if !errors.As(err, &first) || exitCode(err) != exitGone || !strings.Contains(said.String(), "sd: gone: This content has been removed.") {
		t.Errorf("%v (%d): %s", err, exitCode(err), said.String())
	}
}

// TestTablesOfManyLinksAreAligned prints rows of different widths, and one that failed between them.
func TestTablesOfManyLinksAreAligned(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	a := &app{out: &out, err: io.Discard, patience: &patient{}}
	ask := func(_ context.Context, links []string) (rows []row[string], _ time.Duration, _ error) {
		for _, link := range links {
			rows = append(rows, row[string]{link: link, found: &link, raw: []byte(`"` + link + `"`)})
		}
		rows[1] = row[string]{link: links[1], status: 410, err: &client.ErrorBody{Code: "unavailable_removed"}}
		return rows, 0, nil
	}
	columns := []column[string]{{"LINK", func(s string) string { return s }}, {"SAME", func(string) string { return "|" }}}
	_ = many(t.Context(), a, columns, []string{"a", "gone", "a longer one"}, ask)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || strings.Index(lines[0], "SAME") != strings.Index(lines[2], "|") || strings.Index(lines[1], "|") != strings.Index(lines[2], "|") {
		t.Errorf("not aligned:\n%s", out.String())
	}
}

func TestWhyAnImportTriesAgainIsSaid(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 12, 0, 5, 0, time.Local)
	i := &client.Import{Progress: client.ImportProgress{AttemptNumber: 2, NextAttemptAt: &at}, Attempts: []client.ImportAttempt{{}, {FailureCode: new("route_degraded")}}}
	if got := retryWords(i); got != "attempt 2 failed: route_degraded; the next one begins at 12:00:05" {
		t.Error(got)
	}
	if got := retryWords(&client.Import{}); got != "attempt 0 failed" {
		t.Error(got)
	}
}
