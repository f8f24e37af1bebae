package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"socialdata/internal/testkit"
)

// TestTraces runs the program with OpenTelemetry's own variable: a request, its statements and its upstream call arrive at
// the collector, and no address, key or password does. It stands alone, because the provider is the process's.
func TestTraces(t *testing.T) {
	var mu sync.Mutex
	var got strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		mu.Lock()
		got.Write(raw)
		got.WriteString(r.URL.Path + " " + r.Header.Get("Content-Type") + " " + r.Header.Get("X-Tenant"))
		mu.Unlock()
	}))
	t.Cleanup(collector.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=ours%20alone")
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
	h := newProgram(t, nil)
	key := h.key(h.owner())
	req, _ := http.NewRequest("GET", h.base+"/v1/items/lookup?url="+h.platforms.Samples()[0].Items[0], nil)
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	r, err := http.DefaultClient.Do(req)
	testkit.Must(t, err)
	_ = r.Body.Close()
	text := func() string { mu.Lock(); defer mu.Unlock(); return got.String() }
	for range 200 {
		if strings.Contains(text(), "GET /v1/items/lookup") && strings.Contains(text(), "POST upstream") {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	all := text()
	for _, want := range []string{"GET /v1/items/lookup", "POST upstream", "db insert", "/v1/traces application/x-protobuf ours alone", "\x0a\xf7\x65\x19\x16\xcd\x43\xdd\x84\x48\xeb\x21\x1c\x80\x31\x9c"} {
		if !strings.Contains(all, want) {
			t.Errorf("no span says %q", want)
		}
	}
	for _, never := range []string{key, "watch?v", "youtubei", testPassword} {
		if strings.Contains(all, never) {
			t.Errorf("a span holds %q", never)
		}
	}
}
