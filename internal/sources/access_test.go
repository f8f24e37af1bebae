package sources

import (
	"context"
	"encoding/base64"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

func TestParseProxy(t *testing.T) {
	for _, good := range []string{"http://proxy.test:3128", "https://me:secret@proxy.test", "socks5h://10.0.0.1:1080/"} {
		if _, err := ParseProxy(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "proxy.test:3128", "socks4://proxy.test", "file:///etc/passwd", "http://", "http://me:secret@proxy.test/path", "http://secret@[::1", "socks5://p"} {
		if _, err := ParseProxy(bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// withAccess returns a client with the access a to platform.test; h answers for all platforms.
func withAccess(t *testing.T, a Access, h http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	a.Hosts = []string{"platform.test"}
	c, err := NewClient(ClientOptions{Agent: testAgent, Hosts: platformHosts, Upstream: server.URL, Timeout: 5 * time.Second, Access: []Access{a}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func answerPath(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) }

// TestProxyOfOnePlatform: its requests go through the proxy with the proxy's password; requests to other platforms do not.
func TestProxyOfOnePlatform(t *testing.T) {
	var proxied atomic.Int64
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {}}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte("me:secret")) {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		proxied.Add(1)
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	address, err := ParseProxy(strings.Replace(proxy.URL, "http://", "http://me:secret@", 1))
	if err != nil {
		t.Fatal(err)
	}
	c := withAccess(t, Access{Proxy: address}, answerPath)
	for target, through := range map[string]int64{"https://www.platform.test/a": 1, "https://cdn.test/b": 0} {
		before := proxied.Load()
		a, err := c.Fetch(t.Context(), Request{URL: target})
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("%s: %v, %v", target, a, err)
		}
		if proxied.Load()-before != through {
			t.Errorf("%s: %d requests through the proxy", target, proxied.Load()-before)
		}
	}
	if _, err := c.Fetch(t.Context(), Request{URL: "https://other.test/"}); codeOf(err) != apierror.CodeInternalError {
		t.Errorf("a foreign host through the proxy: %v", err)
	}
	proxy.Close()
	_, err = c.Fetch(t.Context(), Request{URL: "https://www.platform.test/a"})
	if codeOf(err) != apierror.CodeNetworkTransport || strings.Contains(err.Error(), "secret") {
		t.Errorf("a proxy that is down: %v", err)
	}
}

// TestSOCKSProxyResolvesNames: the proxy receives the host name, and the client resolves nothing itself.
func TestSOCKSProxyResolvesNames(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	asked := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		asked <- socksName(conn)
	}()
	address, err := ParseProxy("socks5h://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewClient(ClientOptions{Agent: testAgent, Hosts: platformHosts, Timeout: 5 * time.Second, Access: []Access{{Hosts: []string{"platform.test"}, Proxy: address}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(t.Context(), Request{URL: "https://www.platform.test/"}); codeOf(err) != apierror.CodeNetworkTransport {
		t.Errorf("a proxy that hangs up: %v", err)
	}
	if name := <-asked; name != "www.platform.test" {
		t.Errorf("the proxy was asked for %q", name)
	}
}

// socksName performs the server's side of a SOCKS5 handshake and returns the name that the client requests.
func socksName(conn net.Conn) string {
	b := make([]byte, 262)
	if _, err := io.ReadFull(conn, b[:2]); err != nil {
		return ""
	}
	if _, err := io.ReadFull(conn, b[:b[1]]); err != nil {
		return ""
	}
	_, _ = conn.Write([]byte{5, 0})
	if _, err := io.ReadFull(conn, b[:5]); err != nil || b[3] != 3 {
		return "an address"
	}
	n := b[4]
	_, _ = io.ReadFull(conn, b[:n])
	return string(b[:n])
}

// cookieFile writes a cookie file for platform.test.
func cookieFile(t *testing.T, mode os.FileMode, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cookies.txt")
	if err := os.WriteFile(path, []byte("# Netscape HTTP Cookie File\n"+strings.Join(lines, "\n")), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func openCookies(path string) (*CookieFile, error) {
	return OpenCookieFile(path, []string{"platform.test"}, slog.New(slog.DiscardHandler))
}

func TestCookiesAreSentAndRenewed(t *testing.T) {
	path := cookieFile(t, 0o600,
		".platform.test\tTRUE\t/\tTRUE\t4102444800\tvisitor\told",
		"www.platform.test\tFALSE\t/ads\tTRUE\t0\tads\t1",
		"#HttpOnly_.platform.test\tTRUE\t/\tTRUE\t1\tended\tx", "")
	cookies, err := openCookies(path)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	c := withAccess(t, Access{Cookies: cookies}, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Cookie")
		w.Header().Add("Set-Cookie", "visitor=new; Domain=platform.test; Path=/; Max-Age=86400; Secure; HttpOnly")
		w.Header().Add("Set-Cookie", "foreign=1; Domain=other.test")
	})
	fetch := func(address string, header map[string]string) string {
		t.Helper()
		if _, err := c.Fetch(t.Context(), Request{URL: address, Header: header}); err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := fetch("https://www.platform.test/ads/library", map[string]string{"Cookie": "visitor=adapter; own=2"}); got != "visitor=old; ads=1; own=2" {
		t.Errorf("first %q", got)
	}
	if got := fetch("https://platform.test/", nil); got != "visitor=new" {
		t.Errorf("then %q", got)
	}
	if got := fetch("https://cdn.test/", nil); got != "" {
		t.Errorf("another platform got %q", got)
	}
	if err := cookies.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || !strings.Contains(string(raw), "\tvisitor\tnew\n") || strings.Contains(string(raw), "foreign") || strings.Contains(string(raw), "ended") {
		t.Errorf("%v, mode %v:\n%s", err, info.Mode(), raw)
	}
	again, err := openCookies(path)
	if err != nil || len(again.cookies) != 2 {
		t.Errorf("what was written reads as %+v, %v", again.cookies, err)
	}
}

func TestCookieFilesThatAreRefused(t *testing.T) {
	const good = ".platform.test\tTRUE\t/\tTRUE\t0\tname\tsecret"
	for name, path := range map[string]string{
		"readable by others": cookieFile(t, 0o640, good),
		"another domain":     cookieFile(t, 0o600, ".other.test\tTRUE\t/\tTRUE\t0\tname\tsecret"),
		"another format":     cookieFile(t, 0o600, `{"name":"secret"}`),
		"a broken line":      cookieFile(t, 0o600, good+"\r\n.platform.test\tsecret"),
		"a header":           cookieFile(t, 0o600, ".platform.test\tTRUE\t/\tTRUE\t0\tname\tsecret;x"),
		"none":               "/nowhere/cookies.txt",
		"a folder":           t.TempDir(),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := openCookies(path); err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := openCookies(cookieFile(t, 0o600, good)); err != nil {
		t.Error(err)
	}
}

// TestAChangedCookieFileIsRead: a file that the operator replaces while the service runs is read again.
func TestAChangedCookieFileIsRead(t *testing.T) {
	path := cookieFile(t, 0o600, "platform.test\tFALSE\t/\tTRUE\t0\tname\tone")
	cookies, err := openCookies(path)
	if err != nil {
		t.Fatal(err)
	}
	sent := func() string {
		t.Helper()
		req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "https://platform.test/", nil)
		if err != nil {
			t.Fatal(err)
		}
		cookies.addTo(req, req.URL)
		return req.Header.Get("Cookie")
	}
	if got := sent(); got != "name=one" {
		t.Fatalf("sent %q", got)
	}
	later := time.Now().Add(time.Minute)
	if err := os.WriteFile(path, []byte("platform.test\tFALSE\t/\tTRUE\t0\tname\ttwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if got := sent(); got != "name=two" {
		t.Errorf("then %q", got)
	}
}
