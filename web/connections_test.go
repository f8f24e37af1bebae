package web

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// TestConnectionsOfOneAddressAreBounded opens one more than may be open, and again when one was closed.
func TestConnectionsOfOneAddressAreBounded(t *testing.T) {
	l := listenBounded(t, nil)
	address := l.Addr().String()
	first, second := dial(t, address), dial(t, address)
	for range 2 {
		if _, err := l.Accept(); err != nil {
			t.Fatal(err)
		}
	}
	go func() { _, _ = l.Accept() }() // refuses the third and takes the fourth
	third := dial(t, address)
	answer, err := http.ReadResponse(bufio.NewReader(third), nil) //nolint:bodyclose // the connection is closed
	if err != nil {
		t.Fatal(err)
	}
	var e Envelope
	raw, _ := io.ReadAll(answer.Body)
	if err := json.Unmarshal(raw, &e); err != nil || answer.StatusCode != http.StatusTooManyRequests || e.Err.Code != "rate_limited" ||
		e.Err.RequestID != answer.Header.Get("X-Request-Id") || answer.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s %v", answer.StatusCode, raw, err)
	}
	_, _ = first, second
}

func TestAClosedConnectionMakesPlace(t *testing.T) {
	l := listenBounded(t, nil)
	for range 5 { // more than may be open at once
		dial(t, l.Addr().String())
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
		_ = c.Close() // counts once
	}
	if l.all != 0 || len(l.open) != 0 {
		t.Errorf("%d open, %v", l.all, l.open)
	}
}

func TestTrustedProxiesAreNotBounded(t *testing.T) {
	trusted, err := parseProxies([]string{"127.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	l := listenBounded(t, trusted)
	for range 5 {
		dial(t, l.Addr().String())
		if _, err := l.Accept(); err != nil {
			t.Fatal(err)
		}
	}
	if l.all != 5 {
		t.Errorf("%d open", l.all)
	}
}

// listenBounded takes two connections of an address at once.
func listenBounded(t *testing.T, trusted proxies) *boundedListener {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = inner.Close() })
	return newBoundedListener(inner, trusted, 2)
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	return c
}
