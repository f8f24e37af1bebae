// Package sourcestest has helpers for testing adapters: an outbound client that reaches a simulated platform, goldens,
// and checks that every adapter's results must pass. Only tests import it.
package sourcestest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"socialdata/internal/sources"
	"socialdata/internal/testkit"
)

// Fetcher returns the real outbound client, redirected to h, which gets /HOST/PATH. hosts are the domains that it may call.
func Fetcher(t testing.TB, h http.Handler, hosts ...string) *sources.Client {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	c, err := sources.NewClient(sources.ClientOptions{Hosts: hosts, Upstream: srv.URL, Timeout: 5 * time.Second, Agent: func() string { return "a test's browser" }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Golden compares v, as indented JSON, with testdata/NAME.golden.json; -update rewrites it.
func Golden(t testing.TB, name string, v any) {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name+".golden.json")
	if *testkit.Update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update to make it)", err)
	}
	if !bytes.Equal(want, b.Bytes()) {
		t.Errorf("%s differs; run with -update and read the diff\ngot:\n%s", path, b.String())
	}
}
