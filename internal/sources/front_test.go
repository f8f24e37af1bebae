package sources_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"socialdata/internal/sources"
)

// TestFrontAnswersWithTheUpstream asks a front over TLS: the upstream answers for the platform's hosts, and no other host is dialled.
func TestFrontAnswersWithTheUpstream(t *testing.T) {
	t.Parallel()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.String()) }))
	t.Cleanup(upstream.Close)
	c, err := sources.NewClient(sources.ClientOptions{Hosts: []string{"example.com"}, Upstream: upstream.URL, Timeout: time.Second, Agent: func() string { return "a" }})
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.NewFront()
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
		host, _, _ := net.SplitHostPort(addr)
		return f.Dial(ctx, host)
	}}}
	r, err := browser.Get("https://www.example.com/post?v=1")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, err := io.ReadAll(r.Body); err != nil || string(body) != "/www.example.com/post?v=1" {
		t.Errorf("%q %v", body, err)
	}
	if _, err := f.Dial(t.Context(), "other.example.net"); err == nil {
		t.Error("another host was dialled")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := f.Dial(t.Context(), "www.example.com"); err == nil {
		t.Error("a closed front was dialled")
	}
}
