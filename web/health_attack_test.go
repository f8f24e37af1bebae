package web_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/models/accounts"
	"socialdata/web/webtest"
)

// TestFailingLinksOfOneTenantTouchNobodyElse plays the attack in which a tenant asks for an item that the platform
// walls off, again and again, to have the whole platform switched off.
func TestFailingLinksOfOneTenantTouchNobodyElse(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ctx := context.Background()
		other, err := s.Store.Accounts.CreateWorkspace(ctx, "Other", s.OwnerID, 1000)
		if err != nil {
			t.Fatal(err)
		}
		_, key, err := s.Store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: other.ID, Name: "k", CreatedBy: s.OwnerID})
		if err != nil {
			t.Fatal(err)
		}
		lookup := func(link, key string) *webtest.Reply {
			return s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(link), nil, map[string]string{"Authorization": "Bearer " + key})
		}
		good := s.Platforms.Samples()[1].Items
		for n := range 60 {
			if r := lookup("https://www.tiktok.com/@x/video/"+simulator.ClipSoftBlock, s.Key); r.Code() != "route_degraded" {
				t.Fatalf("the attacker's link: %d %s", r.Status, r.Body)
			}
			if r := lookup(good[n%len(good)], key); r.Status != http.StatusOK {
				t.Fatalf("after %d failing lookups another tenant gets %d %s", n+1, r.Status, r.Body)
			}
			s.Clock.Add(2 * time.Second)
		}
	})
}

// TestKnownObjectsAreAnswered: the simulator answers the known object of every operation, by which routes are checked.
func TestKnownObjectsAreAnswered(t *testing.T) {
	for _, route := range platforms.All().Routes(sourcestest.Fetcher(t, simulator.New(), platforms.All().Hosts()...), platforms.Options{}) {
		for _, op := range route.Operations() {
			t.Run(route.ID+"/"+string(op), func(t *testing.T) {
				if !route.HasKnown(op) {
					t.Fatal("there is no known object")
				}
				if err := route.AskKnown(sources.WithTenant(t.Context(), ""), op); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
