package web_test

import (
	"context"
	"strings"
	"testing"

	"socialdata/models/accounts"
	"socialdata/models/support"
	"socialdata/web/webtest"
)

// TestAnImportKeepsItsRequestID holds that the id a caller saw leads support to the import, and that it is no part of what
// makes two requests equal.
func TestAnImportKeepsItsRequestID(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		post := func(requestID string) *webtest.Reply {
			header := s.AsKey()
			header["Idempotency-Key"], header["X-Request-Id"] = "one", requestID
			return s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": s.Platforms.Samples()[0].Items[0]}, header)
		}
		first, second := post("my-request.1"), post("my-request.2")
		if first.Status != 202 || second.Header.Get("Idempotency-Replayed") != "true" {
			t.Fatalf("%d, then %d %s", first.Status, second.Status, second.Body)
		}
		id, err := s.Store.Support.FindImportByAnyID(context.Background(), "my-request.1")
		if err != nil || !strings.HasSuffix(first.Header.Get("Location"), id) {
			t.Errorf("the request leads to %q, %v", id, err)
		}
	})
}

// TestARouteThatSupportSwitchedOffSaysSo holds what customers see of it.
func TestARouteThatSupportSwitchedOffSaysSo(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ctx := context.Background()
		u, err := s.Store.Accounts.CreateUser(ctx, accounts.NewUser{Email: "s@example.com", Name: "S", Password: webtest.Password, Support: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Store.Support.SwitchRouteOff(ctx, support.Actor{UserID: u.ID, Reason: "The platform is temporarily refusing requests."}, "clip_site.web"); err != nil {
			t.Fatal(err)
		}
		scenario{name: "the list", path: "/v1/source-routes", status: 200, has: []string{`"state":"disabled","reason":"The platform is temporarily refusing requests.","since":"2`}}.run(t, s, s.AsKey())
		scenario{name: "a lookup", path: "/v1/items/lookup?url=" + s.Platforms.Samples()[1].Items[0], status: 503, code: "route_disabled"}.run(t, s, s.AsKey())
		if page := string(s.Do("GET", "/status", nil, nil).Body); !strings.Contains(page, "The platform is temporarily refusing requests.") || !strings.Contains(page, "Switched off") {
			t.Error("the status page does not say why")
		}
	})
}
