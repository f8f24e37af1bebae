package web_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/web/webtest"
)

// TestHistoryOfCounts looks at an item in every way that serves counts, and reads what changed, free and for its own
// workspace alone.
func TestHistoryOfCounts(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		item := s.Platforms.Samples()[0].Items[0]
		account := "https://www.youtube.com/@lanternkitchen"
		at := "/v1/items/observations?url=" + url.QueryEscape(item)
		read := func(path string, as map[string]string) []any {
			r := s.Do("GET", path, nil, as)
			if r.Status != 200 {
				t.Fatalf("%s: %d %s", path, r.Status, r.Body)
			}
			return r.JSON(t)["items"].([]any)
		}
		if got := read(at, s.AsKey()); len(got) != 0 {
			t.Errorf("before any lookup: %v", got)
		}
		lookup := s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(item), nil, s.AsKey()).JSON(t)
		s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(item), nil, s.AsKey())
		got := read(at, s.AsKey())
		if len(got) != 1 {
			t.Fatalf("after two equal looks: %v", got)
		}
		record := got[0].(map[string]any)
		if diff := cmp.Diff(lookup["stats"], record["stats"]); diff != "" || record["source"] != "lookup" || record["approximate"] != false {
			t.Errorf("the record %v differs from the lookup\n%s", record, diff)
		}
		if seen, confirmed := record["observedAt"].(string), record["confirmedAt"].(string); seen >= confirmed {
			t.Errorf("seen %s, confirmed %s", seen, confirmed)
		}
		s.Do("GET", "/v1/items?account="+url.QueryEscape(s.Platforms.Samples()[0].Accounts[0]), nil, s.AsKey())
		rounded := 0
		for _, r := range read(at, s.AsKey()) {
			if r := r.(map[string]any); r["source"] == "list" {
				rounded++
			}
		}
		if rounded != 1 {
			t.Errorf("the list left %d records", rounded)
		}
		s.Do("GET", "/v1/accounts/lookup?url="+url.QueryEscape(account), nil, s.AsKey())
		if got := read("/v1/accounts/observations?url="+url.QueryEscape(account), s.AsKey()); len(got) != 1 {
			t.Errorf("the account's history: %v", got)
		}
		tomorrow := time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
		if got := read(at+"&from="+url.QueryEscape(tomorrow), s.AsKey()); len(got) != 0 {
			t.Errorf("from tomorrow on: %v", got)
		}
		for _, bad := range []string{"/v1/items/observations", at + "&id=video_site:g6QYSy6P-nW", at + "&from=yesterday", "/v1/accounts/observations?id=nonsense"} {
			if r := s.Do("GET", bad, nil, s.AsKey()); r.Status != 400 {
				t.Errorf("%s: %d %s", bad, r.Status, r.Body)
			}
		}
	})
}
