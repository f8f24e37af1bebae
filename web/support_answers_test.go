package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/mmcdole/gofeed/atom"

	"socialdata/internal/apierror"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/routehealth"
	"socialdata/web/webtest"
)

// TestSupportSeesWhatChanged: an answer that lacked something is shown with what was missing, and downloads whole.
func TestSupportSeesWhatChanged(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		s.Platforms.Fail(simulator.Failure{Platform: "video_site", Status: 200, Body: `{"playabilityStatus":{"status":"OK"},"newShape":"A new page"}`})
		r := s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(s.Platforms.Samples()[0].Items[0]), nil, s.AsKey())
		if r.Code() != "source_changed" {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		s.Platforms.Heal()
		body := d.page(t, "/support/routes/video_site.web", http.StatusOK, "Incomplete responses", "A new page", "Not checked yet.")
		_, rest, found := strings.Cut(body, `href="/support/routes/video_site.web/answers/`)
		id, _, _ := strings.Cut(rest, `"`)
		if !found {
			t.Fatal("there is no download")
		}
		path := "/support/routes/video_site.web/answers/" + id
		got := s.Do("GET", path, nil, d.support)
		if got.Status != http.StatusOK || !strings.Contains(string(got.Body), "A new page") || !strings.Contains(got.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%d %v %.300s", got.Status, got.Header, got.Body)
		}
		for name, header := range map[string]map[string]string{"an owner": s.AsOwner(), "nobody": nil} {
			if r := s.Do("GET", path, nil, header); r.Status == http.StatusOK {
				t.Errorf("%s may read it", name)
			}
		}
		for _, other := range []string{"/support/routes/clip_site.web/answers/" + id, "/support/routes/video_site.web/answers/1"} {
			if r := s.Do("GET", other, nil, d.support); r.Status != http.StatusNotFound {
				t.Errorf("%s: %d", other, r.Status)
			}
		}
		if status, _, body := send(t, s, "/support/routes/check", d.support); status != http.StatusBadRequest || !strings.Contains(body, "The reason") {
			t.Errorf("a check without a reason: %d", status)
		}
		if status, _, body := send(t, s, "/support/routes/check", d.support, "reason", "After the outage."); status != http.StatusSeeOther {
			t.Fatalf("check: %d %s", status, body)
		}
		d.page(t, "/support/audit", http.StatusOK, "After the outage.", `<a href="/support/routes">every route</a>`)
		if routes := d.page(t, "/support/routes", http.StatusOK); strings.Count(routes, `data-label="Last check"`) == 0 || strings.Contains(routes, "not yet</span>") {
			t.Error("the list says nothing of the check")
		}
		d.page(t, "/support/routes/video_site.web", http.StatusOK, "answers")
		s.Clock.Add(61 * time.Second) // the calls are counted once a minute where no worker counts them
		if status := string(s.Do("GET", "/status", nil, nil).Body); !strings.Contains(status, "Last checked") || !strings.Contains(status, ": answers.") {
			t.Error("the status page says nothing of the check")
		}
		routes := string(s.Do("GET", "/v1/source-routes", nil, s.AsKey()).Body)
		if !strings.Contains(routes, `"lastCheckedAt":"2`) || !strings.Contains(routes, `"lastAnsweredAt":"2`) {
			t.Errorf("the API says nothing of the check: %.600s", routes)
		}
		for range 2 {
			_, err := s.Store.RouteHealth.SaveChecks(t.Context(), []routehealth.Check{{RouteID: "video_site.web", Operation: "comments", At: s.Store.NowMicros(), Code: apierror.CodeSourceChanged, Detail: "missing: a <name>"}})
			testkit.Must(t, err)
		}
		s.Clock.Add(61 * time.Second)
		if status := string(s.Do("GET", "/status", nil, nil).Body); !strings.Contains(status, "Some sources do not return what is known to exist") || strings.Contains(status, "a &lt;name&gt;") {
			t.Error("the status page says nothing of the incident, or too much")
		}
		d.page(t, "/support/routes", http.StatusOK, "missing: a &lt;name&gt;")
		feed, err := (&atom.Parser{}).Parse(strings.NewReader(string(s.Do("GET", "/status/feed.xml", nil, nil).Body)))
		testkit.Must(t, err)
		if len(feed.Entries) != 1 || !strings.Contains(feed.Entries[0].Title, "YouTube website does not return") || feed.Entries[0].UpdatedParsed == nil || feed.UpdatedParsed == nil {
			t.Errorf("%+v", feed)
		}
	})
}
