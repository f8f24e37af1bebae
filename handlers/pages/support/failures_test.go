package support

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/content"
	"socialdata/models/support"
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
