package web_test

import (
	"strings"
	"testing"

	"socialdata/web/webtest"
)

// TestChartsFollowTheZoneOfTheWorkspace sets a zone, and holds that the pages name it, that nonsense changes nothing, and
// that the API stays in UTC.
func TestChartsFollowTheZoneOfTheWorkspace(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace
		overview := func() string { return mainOf(string(s.Do("GET", at, nil, s.AsOwner()).Body)) }
		s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": s.Platforms.Samples()[0].Items[0], "mediaProfile": "none"}, withKey(s, "one"))
		if !strings.Contains(overview(), "those of UTC") {
			t.Error("a new workspace is not in UTC")
		}
		if status, where, _ := send(t, s, at+"/zone", s.AsOwner(), "zone", "Asia/Kolkata"); status != 303 || where != at+"/rename" {
			t.Errorf("the zone was not set: %d %s", status, where)
		}
		if page := string(s.Do("GET", at+"/rename", nil, s.AsOwner()).Body); !strings.Contains(page, `<optgroup label="Africa">`) || !strings.Contains(page, `<option value="Asia/Kolkata" selected>`) {
			t.Error("the zone is not chosen from a list")
		}
		for range 2 {
			if page := overview(); !strings.Contains(page, "Asia/Kolkata (UTC+5:30)") {
				t.Errorf("the overview does not name the zone:\n%s", page)
			}
			for _, bad := range []string{"Nowhere/Land", "", "Local", strings.Repeat("x", 500), "../../etc/passwd"} {
				if status, _, said := send(t, s, at+"/zone", s.AsOwner(), "zone", bad); status != 400 || !strings.Contains(said, "not the name of a time zone") {
					t.Errorf("%q: %d", bad, status)
				}
			}
		}
		usage := s.Do("GET", "/v1/workspaces/"+s.Workspace+"/usage?range=30d", nil, s.AsKey()).JSON(t)
		for _, b := range usage["series"].([]any) {
			if start := b.(map[string]any)["start"].(string); !strings.HasSuffix(start, "T00:00:00.000Z") {
				t.Errorf("a day of the API begins at %s", start)
			}
		}
	})
}
