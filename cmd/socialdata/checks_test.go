package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/caarlos0/env/v11"

	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// TestStartRefusesClockAhead starts a process whose clock is two hours ahead of the database's.
func TestStartRefusesClockAhead(t *testing.T) {
	t.Parallel()
	cfg := &config{}
	testkit.Must(t, env.ParseWithOptions(cfg, env.Options{Prefix: "SOCIALDATA_", Environment: map[string]string{
		"SOCIALDATA_DATABASE_URL": modelstest.PostgresURL(t), "SOCIALDATA_DATA_DIR": t.TempDir()}}))
	for by, refused := range map[time.Duration]bool{0: false, -2 * time.Hour: false, 2 * time.Hour: true} {
		cfg.clock = func() time.Time { return time.Now().Add(by) }
		p, err := build(t.Context(), cfg)
		if p != nil {
			_ = p.close()
		}
		if said := err != nil && strings.Contains(err.Error(), "2h0m0s ahead of the database's"); said != refused {
			t.Errorf("a clock off by %v: %v", by, err)
		}
	}
}

// TestReadinessNamesFailingPart lets the clock of a running process get ahead while imports wait without any worker: both
// are named, and the process goes on serving.
func TestReadinessNamesFailingPart(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"DATABASE_URL": modelstest.MigratedURL(t), "REDIS_URL": "unix://" + jobstest.Redis(t).Options().Addr},
		func(h *testProgram) { h.verb = onlyWeb })
	key := h.key(h.owner())
	h.timed(t, key, http.MethodPost, "/v1/ingestions", `{"sourceUrl":"`+h.platforms.Samples()[0].Items[0]+`"}`, 202)
	h.clock.back(-time.Hour)
	h.until("the clock and the imports were named", func() bool {
		status, body := h.ready(t)
		return status == http.StatusOK && strings.Contains(body, `"degraded":["clock","imports"]`)
	})
}

// ready asks /readyz.
func (h *testProgram) ready(t *testing.T) (int, string) {
	t.Helper()
	r, err := http.Get(h.base + "/readyz")
	testkit.Must(t, err)
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	testkit.Must(t, err)
	return r.StatusCode, string(body)
}
