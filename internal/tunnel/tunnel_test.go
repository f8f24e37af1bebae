package tunnel

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestProxy holds with a real client that a run reaches the platform's hosts and nothing else.
func TestProxy(t *testing.T) {
	platform := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "hello from "+r.Host) }))
	t.Cleanup(platform.Close)
	var dialled []string
	p, err := Open([]string{"youtube.com"}, func(ctx context.Context, host string) (net.Conn, error) {
		dialled = append(dialled, host)
		return (&net.Dialer{}).DialContext(ctx, "tcp", platform.Listener.Addr().String())
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	client := func(address string) *http.Client {
		t.Helper()
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		roots := x509.NewCertPool()
		roots.AddCert(platform.Certificate())
		return &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{Proxy: http.ProxyURL(u), TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "example.com"}}}
	}
	get := func(c *http.Client, address string) (string, error) {
		resp, err := c.Get(address) //nolint:noctx // bounded by the client's time
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		raw, err := io.ReadAll(resp.Body)
		return resp.Status + " " + string(raw), err
	}
	if got, err := get(client(addressOf(p)), "https://www.youtube.com/watch"); err != nil || !strings.Contains(got, "hello from www.youtube.com") {
		t.Fatalf("%q, %v", got, err)
	}
	for _, address := range []string{"https://evil.example/", "https://www.youtube.com:8443/", "https://127.0.0.1/", "https://youtube.com.evil.example/"} {
		if got, err := get(client(addressOf(p)), address); err == nil {
			t.Errorf("%s was reached: %q", address, got)
		}
	}
	if got, err := get(client(addressOf(p)), "http://www.youtube.com/"); err == nil && !strings.HasPrefix(got, "403") {
		t.Errorf("plain http was reached: %q", got)
	}
	for _, wrong := range []string{strings.Replace(addressOf(p), p.password, "guess", 1), "http://" + p.listener.Addr().String()} {
		if got, err := get(client(wrong), "https://www.youtube.com/"); err == nil {
			t.Errorf("without the password: %q", got)
		}
	}
	if len(dialled) != 1 || !p.refused.Load() {
		t.Errorf("dialled %v", dialled)
	}
}

// addressOf returns the proxy's address that a run finds in its environment.
func addressOf(p *Proxy) string {
	return strings.TrimPrefix(p.Environment()[0], "http_proxy=")
}

// TestWrongPasswordIsNotTheRuns: a wrong password at a run's proxy comes from another process and does not count against the run.
func TestWrongPasswordIsNotTheRuns(t *testing.T) {
	p, err := Open([]string{"youtube.com"}, func(context.Context, string) (net.Conn, error) { return nil, errors.New("no network here") })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	conn, err := net.Dial("tcp", p.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n")
	if said, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(said), "HTTP/1.1 407") || p.refused.Load() {
		t.Errorf("%q, %v, suspected %v", said, err, p.refused.Load())
	}
}
