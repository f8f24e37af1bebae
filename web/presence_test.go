package web_test

import (
	"bufio"
	"bytes"
	"context"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// listen serves a site on a port of its own and returns its address.
func listen(t *testing.T, s *webtest.Site) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	served := make(chan error, 1)
	go func() { served <- s.Server.Serve(l) }()
	t.Cleanup(func() {
		testkit.Must(t, s.Server.Shutdown(context.Background()))
		testkit.Must(t, <-served)
	})
	return l.Addr().String()
}

// post sends a request on a connection of its own, which is returned unread.
func post(t *testing.T, address, path, body string, header map[string]string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	testkit.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	r, err := http.NewRequest("POST", "http://"+address+path, strings.NewReader(body))
	testkit.Must(t, err)
	r.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	testkit.Must(t, r.Write(conn))
	return conn
}

// runs reports whether a goroutine is in one of some functions.
func runs(functions ...string) bool {
	stacks := make([]byte, 4<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return slices.ContainsFunc(functions, func(name string) bool { return bytes.Contains(stacks, []byte(name)) })
}

// TestClientLeavesABatch: the first line arrives while the others are looked up; when the client has left, what is not begun
// is not begun, what is under way is charged to nobody, and nothing stays behind.
func TestClientLeavesABatch(t *testing.T) {
	s := embedded(t, webtest.Options{})
	address := listen(t, s)
	clips := s.Platforms.Samples()[1].Items
	_, _ = lookUpAll(t, s, urlsBody(t, clips[0]), http.StatusOK)
	s.Platforms.Fail(simulator.Failure{Delay: 1500 * time.Millisecond})
	as := s.AsKey()
	as["Accept"] = "application/x-ndjson"
	urls := []string{clips[0]}
	for n := range 30 {
		urls = append(urls, "https://www.tiktok.com/@mira.oven/video/75591424409600"+strings.Repeat("1", 4)+string(rune('0'+n/10))+string(rune('0'+n%10)))
	}
	conn := post(t, address, "/v1/items/lookups", urlsBody(t, append(urls, clips[1])...), as)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil) //nolint:bodyclose // the connection is closed; Close would read on
	testkit.Must(t, err)
	line, err := bufio.NewReader(r.Body).ReadString('\n')
	testkit.Must(t, err)
	if !strings.Contains(line, `"index":0`) {
		t.Errorf("the first line: %.100s", line)
	}
	testkit.Must(t, conn.Close())
	testkit.Eventually(t, "nothing runs on", func() bool { return !runs("internal/lookup.", "export.Stream", "session.Presence") })
	got := logged(t, s, "?operation=lookupItems")
	if len(got) != 2 || got[0]["creditsCharged"] != 0.0 {
		t.Errorf("the request log: %v", got)
	}
	credits, err := s.Store.Billing.Credits(t.Context(), s.Workspace)
	testkit.Must(t, err)
	if credits.Spent != 1 {
		t.Errorf("%d spent", credits.Spent)
	}
}
