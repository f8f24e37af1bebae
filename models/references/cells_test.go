package references_test

import (
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/models/references"
)

// TestAdsInTables have what the library says in columns of their own, which are empty for everything else.
func TestAdsInTables(t *testing.T) {
	t.Parallel()
	at := func(day int) *content.Time { return new(content.At(time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC))) }
	cells := func(link string, ad *references.ObservedAd) map[string]string {
		r := references.Reference{CanonicalURL: link, Tags: "[]"}
		r.Observe(references.SourceObserved{ObservationID: "o", ObservedAt: *at(20), Ad: ad})
		named, row := map[string]string{}, references.Cells(r)
		for n, name := range references.Columns() {
			named[name] = row[n]
		}
		return named
	}
	const link = "https://www.facebook.com/ads/library/?id=1800000000000000"
	for name, tt := range map[string]struct {
		is   *references.ObservedAd
		want map[string]string
	}{
		"runs": {&references.ObservedAd{PageName: new("Copperline"), Active: new(true), StartedAt: at(11), CTAText: new("Shop now"), LinkURL: new("https://copperline.example/")},
			map[string]string{"ad_advertiser": "Copperline", "ad_library_id": "1800000000000000", "ad_active": "true", "ad_started_at": "2026-11-11T00:00:00.000Z", "ad_ended_at": "",
				"ad_days_running": "10", "ad_call_to_action": "Shop now", "ad_landing_link": "https://copperline.example/"}},
		"ended":          {&references.ObservedAd{Active: new(false), StartedAt: at(11), EndedAt: at(13)}, map[string]string{"ad_active": "false", "ad_ended_at": "2026-11-13T00:00:00.000Z", "ad_days_running": "3"}},
		"ended, unknown": {&references.ObservedAd{Active: new(false), StartedAt: at(11)}, map[string]string{"ad_active": "false", "ad_days_running": ""}},
		"unknown":        {&references.ObservedAd{StartedAt: at(11)}, map[string]string{"ad_active": "", "ad_days_running": "", "ad_advertiser": ""}},
		"no ad":          {nil, map[string]string{"ad_library_id": "", "ad_active": "", "ad_days_running": ""}},
	} {
		got := cells(link, tt.is)
		for column, want := range tt.want {
			if got[column] != want {
				t.Errorf("%s: %s is %q, want %q", name, column, got[column], want)
			}
		}
	}
}
