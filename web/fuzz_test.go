package web

import (
	"net/netip"
	"net/url"
	"testing"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/models/modelstest"
)

// FuzzSimpleQuery: the fast path takes no request that the operation's own check would refuse.
func FuzzSimpleQuery(f *testing.F) {
	for _, seed := range []string{"url=https://youtu.be/aaaaaaaaaaa", "url=https%3A%2F%2Fyoutu.be%2Faaaaaaaaaaa&maxAge=1h&include=transcript", "maxAge=01h", "maxAge=366d",
		"url=a&url=b", "url=%FF", "url=%00", "&&=", "include=", "maxAge=9999999m", "maxAge=%2B1m"} {
		f.Add(seed)
	}
	s, err := New(Options{API: &v1.Handlers{Service: &operations.Service{}}, Store: modelstest.SQLite(f, nil)})
	if err != nil {
		f.Fatal(err)
	}
	check := newInputCheck(s.api.OpenAPI().Components.Schemas, s.opts.API.Formats())
	op := s.api.OpenAPI().Paths["/v1/items/lookup"].Get
	f.Fuzz(func(t *testing.T, query string) {
		c := s.app.AcquireCtx(&fasthttp.RequestCtx{})
		defer s.app.ReleaseCtx(c)
		c.Request().URI().SetQueryString(query)
		q, simple := simpleQuery(c)
		if !simple {
			return
		}
		if _, simple = v1.SimpleItemRequest(q[0], q[1], q[2], q[3]); !simple {
			return
		}
		for _, p := range check.query(op, c, nil) {
			if p.Name != "url" { // the link is judged by whoever looks it up
				t.Errorf("%q: the fast path takes what is refused for %+v", query, p)
			}
		}
	})
}

// FuzzAddress: whatever stands in X-Forwarded-For, the caller's address is one, and without trust it is the peer's.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{"", "192.0.2.1", "192.0.2.1, 10.0.0.1", "::1,", "a, b", "[::1]:80", "192.0.2.1%eth0"} {
		f.Add(seed)
	}
	peer := netip.MustParseAddr("10.0.0.9")
	trusted, err := parseProxies([]string{"10.0.0.0/8"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, forwarded string) {
		if at := (proxies)(nil).clientAddress(peer, forwarded); at != peer {
			t.Errorf("%q moved an untrusted peer to %v", forwarded, at)
		}
		if at := trusted.clientAddress(peer, forwarded); !at.IsValid() {
			t.Errorf("%q leads nowhere", forwarded)
		}
	})
}

// FuzzCookie: a header of any bytes names a caller only by a cookie or a key of ours.
func FuzzCookie(f *testing.F) {
	for _, seed := range []string{session.CookieName + "=x", "a=b; " + session.CookieName + "=\"x\"", "=", ";;;", url.QueryEscape("\x00")} {
		f.Add(seed)
	}
	cookies, err := session.NewCookies([][]byte{make([]byte, 32)}, true)
	if err != nil {
		f.Fatal(err)
	}
	app := fiber.New()
	f.Fuzz(func(t *testing.T, header string) {
		c := app.AcquireCtx(&fasthttp.RequestCtx{})
		defer app.ReleaseCtx(c)
		c.Request().Header.Set(fiber.HeaderCookie, header)
		c.Request().Header.Set(fiber.HeaderAuthorization, header)
		if token, ok := cookies.Read(c.Cookies(session.CookieName)); ok {
			t.Errorf("%q is a session: %q", header, token)
		}
		_ = bearer(c)
	})
}
