package web_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestUsageCountsWhatAPeriodCost tells what was charged in the window from what was ever charged.
func TestUsageCountsWhatAPeriodCost(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		if r := s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(s.Platforms.Samples()[0].Items[0]), nil, s.AsKey()); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		spent := func(period string) string {
			credits := s.Do("GET", "/v1/workspaces/"+s.Workspace+"/usage?range="+period, nil, s.AsKey()).JSON(t)["credits"].(map[string]any)
			return fmt.Sprint(credits["spentInWindow"], " of ", credits["spent"])
		}
		if got := spent("6h"); got != "1 of 1" {
			t.Errorf("just now: %s", got)
		}
		modelstest.Run(t, s.Store, "UPDATE ledger_entries SET created_at = ? WHERE amount < 0", db.Micros(s.Store.Now().Add(-48*time.Hour)))
		if hours, days := spent("6h"), spent("7d"); hours != "0 of 1" || days != "1 of 1" {
			t.Errorf("two days later: %s in 6 hours, %s in 7 days", hours, days)
		}
	})
}
