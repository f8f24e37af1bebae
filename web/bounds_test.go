package web_test

import (
	"fmt"
	"net"
	"net/http"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/web"
	"socialdata/web/webtest"
)

// TestSlowClientsHoldNothing: hundreds of clients that never finish a request take nobody's place, and every phase of a
// request is bounded in time and size.
func TestSlowClientsHoldNothing(t *testing.T) {
	s := embedded(t, webtest.Options{})
	cfg := s.Server.App().Config()
	if cfg.ReadTimeout <= 0 || cfg.WriteTimeout <= 0 || cfg.IdleTimeout <= 0 || cfg.BodyLimit > 2<<20 || cfg.ReadBufferSize > 64<<10 || cfg.Concurrency > 32<<10 || cfg.ReduceMemoryUsage {
		t.Errorf("a bound is missing: %+v", cfg)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	go func() { _ = s.Server.Serve(l) }()
	for n := range 300 {
		c, err := net.Dial("tcp", l.Addr().String())
		testkit.Must(t, err)
		defer c.Close()
		beginnings := []string{"G", "GET /v1/resolve HTTP/1.1\r\nHost: a\r\nX-Slow: ", "POST /v1/auth/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"}
		_, err = c.Write([]byte(beginnings[n%3]))
		testkit.Must(t, err)
	}
	for range 20 {
		r, err := http.Get("http://" + l.Addr().String() + "/healthz")
		testkit.Must(t, err)
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Errorf("beside slow clients: %d", r.StatusCode)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestNobodyLocksAVictimOut: failures from anywhere slow an e-mail and never refuse it, so that its owner still gets in;
// only the pair of the e-mail and the guesser's address is refused.
func TestNobodyLocksAVictimOut(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{SignIn: 100}, Proxies: []string{"0.0.0.0/0"}}, func(t *testing.T, s *webtest.Site) {
		from := func(address, password string) *webtest.Reply {
			return s.Do("POST", "/v1/auth/sessions", map[string]string{"email": webtest.OwnerEmail, "password": password},
				map[string]string{"Origin": webtest.Origin, "X-Forwarded-For": address})
		}
		for n := range 11 {
			if r := from(fmt.Sprintf("2001:db8:0:%d::1", n+1), "wrong wrong wrong"); r.Code() != "invalid_credential" {
				t.Errorf("guess %d: %d %s", n, r.Status, r.Body)
			}
		}
		for range 5 {
			from("2001:db8:0:99::1", "wrong wrong wrong")
		}
		if r := from("2001:db8:0:99::1", webtest.Password); r.Code() != "rate_limited" || r.Header.Get("Retry-After") == "" {
			t.Errorf("the guesser's own pair: %d %s", r.Status, r.Body)
		}
		if r := from("2001:db8:0:aaaa::1", webtest.Password); r.Status != 201 {
			t.Errorf("the victim: %d %s", r.Status, r.Body)
		}
	})
}
