package lookup_test

import (
	"context"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/support"
)

// TestSupportSwitchesARouteForAll holds that a switch counts for the next operation of every process, that the next route
// is asked instead, that the reason is shown, and that the environment wins.
func TestSupportSwitchesARouteForAll(t *testing.T) {
	web, api, off := &fake{item: video(1)}, &fake{item: video(2)}, &fake{item: video(3)}
	routes := []sources.Route{off.route("video_site.off"), web.route("video_site.web"), api.route("video_site.api")}
	inTurn(t, routes, func(t *testing.T, b *bench) {
		ctx := context.Background()
		u, err := b.store.Accounts.CreateUser(ctx, accounts.NewUser{Email: "s@example.com", Name: "S", Password: "correct horse battery", Support: true})
		if err != nil {
			t.Fatal(err)
		}
		by := support.Actor{UserID: u.ID, Reason: "they asked us to"}
		other := lookup.New(lookup.Options{Store: b.store, Platforms: release(), Routes: routes, Disabled: []string{"video_site.off"}}) // another process
		switched := func(id string, on bool) {
			t.Helper()
			if err := b.SwitchRoute(ctx, by, id, on); err != nil {
				t.Fatal(err)
			}
		}
		testkit.WantCode(t, b.SwitchRoute(ctx, by, "video_site.none", false), apierror.CodeNotFound)
		testkit.WantCode(t, b.SwitchRoute(ctx, by, "video_site.off", true), apierror.CodeRevisionConflict)
		switched("video_site.web", false)
		for _, s := range []*lookup.Service{b.Service, other} {
			if r, err := s.FirstRoute(ctx, content.VideoSite); err != nil || r.ID != "video_site.api" {
				t.Errorf("an import would ask %s, %v", r.ID, err)
			}
			states, err := s.RouteStates(ctx)
			if err != nil || states[1].State != "disabled" || states[1].Reason != "they asked us to" || states[1].Since == 0 || states[1].BySettings {
				t.Errorf("%+v, %v", states[1], err)
			}
			if !states[0].BySettings || states[0].State != "disabled" {
				t.Errorf("%+v", states[0])
			}
		}
		if _, err := b.ask(0); err != nil {
			t.Fatal(err)
		}
		switched("video_site.api", false)
		_, err = b.ask(0)
		testkit.WantCode(t, err, apierror.CodeRouteDisabled)
		switched("video_site.web", true)
		if _, err := b.ask(0); err != nil {
			t.Error(err)
		}
		if web.calls.Swap(0) != 1 || api.calls.Swap(0) != 1 || off.calls.Load() != 0 {
			t.Error("each route that is on was to be asked once, and the other one never")
		}
	}, func(o *lookup.Options) { o.Disabled = []string{"video_site.off"} })
}
