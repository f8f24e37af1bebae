package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// TestHangingRedis stops the process of Redis: of the requests that follow only those that were the first to find out
// wait, readiness answers in time, and what was counted in Redis is counted there again afterwards.
func TestHangingRedis(t *testing.T) {
	server := jobstest.NewServer(t)
	h := newProgram(t, map[string]string{"DATABASE_URL": modelstest.MigratedURL(t), "REDIS_URL": "unix://" + server.Client.Options().Addr, "RATE_LOOKUP": "100000"})
	workspace := h.owner()
	key := h.key(workspace)
	link := h.platforms.Samples()[0].Items[0]
	lookup := func() time.Duration {
		return h.timed(t, key, http.MethodGet, "/v1/items/lookup?url="+url.QueryEscape(link), "", 200)
	}
	lookup()
	server.Pause()
	t.Cleanup(server.Resume)
	const longest = 2 * time.Second
	slow := 0
	for range 50 {
		took := lookup()
		if took > 200*time.Millisecond {
			slow++
		}
		if took > longest {
			t.Errorf("a lookup took %v", took)
		}
	}
	if slow > 3 { // one, and what a busy machine adds
		t.Errorf("%d of 50 lookups waited for a Redis that hangs", slow)
	}
	for range 3 {
		if took := h.timed(t, "", http.MethodGet, "/readyz", "", 0); took > longest {
			t.Errorf("/readyz took %v", took)
		}
		body := `{"sourceUrl":"` + link + `","mediaProfile":"none"}`
		if took := h.timed(t, key, http.MethodPost, "/v1/ingestions", body, 202); took > longest {
			t.Errorf("an import was accepted after %v", took)
		}
	}
	server.Resume()
	h.waitReady()
	h.idle(workspace)
}

// timed makes a request and measures it; status 0 takes any.
func (h *testProgram) timed(t *testing.T, key, method, path, body string, status int) time.Duration {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, h.base+path, strings.NewReader(body))
	testkit.Must(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", time.Now().String())
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	began := time.Now()
	resp, err := http.DefaultClient.Do(req)
	testkit.Must(t, err)
	_ = resp.Body.Close()
	if status != 0 && resp.StatusCode != status {
		t.Errorf("%s %s: %d", method, path, resp.StatusCode)
	}
	return time.Since(began)
}
