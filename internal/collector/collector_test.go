package collector_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	spans "go.opentelemetry.io/proto/otlp/trace/v1"

	"socialdata/internal/collector"
	"socialdata/internal/testkit"
)

// TestWhatCannotBeReadIsRefused shows that a wrong variable is an error whose words hold none of its value.
func TestWhatCannotBeReadIsRefused(t *testing.T) {
	for name, wrong := range map[string][2]string{
		"no address":        {"OTEL_EXPORTER_OTLP_ENDPOINT", "s3cret"},
		"another protocol":  {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://s3cret:4317"},
		"no headers":        {"OTEL_EXPORTER_OTLP_HEADERS", "s3cret"},
		"no number":         {"OTEL_EXPORTER_OTLP_TIMEOUT", "s3cret"},
		"nothing to wait":   {"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "0"},
		"headers of traces": {"OTEL_EXPORTER_OTLP_TRACES_HEADERS", "s3cret=%zz"},
	} {
		t.Run(name, func(t *testing.T) {
			set := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", wrong[0]: wrong[1]}
			if _, err := collector.New(func(name string) string { return set[name] }); err == nil || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%v: %v", wrong, err)
			}
		})
	}
}

// TestVariablesOfTracesComeFirst sends to the address that the variables name: one for traces is used as it is, a general
// one with the path for traces.
func TestVariablesOfTracesComeFirst(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("Content-Type")+" "+r.Header.Get("X-Tenant"))
		if r.URL.Path == "/full" {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}
	}))
	defer server.Close()
	set := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL + "/base/", "OTEL_EXPORTER_OTLP_HEADERS": "x-tenant=ours%20alone, x-other=1"}
	send := func() error {
		c, err := collector.New(func(name string) string { return set[name] })
		testkit.Must(t, err)
		err = c.UploadTraces(t.Context(), []*spans.ResourceSpans{{SchemaUrl: "here"}})
		testkit.Must(t, c.Stop(t.Context()))
		return err
	}
	testkit.Must(t, send())
	set["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"], set["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] = server.URL+"/full", "x-tenant=traces"
	if err := send(); err == nil || !strings.Contains(err.Error(), "307") {
		t.Errorf("an answer that is not a success is no error: %v", err)
	}
	if want := "/base/v1/traces application/x-protobuf ours alone\n/full application/x-protobuf traces"; strings.Join(asked, "\n") != want {
		t.Errorf("asked %q, not %q", asked, want)
	}
}

// TestACollectorThatHangsIsLeft shows that the timeout is in milliseconds.
func TestACollectorThatHangsIsLeft(t *testing.T) {
	leave := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-leave }))
	defer server.Close()
	defer close(leave)
	set := map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL, "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "20", "OTEL_EXPORTER_OTLP_TIMEOUT": "600000"}
	c, err := collector.New(func(name string) string { return set[name] })
	testkit.Must(t, err)
	if err := c.UploadTraces(t.Context(), nil); err == nil {
		t.Error("waited for a collector that hangs")
	}
}
