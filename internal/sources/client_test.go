package sources

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

// platformHosts are the hosts that the client of these tests may ask.
var platformHosts = []string{"platform.test", "cdn.test"}

// testAgent returns the User-Agent of the clients in these tests.
func testAgent() string { return "a test's browser" }

// newClient returns a client for which h answers on behalf of all platforms.
func newClient(t *testing.T, timeout time.Duration, h http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := NewClient(ClientOptions{Agent: testAgent, Hosts: platformHosts, Upstream: server.URL, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// codeOf returns the catalogue code of err, or "" for nil.
func codeOf(err error) apierror.Code {
	var f *apierror.Error
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func TestClientAsksThePlatformsOwnHostsOnly(t *testing.T) {
	asked := 0
	c := newClient(t, time.Second, func(http.ResponseWriter, *http.Request) { asked++ })
	for _, address := range []string{
		"http://platform.test/", "https://other.test/", "https://platform.test.other.test/", "https://notplatform.test/",
		"https://platform.test:8443/", "https://me:secret@platform.test/", "https://127.0.0.1/", "//platform.test/", "file:///etc/passwd", "",
	} {
		if _, err := c.Fetch(t.Context(), Request{URL: address}); codeOf(err) != apierror.CodeInternalError {
			t.Errorf("%q: %v, want internal_error", address, err)
		}
	}
	if asked != 0 {
		t.Errorf("%d forbidden addresses were asked", asked)
	}
	for _, address := range []string{"https://platform.test/a?b=c", "https://www.Platform.test:443/"} {
		if _, err := c.Fetch(t.Context(), Request{URL: address}); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestClientFollowsRedirectsInsideThePlatformsHosts(t *testing.T) {
	var paths []string
	c := newClient(t, time.Second, func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		switch r.URL.Path {
		case "/platform.test/near":
			w.Header().Set("Location", "https://www.cdn.test/there#part")
		case "/platform.test/far":
			w.Header().Set("Location", "https://other.test/there")
		case "/platform.test/inner":
			w.Header().Set("Location", "http://127.0.0.1/")
		case "/platform.test/round":
			w.Header().Set("Location", "/round")
		default:
			return
		}
		w.WriteHeader(http.StatusFound)
	})
	for _, x := range []struct {
		path   string
		stay   bool
		status int
		at     string
		code   apierror.Code
	}{
		{path: "near", status: 200, at: "https://www.cdn.test/there"},
		{path: "near", stay: true, status: 302, at: "https://platform.test/near"},
		{path: "far", status: 302, at: "https://platform.test/far"},
		{path: "inner", status: 302, at: "https://platform.test/inner"},
		{path: "round", code: apierror.CodeSourceChanged},
	} {
		paths = nil
		a, err := c.Fetch(t.Context(), Request{URL: "https://platform.test/" + x.path, Stay: x.stay})
		if codeOf(err) != x.code {
			t.Errorf("%s: %v, want %q", x.path, err, x.code)
			continue
		}
		if err == nil && (a.Status != x.status || a.URL != x.at) {
			t.Errorf("%s: %d at %s, want %d at %s", x.path, a.Status, a.URL, x.status, x.at)
		}
		if len(paths) > maxRedirects {
			t.Errorf("%s: asked %d times", x.path, len(paths))
		}
	}
}

func TestClientNamesWhatWentWrong(t *testing.T) {
	c := newClient(t, 300*time.Millisecond, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/platform.test/limited":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		case "/platform.test/broken":
			w.WriteHeader(http.StatusBadGateway)
		case "/platform.test/cut":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "short")
		case "/platform.test/slow":
			<-r.Context().Done()
		case "/platform.test/stated":
			w.Header().Set("Content-Length", "99999999")
		case "/platform.test/deep":
			_, _ = io.WriteString(w, strings.Repeat(`[{"a":`, maxContainers/2+1))
		case "/platform.test/endless":
			for block := strings.Repeat("x", 1<<20); ; {
				if _, err := io.WriteString(w, block); err != nil {
					return
				}
			}
		}
	})
	for path, code := range map[string]apierror.Code{
		"limited": apierror.CodeRouteDegraded, "broken": apierror.CodeNetworkTransport, "cut": apierror.CodeNetworkTransport,
		"slow": apierror.CodeNetworkTimeout, "stated": apierror.CodeSourceChanged, "deep": apierror.CodeSourceChanged,
	} {
		a, err := c.Fetch(t.Context(), Request{URL: "https://platform.test/" + path + "?key=hidden"})
		if a != nil && path != "limited" && path != "broken" || codeOf(err) != code {
			t.Errorf("%s: %v, want %s", path, err, code)
		}
		if cause := errors.Unwrap(err); cause != nil && strings.Contains(cause.Error(), "hidden") {
			t.Errorf("%s: the cause holds the address: %v", path, cause)
		}
	}
	c.timeout = 20 * time.Second // this test is about the size limit, not the timeout
	if _, err := c.Fetch(t.Context(), Request{URL: "https://platform.test/endless"}); codeOf(err) != apierror.CodeSourceChanged {
		t.Errorf("endless: %v, want source_changed", err)
	}
}

func TestClientTellsNoAddressWhenNobodyAnswers(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	upstream := "http://" + l.Addr().String()
	l.Close()
	c, err := NewClient(ClientOptions{Agent: testAgent, Hosts: platformHosts, Upstream: upstream, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Fetch(t.Context(), Request{URL: "https://platform.test/?key=hidden"})
	if codeOf(err) != apierror.CodeNetworkTransport {
		t.Errorf("%v, want network_transport", err)
	}
	if cause := errors.Unwrap(err); cause == nil || strings.Contains(cause.Error(), "hidden") {
		t.Errorf("the cause is missing or holds the address: %v", cause)
	}
}

func TestTransportDialsPublicAddressesOnly(t *testing.T) {
	upstream := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(upstream.Close)
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for base, refused := range map[string][]string{
		"": {upstream.Listener.Addr().String(), "127.0.0.1:443", "127.255.0.1:443", "0.0.0.0:443", "[::]:443", "[::1]:443",
			"10.0.0.1:443", "172.16.0.1:443", "192.168.1.1:443", "100.64.0.1:443", "169.254.169.254:443", "192.0.0.1:443", "192.0.2.1:443", "198.18.0.1:443",
			"224.0.0.1:443", "240.0.0.1:443", "255.255.255.255:443", "[fc00::1]:443", "[fd00:ec2::254]:443", "[fe80::1]:443", "[ff02::1]:443", "[2001:db8::1]:443",
			"[::ffff:127.0.0.1]:443", "[::ffff:10.0.0.1]:443", "[64:ff9b:1::a00:1]:443", "[2002:a00:1::]:443", "8.8.8.8:80", "8.8.8.8:22"},
		upstream.URL: {other.Listener.Addr().String(), "127.0.0.1:443"},
	} {
		transport, err := guardedTransport(base)
		if err != nil {
			t.Fatal(err)
		}
		for _, addr := range refused {
			if conn, err := transport.DialContext(context.Background(), "tcp", addr); err == nil {
				conn.Close()
				t.Errorf("upstream %q: %s was dialled", base, addr)
			} else if !strings.Contains(err.Error(), "prohibited") {
				t.Errorf("upstream %q: %s was not refused by the guard: %v", base, addr, err)
			}
		}
	}
	for _, base := range []string{"ftp://platform.test", "platform.test", "http://", "://"} {
		if _, err := NewClient(ClientOptions{Agent: testAgent, Upstream: base}); err == nil {
			t.Errorf("upstream %q was taken", base)
		}
	}
}

// TestRequestsNameTheBrowserOfTheOperator: a request or stream without a User-Agent is sent with the configured one.
func TestRequestsNameTheBrowserOfTheOperator(t *testing.T) {
	t.Parallel()
	var seen []string
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = append(seen, r.Header.Get("User-Agent")) }))
	t.Cleanup(srv.Close)
	c, err := NewClient(ClientOptions{Hosts: []string{"example.com"}, Upstream: srv.URL, Timeout: 5 * time.Second, Agent: func() string { return "of the shapes" }})
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range []map[string]string{nil, {"User-Agent": "its own"}} {
		if _, err := c.Fetch(t.Context(), Request{URL: "https://example.com/", Header: header}); err != nil {
			t.Error(err)
		}
	}
	for _, agent := range []string{"", "its own"} {
		req := httptest.NewRequest(http.MethodGet, "https://example.com/film.mp4", nil)
		req.Header.Set("User-Agent", agent)
		resp, err := c.Transport().RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	if !slices.Equal(seen, []string{"of the shapes", "its own", "of the shapes", "its own"}) {
		t.Errorf("requests came from %q", seen)
	}
	if _, err := NewClient(ClientOptions{}); err == nil {
		t.Error("a client was built that names no browser")
	}
}
