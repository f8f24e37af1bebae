package web_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/acts"
	"socialdata/models/db"
	"socialdata/web/webtest"
)

// TestAnUnmeteredWorkspaceIsRefusedNothingForCredits looks up without a credit: refused, then, not metered, answered
// and counted, by both paths of a lookup. Pages speak of use, /v1/me says so, and the owners' record names it.
func TestAnUnmeteredWorkspaceIsRefusedNothingForCredits(t *testing.T) {
	each(t, webtest.Options{Credits: 1}, func(t *testing.T, s *webtest.Site) {
		lookup := func() int {
			return s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(s.Platforms.Samples()[0].Items[0]), nil, s.AsKey()).Status
		}
		if first, second := lookup(), lookup(); first != 200 || second != 402 {
			t.Fatalf("with one credit: %d, %d", first, second)
		}
		me := func() (m struct{ Metered *bool }) {
			testkit.Must(t, json.Unmarshal(s.Do("GET", "/v1/me", nil, s.AsKey()).Body, &m))
			return m
		}
		if m := me(); m.Metered == nil || !*m.Metered {
			t.Errorf("before: %+v", m)
		}
		changed, err := s.Store.Support.MeterByOperator(t.Context(), s.Workspace, false)
		if testkit.Must(t, err); !changed {
			t.Error("nothing changed")
		}
		for range 2 {
			if status := lookup(); status != 200 {
				t.Errorf("not metered: %d", status)
			}
		}
		after, err := s.Store.Billing.Credits(t.Context(), s.Workspace)
		if testkit.Must(t, err); after.Spent != 3 {
			t.Errorf("the use is not counted: %+v", after)
		}
		if m := me(); m.Metered == nil || *m.Metered {
			t.Errorf("after: %+v", m)
		}
		said := ""
		for _, path := range []string{"/v1/me", "/v1/workspaces/" + s.Workspace + "/usage", "/v1/items/lookup?dryRun=true&url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])} {
			said += string(s.Do("GET", path, nil, s.AsKey()).Body)
		}
		said += string(s.Do("GET", "/v1/workspaces/"+s.Workspace+"/credits", nil, s.AsOwner()).Body)
		said += string(s.Do("GET", "/w/"+s.Workspace+"/credits/export.csv", nil, s.AsOwner()).Body)
		said += s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(s.Platforms.Samples()[0].Items[0]), nil, s.AsKey()).Header.Get("Service-Credits-Remaining")
		if strings.Contains(said, "45035996") || !strings.Contains(said, `"balance":-2`) || !strings.Contains(said, `"granted":1`) || !strings.HasSuffix(said, "-3") {
			t.Errorf("the balances are not those without the advance: %s", said)
		}
		for _, path := range []string{"/credits", ""} {
			body := string(s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()).Body)
			if !strings.Contains(body, "not metered") || strings.Contains(body, "Balance</dt>") || strings.Contains(body, "4,503,599") {
				t.Errorf("the page %q does not speak of use", path)
			}
		}
		p, err := s.Store.Acts.List(t.Context(), s.Workspace, acts.Filter{Kind: "unmetered"}, db.PageRequest{Limit: 5})
		if testkit.Must(t, err); len(p.Items) != 1 || p.Items[0].Door != acts.Support {
			t.Errorf("the record has %+v", p.Items)
		}
	})
}
