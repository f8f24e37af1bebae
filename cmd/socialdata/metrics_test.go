package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"socialdata/internal/lookup"
	"socialdata/internal/testkit"
	"socialdata/models/imports"
)

var metricName = regexp.MustCompile(`socialdata_[a-z_]+`)

// TestMetrics runs the program, asks it for things, and reads what it counted. Every metric of the dashboard is there, and
// no address, key or id is a label.
func TestMetrics(t *testing.T) {
	listen := "127.0.0.1:" + freePort(t)
	h := newProgram(t, map[string]string{"METRICS_LISTEN": listen})
	workspace := h.owner()
	link := h.platforms.Samples()[0].Items[0]
	for range 2 {
		if _, err := h.p.lookup.Answer(context.Background(), lookup.ItemRequest{Workspace: workspace, URL: link, MaxAge: 1e12}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.p.lookup.Answer(context.Background(), lookup.ItemRequest{Workspace: workspace, URL: "https://example.com/secret"}); err == nil {
		t.Fatal("a foreign link was looked up")
	}
	if r, err := http.Get(h.base + "/v1/items?token=secret"); err == nil {
		_ = r.Body.Close()
	}
	if _, err := (&demoHistory{program: h.p, workspace: workspace}).accept(t.Context(), link, imports.ProfileNone); err != nil {
		t.Fatal(err)
	}
	h.p.metrics.attempt("video_site.web", "done", 1e9)
	h.p.metrics.mail("failed")
	h.p.metrics.delivery("ok")
	h.p.metrics.watched.WithLabelValues("ok").Inc()

	for _, path := range []string{"/healthz", "/readyz"} {
		r, err := http.Get("http://" + listen + path)
		testkit.Must(t, err)
		if _ = r.Body.Close(); r.StatusCode != http.StatusOK {
			t.Errorf("%s on the listener of metrics: %d", path, r.StatusCode)
		}
	}
	r, err := http.Get("http://" + listen + "/metrics")
	testkit.Must(t, err)
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	testkit.Must(t, err)
	text := string(raw)
	for _, want := range []string{
		`socialdata_lookups_total{operation="item",outcome="stored",platform="video_site",route="video_site.web"} 1`,
		`socialdata_lookups_total{operation="item",outcome="live",platform="video_site",route="video_site.web"} 1`,
		`socialdata_upstream_seconds_count{operation="item",outcome="ok",route="video_site.web"} 1`,
		`socialdata_requests_total{code="unauthenticated",method="GET",route="/v1/items",status="401"} 1`,
		"socialdata_database_up 1", `socialdata_imports_unfinished{state="queued"}`, "socialdata_import_oldest_seconds", "socialdata_holds_due 0", "socialdata_queue_up 1", "socialdata_delivery_oldest_seconds 0", "socialdata_watch_oldest_seconds 0",
		`socialdata_alert_mails_total{outcome="failed"} 1`, `socialdata_deliveries_total{outcome="ok"} 1`, `socialdata_watch_runs_total{outcome="ok"} 1`,
		`socialdata_queue_pending{queue="watches"} 0`, `socialdata_queue_oldest_seconds{queue="repair"} 0`, `socialdata_queue_workers{queue="deliveries"}`, "socialdata_credits_spent_total 1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
	for _, never := range []string{"secret", workspace, "youtube", "sd_"} {
		if strings.Contains(text, never) {
			t.Errorf("/metrics holds %q", never)
		}
	}
	dashboard, err := os.ReadFile("../../docs/grafana.json")
	testkit.Must(t, err)
	if !json.Valid(dashboard) {
		t.Error("docs/grafana.json is no JSON")
	}
	for _, name := range metricName.FindAllString(string(dashboard), -1) {
		if !strings.Contains(text, name) {
			t.Errorf("the dashboard asks for %s, which is not counted", name)
		}
	}
	r, err = http.Get(h.base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		t.Errorf("the public address serves metrics: %d", r.StatusCode)
	}
}
