package web_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/web/webtest"
)

// accountQuery returns the query for an account such as video_site:@handle.
func accountQuery(selector string) string {
	platform, handle, _ := strings.Cut(selector, ":")
	return "platform=" + platform + "&handle=" + url.QueryEscape(handle)
}

// TestAsOf looks items and accounts up as they change, and reads what each workspace was served by a time: free, without a call
// to a platform, and never what only another workspace was served.
func TestAsOf(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		sample := s.Platforms.Samples()[0]
		w, err := s.Store.Accounts.CreateWorkspace(context.Background(), "Other", s.OwnerID, 1000)
		testkit.Must(t, err)
		_, theirs, err := s.Store.Accounts.CreateKey(context.Background(), accounts.NewAPIKey{WorkspaceID: w.ID, Name: "other", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()})
		testkit.Must(t, err)
		other := map[string]string{"Authorization": "Bearer " + theirs}
		for _, path := range []string{"/v1/items/lookup?url=" + url.QueryEscape(sample.Items[0]), "/v1/items/lookup?include=transcript&url=" + url.QueryEscape(sample.Items[0]),
			"/v1/accounts/lookup?" + accountQuery(sample.Accounts[0])} {
			asOf := func(at time.Time, as map[string]string) *webtest.Reply {
				return s.Do("GET", path+"&asOf="+url.QueryEscape(at.UTC().Format(time.RFC3339Nano)), nil, as)
			}
			before := s.Clock.Now()
			s.Clock.Add(time.Hour)
			first := s.Do("GET", path+"&maxAge=0", nil, s.AsKey())
			afterFirst := s.Clock.Now()
			s.Clock.Add(time.Hour)
			second := s.Do("GET", path+"&maxAge=0", nil, other)
			s.Clock.Add(time.Hour)
			third := s.Do("GET", path+"&maxAge=0", nil, s.AsKey())
			calls := s.Calls.Load()
			for name, c := range map[string]struct {
				at   time.Time
				as   map[string]string
				want *webtest.Reply // nil: 404
			}{
				"before":                   {before, s.AsKey(), nil},
				"after the first":          {afterFirst, s.AsKey(), first},
				"while the other had more": {afterFirst.Add(90 * time.Minute), s.AsKey(), first},
				"now":                      {s.Clock.Now(), s.AsKey(), third},
				"of the other, before":     {afterFirst, other, nil},
				"of the other":             {s.Clock.Now(), other, second},
			} {
				r := asOf(c.at, c.as)
				if c.want == nil {
					if r.Status != 404 || r.Code() != "not_found" || !strings.Contains(string(r.Body), `"resource":"answer"`) {
						t.Errorf("%s %s: %d %s", path, name, r.Status, r.Body)
					}
					continue
				}
				got, want := r.JSON(t), c.want.JSON(t)
				if r.Status != 200 || got["observedAt"] != want["observedAt"] || got["id"] != want["id"] || got["cached"] != true || r.Header.Get("Service-Credits-Charged") != "0" {
					t.Errorf("%s %s: %d %v %s, want observed at %v", path, name, r.Status, r.Header, r.Body, want["observedAt"])
				}
				if strings.Contains(path, "transcript") && got["transcript"] == nil {
					t.Errorf("%s %s: no transcript", path, name)
				}
			}
			if n := s.Calls.Load(); n != calls {
				t.Errorf("%s: %d calls to a platform", path, n-calls)
			}
			for query, field := range map[string]string{"asOf=yesterday": "asOf", "asOf=2999-01-01T00:00:00Z": "asOf", "asOf=2026-01-01T00:00:00Z&maxAge=1h": "maxAge",
				"asOf=2026-01-01T00:00:00Z&dryRun=true": "dryRun", "asOf=": "asOf"} {
				if r := s.Do("GET", path+"&"+query, nil, s.AsKey()); r.Status != 400 || !strings.Contains(string(r.Body), `"name":"`+field+`"`) {
					t.Errorf("%s: %d %s", query, r.Status, r.Body)
				}
			}
		}
	})
}
