package web_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/web/webtest"
)

// TestShortLinksAreLookedUp: a link as a phone shares it is looked up, resolved on request and imported; the platform is asked
// once where it leads, what it leads to is charged like any item, and a refusal is free.
func TestShortLinksAreLookedUp(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		q := url.QueryEscape
		short := simulator.ShortLinks(simulator.ShortItem)[0]
		scenario{name: "a resolve stays here", path: "/v1/resolve?url=" + q(short), status: 200, has: []string{`"reason":"short_link"`, `"supported":false`}}.run(t, s, s.AsKey())
		scenario{name: "an estimate stays here", path: "/v1/items/lookup?dryRun=true&url=" + q(short), status: 422, code: "unsupported_object"}.run(t, s, s.AsKey())
		if n := s.Calls.Load(); n != 0 {
			t.Errorf("%d calls to the platform", n)
		}
		scenario{name: "followed", path: "/v1/resolve?follow=true&url=" + q(short), status: 200, has: []string{`"supported":true`, `"id":"clip_site:`}}.run(t, s, s.AsKey())
		before := s.Calls.Load()
		scenario{name: "again", path: "/v1/resolve?follow=true&url=" + q(short), status: 200, has: []string{`"supported":true`}}.run(t, s, s.AsKey())
		if n := s.Calls.Load(); before != 1 || n != 1 {
			t.Errorf("%d and %d calls, want one", before, n)
		}
		looked := scenario{name: "lookup", path: "/v1/items/lookup?url=" + q(short), status: 200, has: []string{`"creditsCharged":1`}}.run(t, s, s.AsKey()).JSON(t)
		scenario{name: "the item itself", path: "/v1/items/lookup?url=" + q(looked["url"].(string)), status: 200, has: []string{`"creditsCharged":0`}}.run(t, s, s.AsKey())
		scenario{name: "an estimate that knows", path: "/v1/items/lookup?dryRun=true&url=" + q(short), status: 200}.run(t, s, s.AsKey())
		scenario{name: "comments", path: "/v1/comments?url=" + q(short), status: 200}.run(t, s, s.AsKey())
		person := q(simulator.ShortLinks(simulator.ShortPerson)[0])
		scenario{name: "an estimate of a list stays here", path: "/v1/items?dryRun=true&account=" + person, status: 422, code: "unsupported_object"}.run(t, s, s.AsKey())
		scenario{name: "a list", path: "/v1/items?account=" + person, status: 200, has: []string{`"id":"clip_site:`}}.run(t, s, s.AsKey())
		scenario{name: "an account", path: "/v1/accounts/lookup?url=" + person, status: 200, has: []string{`"id":"clip_site:`}}.run(t, s, s.AsKey())
		scenario{name: "an item as a list", path: "/v1/items?account=" + q(short), status: 422, code: "unsupported_object"}.run(t, s, s.AsKey())
		scenario{name: "a batch", method: "POST", path: "/v1/items/lookups", body: urlsBody(t, short), status: 200, has: []string{`"status":200`}}.run(t, s, s.AsKey())
		for code, want := range map[string]string{simulator.ShortWall: "503 route_degraded", simulator.ShortDead: "404 not_found", simulator.ShortForeign: "422 unsupported_object", simulator.ShortLoop: "422 unsupported_object"} {
			for _, short := range simulator.ShortLinks(code) {
				r := s.Do("GET", "/v1/items/lookup?url="+q(short), nil, s.AsKey())
				if got := fmt.Sprint(r.Status, " ", r.Code()); got != want || r.Header.Get("Service-Credits-Charged") != "0" {
					t.Errorf("%s: %s, want %s", short, got, want)
				}
				checkAnswer(t, short, r)
			}
		}
		as := withIdempotencyKey(s.AsKey(), "phone")
		scenario{name: "import", method: "POST", path: "/v1/ingestions", body: `{"sourceUrl":"` + short + `"}`, status: 202}.run(t, s, as)
		s.Clock.Add(31 * 24 * time.Hour)
		calls := s.Calls.Load()
		scenario{name: "after a month", path: "/v1/resolve?follow=true&url=" + q(short), status: 200}.run(t, s, s.AsKey())
		if s.Calls.Load() != calls+1 {
			t.Error("where a link leads was believed for more than 30 days")
		}
	})
}
