package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/web/webtest"
)

// TestStatusPageSaysWhichSourceWorks reads the public page before and after a source fails.
func TestStatusPageSaysWhichSourceWorks(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		page := func() string {
			t.Helper()
			r := s.Do("GET", "/status", nil, nil)
			if r.Status != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
				t.Fatalf("%d %s", r.Status, r.Header.Get("Content-Type"))
			}
			csp := r.Header.Get("Content-Security-Policy")
			if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") || r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Referrer-Policy") != "same-origin" {
				t.Errorf("headers %v", r.Header)
			}
			return string(r.Body)
		}
		if before := page(); strings.Contains(before, "Works") || !strings.Contains(before, "Not called yet") || strings.Count(before, `class="none"`) != 24*strings.Count(before, `class="hours"`) {
			t.Errorf("before any call: %.1500s", before)
		}
		s.Platforms.Fail(simulator.Failure{Platform: "clip_site", Reset: true})
		for _, link := range s.Platforms.Samples()[1].Items[:10] {
			s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(link), nil, s.AsKey())
		}
		s.Clock.Add(61 * time.Second) // the calls are counted once a minute where no worker counts them
		after := page()
		for _, part := range []string{"Degraded", "network_transport", "Some sources are degraded", "11 failed", "Not called yet: account"} {
			if !strings.Contains(after, part) {
				t.Errorf("after ten failures the page lacks %q", part)
			}
		}
		testkit.Must(t, s.Store.Housekeep(t.Context()))
		s.Clock.Add(25 * time.Hour)
		testkit.Must(t, s.Store.Housekeep(t.Context()))
		later := page()
		if strings.Contains(later, "11 failed") || strings.Contains(later, "Answered, 24 h") {
			t.Error("a day later the failures are still shown")
		}
		if !strings.Contains(later, "Answered, 30 d") {
			t.Error("a day later the month forgets them")
		}
	})
}

// TestAssetsAreKeptForEver holds that every address in a page is served, with its hash in its name.
func TestAssetsAreKeptForEver(t *testing.T) {
	s := embedded(t, webtest.Options{})
	body := string(s.Do("GET", "/status", nil, nil).Body)
	for _, part := range strings.Split(body, "\"") {
		if !strings.HasPrefix(part, "/static/") {
			continue
		}
		r := s.Do("GET", part, nil, nil)
		if r.Status != http.StatusOK || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %q", part, r.Status, r.Header.Get("Cache-Control"))
		}
	}
}

func TestAMissingPageKnowsItsReader(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for who, want := range map[string]bool{"a stranger": true, "an owner": false} {
			as := map[string]string{}
			if !want {
				as = s.AsOwner()
			}
			as["Accept"] = "text/html"
			r := s.Do("GET", "/nothing-is-here", nil, as)
			offered := strings.Contains(string(r.Body), `href="/sign-in"`) && strings.Contains(mainOf(string(r.Body)), `<a class="button" href="/sign-in">Sign in</a>`)
			if r.Status != http.StatusNotFound || !strings.Contains(string(r.Body), "Page not found") || offered != want {
				t.Errorf("%s gets %d, and an offer to sign in: %v", who, r.Status, offered)
			}
		}
		staff := newDesk(t, s).support
		staff["Accept"] = "text/html"
		if body := mainOf(string(s.Do("GET", "/w/"+s.Workspace+"/imports/"+db.NewID(), nil, staff).Body)); !strings.Contains(body, `href="/support"`) || strings.Contains(body, "Go to overview") {
			t.Errorf("support is led to a page that it has not: %s", body)
		}
	})
}

func TestASlashAtTheEndIsForgiven(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		page := map[string]string{"Accept": "text/html"}
		for path, want := range map[string]string{"/status/": "/status", "/docs/?q=a%2Fb": "/docs?q=a%2Fb", "//example.org/": "/example.org", "/\\example.org/": "/example.org", "/x%2F/": "/x%2F"} {
			if r := s.Do("GET", path, nil, page); r.Status != http.StatusPermanentRedirect || r.Header.Get("Location") != want {
				t.Errorf("%s: %d, %q", path, r.Status, r.Header.Get("Location"))
			}
		}
		for method, path := range map[string]string{"POST": "/status/", "GET": "/v1/sources/"} {
			if r := s.Do(method, path, nil, page); r.Status == http.StatusPermanentRedirect {
				t.Errorf("%s %s is sent to %q", method, path, r.Header.Get("Location"))
			}
		}
	})
}
