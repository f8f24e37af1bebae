package web_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/web"
	"socialdata/web/webtest"
)

// listening serves a site on a real connection and gives its address.
func listening(t *testing.T, s *webtest.Site) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	go func() { _ = s.Server.Serve(l) }()
	t.Cleanup(func() { _ = s.Server.Shutdown(context.Background()) })
	return l.Addr().String()
}

// TestAmbiguousRequestsAreRefused sends requests that two servers could read differently, each with a second request
// behind it that must never be answered.
func TestAmbiguousRequestsAreRefused(t *testing.T) {
	s := embedded(t, webtest.Options{})
	address := listening(t, s)
	const host, behind = "Host: social.example\r\n", "GET /healthz HTTP/1.1\r\nHost: social.example\r\n\r\n"
	post := "POST /v1/auth/sessions HTTP/1.1\r\n"
	for name, request := range map[string]string{
		"both lengths":             post + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"both lengths, reversed":   post + host + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
		"upper case":               post + host + "CONTENT-LENGTH: 5\r\nTRANSFER-ENCODING: CHUNKED\r\n\r\n0\r\n\r\n",
		"a tab":                    post + host + "Content-Length: 5\r\nTransfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n",
		"folded":                   post + host + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
		"another encoding":         post + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
		"encoded twice":            post + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
		"chunked in 1.0":           "POST /v1/auth/sessions HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"two lengths":              post + host + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
		"two hosts":                "GET /healthz HTTP/1.1\r\n" + host + "Host: other.example\r\n\r\n",
		"no host":                  "GET /healthz HTTP/1.1\r\nAccept: */*\r\n\r\n",
		"two keys":                 "GET /v1/source-routes HTTP/1.1\r\n" + host + "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
		"two cookie headers":       "GET /v1/source-routes HTTP/1.1\r\n" + host + "Cookie: a=b\r\nCookie: c=d\r\n\r\n",
		"a folded line of no note": "GET /healthz HTTP/1.1\r\n" + host + "X-Note: a\r\n b\r\n\r\n",
	} {
		status, body, rest := exchange(t, address, request+behind)
		if status != http.StatusBadRequest || !strings.Contains(body, `"code":"invalid_input"`) || rest != "" {
			t.Errorf("%s: %d %.300s, then %.100q", name, status, body, rest)
		}
	}
	if status, body, rest := exchange(t, address, "GET /healthz HTTP/1.1\r\n"+host+"Connection: close\r\n\r\n"); status != 200 || rest != "" {
		t.Errorf("a plain request: %d %s %q", status, body, rest)
	}
	chunked := post + host + "Origin: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
	if status, body, _ := exchange(t, address, chunked); status != http.StatusForbidden {
		t.Errorf("a chunked body: %d %s", status, body)
	}
}

// exchange sends bytes and reads one answer, and whatever else comes until the server closes.
func exchange(t *testing.T, address, request string) (status int, body, rest string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	testkit.Must(t, err)
	defer conn.Close()
	testkit.Must(t, conn.SetDeadline(time.Now().Add(20*time.Second)))
	_, err = io.WriteString(conn, request)
	testkit.Must(t, err)
	r := bufio.NewReader(conn)
	answer, err := http.ReadResponse(r, nil) //nolint:bodyclose // the connection is closed
	if err != nil {
		return 0, err.Error(), ""
	}
	raw, _ := io.ReadAll(answer.Body)
	more, _ := io.ReadAll(r)
	return answer.StatusCode, string(raw), string(more)
}

// TestWhatNeedsNoCredentialIsLimited asks open pages and readiness more often than they may be asked.
func TestWhatNeedsNoCredentialIsLimited(t *testing.T) {
	for _, path := range []string{"/docs", "/status", "/sign-in", "/readyz", "/openapi.json", "/invite/x"} {
		s := embedded(t, webtest.Options{Rates: web.Rates{Read: 2}})
		for n := range 3 {
			r := s.Do("GET", path, nil, nil)
			if (r.Status == http.StatusTooManyRequests) != (n == 2) {
				t.Errorf("%s, request %d: %d", path, n+1, r.Status)
			}
		}
		if r := s.Do("GET", "/healthz", nil, nil); r.Status != http.StatusOK {
			t.Errorf("/healthz: %d", r.Status)
		}
	}
}

func TestHTTPSIsRememberedWhereTheOriginIsHTTPS(t *testing.T) {
	plain := embedded(t, webtest.Options{})
	safe := embedded(t, webtest.Options{Origin: "https://social.example"})
	for _, path := range []string{"/sign-in", "/v1/nope", "/healthz"} {
		if got := plain.Do("GET", path, nil, nil).Header.Get("Strict-Transport-Security"); got != "" {
			t.Errorf("http, %s: %q", path, got)
		}
		if got := safe.Do("GET", path, nil, nil).Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("https, %s: %q", path, got)
		}
	}
}
