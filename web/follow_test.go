package web_test

import (
	"fmt"
	"net/url"
	"strings"
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

// TestShortLinksInBatchesAndWatches: batches of accounts and of their lists, and new watches, follow short links as single lookups
// do, with the same refusals.
func TestShortLinksInBatchesAndWatches(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		first := func(code string) string { return simulator.ShortLinks(code)[0] }
		rows := fmt.Sprintf(`{"accounts":[%q,%q,%q,%q]}`, first(simulator.ShortPerson), first(simulator.ShortItem), first(simulator.ShortDead), first(simulator.ShortWall))
		for _, path := range []string{"/v1/accounts/lookups", "/v1/items/pages"} {
			a, r := askAccounts(t, s, path, rows)
			asTheContractSays(t, contractOf(t, s), "POST", path, r)
			for n, want := range []string{"", "unsupported_object", "not_found", "route_degraded"} {
				row := a.Results[n]
				if want == "" && row.Status != 200 || want != "" && (row.Error == nil || row.Error.Code != want) {
					t.Errorf("%s, row %d: %+v, want %q", path, n, row, want)
				}
			}
			if !strings.Contains(string(r.Body), `"reason":"object_not_supported"`) || strings.Contains(string(r.Body), "short_link") {
				t.Errorf("%s does not say what a list says of a link to an item: %s", path, r.Body)
			}
		}
		scenario{name: "a list", path: "/v1/items?account=" + url.QueryEscape(first(simulator.ShortItem)), status: 422, code: "unsupported_object", has: []string{`"reason":"object_not_supported"`}}.run(t, s, s.AsKey())
		watch := func(kind, field, link string) string {
			return fmt.Sprintf(`{"name":"w","every":"1d","source":{"kind":%q,%q:%q}}`, kind, field, link)
		}
		for _, tt := range []struct {
			name, body string
			status     int
			code       string
			has        []string
		}{
			{"an account", watch("account", "account", first(simulator.ShortPerson)), 201, "", []string{`"account":"clip_site:@`}},
			{"an item", watch("item", "url", first(simulator.ShortItem)), 201, "", []string{`"url":"https://www.tiktok.com/@`}},
			{"an item as an account", watch("account", "account", first(simulator.ShortItem)), 422, "unsupported_object", []string{"object_not_supported"}},
			{"nowhere", watch("item", "url", first(simulator.ShortDead)), 404, "not_found", nil},
			{"a wall", watch("account", "account", first(simulator.ShortWall)), 503, "route_degraded", nil},
			{"abroad", watch("item", "url", first(simulator.ShortForeign)), 422, "unsupported_object", nil},
		} {
			r := scenario{name: tt.name, method: "POST", path: "/v1/watches", body: tt.body, status: tt.status, code: tt.code, has: tt.has}.run(t, s, s.AsKey())
			asTheContractSays(t, contractOf(t, s), "POST", "/v1/watches", r)
		}
		body := watch("item", "url", simulator.ShortLinks(simulator.ShortItem)[1]) // not followed yet
		for n := range 2 {
			calls := s.Calls.Load()
			r := scenario{name: "with a key", method: "POST", path: "/v1/watches", body: body, status: 201, has: []string{`"url":"https://www.tiktok.com/@`}}.run(t, s, withIdempotencyKey(s.AsKey(), "watch"))
			if asked := s.Calls.Load() - calls; asked != int64(1-n) || (r.Header.Get("Idempotency-Replayed") == "true") != (n == 1) {
				t.Errorf("sent time %d: %d calls, %v", n+1, asked, r.Header)
			}
		}
		scenario{name: "kept though the watch was refused", method: "POST", path: "/v1/watches", body: watch("account", "account", simulator.ShortLinks(simulator.ShortItem)[2]), status: 422,
			code: "unsupported_object", has: []string{"object_not_supported"}}.run(t, s, withIdempotencyKey(s.AsKey(), "refused"))
		calls := s.Calls.Load()
		scenario{name: "resolved without a call", path: "/v1/resolve?follow=true&url=" + url.QueryEscape(simulator.ShortLinks(simulator.ShortItem)[2]), status: 200, has: []string{`"supported":true`}}.run(t, s, s.AsKey())
		if s.Calls.Load() != calls {
			t.Error("where the link led was forgotten with the refused watch")
		}
		page := "/w/" + s.Workspace + "/watches/new?kind="
		scenario{name: "page, an account", path: page + "account&account=" + url.QueryEscape(first(simulator.ShortPerson)), status: 200, has: []string{"https://www.tiktok.com/@"}}.run(t, s, s.AsOwner())
		scenario{name: "page, an item", path: page + "item&url=" + url.QueryEscape(first(simulator.ShortItem)), status: 200, has: []string{"https://www.tiktok.com/@"}}.run(t, s, s.AsOwner())
		if r := s.Do("GET", page+"item&url="+url.QueryEscape(first(simulator.ShortWall)), nil, s.AsOwner()); r.Status != 400 || !strings.Contains(string(r.Body), "This is a short link, and we could not follow it") {
			t.Errorf("page, a wall: %d %.300s", r.Status, r.Body)
		}
	})
}
