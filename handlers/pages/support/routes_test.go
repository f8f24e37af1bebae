package support

import (
	"testing"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
)

func TestShareOfARoute(t *testing.T) {
	t.Parallel()
	for want, stats := range map[string]routehealth.CallStats{
		"": {}, "0 %": {Total: 3}, "66.6 %": {Total: 3, Succeeded: 2}, "99.9 %": {Total: 30000, Succeeded: 29999}, "100 %": {Total: 9, Succeeded: 9},
	} {
		got := (&Handlers{Base: &page.Base{Service: pagetest.Service()}}).routeRow(lookup.RouteState{Route: sources.Route{ID: "r"}, Stats: stats})
		if got.Share != want || got.Failed != stats.Total-stats.Succeeded || got.Failures != "/support?range=24h&route=r" {
			t.Errorf("share %q, failed %d, failures %q; want a share of %q", got.Share, got.Failed, got.Failures, want)
		}
	}
}
