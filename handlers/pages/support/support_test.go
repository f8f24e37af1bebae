package support

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/views"
)

func TestFiltersOfFailures(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		at, link string
		filtered bool
		want     support.FailureFilter
	}{
		"none": {"/support", "/support?range=24h", false, support.FailureFilter{Since: now.AddDate(0, 0, -1)}},
		"a week": {"/support?range=7d", "/support?range=7d", false,
			support.FailureFilter{Since: now.AddDate(0, 0, -7)}},
		"an odd period": {"/support?range=9y", "/support?range=24h", false,
			support.FailureFilter{Since: now.AddDate(0, 0, -1)}},
		"all": {"/support?code=not_found&platform=clip_site&route=r&workspace=w&range=1h",
			"/support?code=not_found&platform=clip_site&range=1h&route=r&workspace=w", true,
			support.FailureFilter{Code: "not_found", Platform: content.ClipSite, RouteID: "r", WorkspaceID: "w",
				Since: now.Add(-time.Hour)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := readFailureQuery(pagetest.Asked(t, tt.at))
			if q.at() != tt.link || q.filtered() != tt.filtered {
				t.Errorf("at %q, filtered %t", q.at(), q.filtered())
			}
			if diff := cmp.Diff(tt.want, q.filter(now)); diff != "" {
				t.Errorf("filter (-want +got)\n%s", diff)
			}
		})
	}
}

func TestShareOfARoute(t *testing.T) {
	t.Parallel()
	for want, stats := range map[string]routehealth.CallStats{
		"": {}, "0 %": {Total: 3}, "66.7 %": {Total: 3, Succeeded: 2}, "99.9 %": {Total: 30000, Succeeded: 29999}, "100 %": {Total: 9, Succeeded: 9},
	} {
		got := (&Handlers{Base: &page.Base{Service: pagetest.Service()}}).routeRow(lookup.RouteState{Route: sources.Route{ID: "r"}, Stats: stats}, routehealth.Past{})
		if got.Share != want || got.Failed != stats.Total-stats.Succeeded || got.Failures != "/support?range=24h&route=r" {
			t.Errorf("share %q, failed %d, failures %q; want a share of %q", got.Share, got.Failed, got.Failures, want)
		}
	}
}

// TestCauseSaysWhatItsGroupDoesNot holds that the words of a cause are without what stands beside them.
func TestCauseSaysWhatItsGroupDoesNot(t *testing.T) {
	t.Parallel()
	for cause, want := range map[string]string{
		"": "", "route_degraded": "", "the box (moov) is cut: EOF": "the box (moov) is cut: EOF", "route_degraded: EOF": "EOF", "route_degraded routeId=a.web: no answer (3): EOF": "no answer (3): EOF",
		"route_degraded routeId=a.web: lookup source(item:a:1): the platform answered 429": "the platform answered 429",
	} {
		if got := causeBeyond(apierror.CodeRouteDegraded, cause); got != want {
			t.Errorf("%q: %q, want %q", cause, got, want)
		}
	}
}

// TestNetworkErrorsAreSaidInWords holds that a cause that ends with an error of the network is said in words, and kept as it was recorded.
func TestNetworkErrorsAreSaidInWords(t *testing.T) {
	t.Parallel()
	for cause, want := range map[string][2]string{
		"":    {"", ""},
		"EOF": {"the connection was closed before the answer ended", "EOF"},
		`Get "https://a.example/": context deadline exceeded`: {"no answer came in time", `Get "https://a.example/": context deadline exceeded`},
		"the platform answered 429":                           {"the platform answered 429", ""},
	} {
		if words, raw := causeInWords(cause); words != want[0] || raw != want[1] {
			t.Errorf("%q: %q and %q, want %q", cause, words, raw, want)
		}
	}
}

// TestBusiestFirst holds that queues with work stand before those that only did some today.
func TestBusiestFirst(t *testing.T) {
	t.Parallel()
	queues := []views.Queue{{Name: "canaries", Processed: 9}, {Name: "deliveries", Retry: 1}, {Name: "imports", Pending: 2, Active: 1}, {Name: "watches"}}
	busiestFirst(queues)
	for n, want := range []string{"imports", "deliveries", "canaries", "watches"} {
		if queues[n].Name != want {
			t.Errorf("place %d has %s, want %s", n, queues[n].Name, want)
		}
	}
}
