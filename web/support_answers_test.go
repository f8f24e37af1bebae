package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
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
		if r := s.Do("POST", "/support/routes/check", nil, d.support); r.Status != http.StatusSeeOther {
			t.Fatalf("check: %d %s", r.Status, r.Body)
		}
		d.page(t, "/support/routes/video_site.web", http.StatusOK, "answers")
		s.Clock.Add(61 * time.Second) // the calls are counted once a minute where no worker counts them
		if status := string(s.Do("GET", "/status", nil, nil).Body); !strings.Contains(status, "Last checked") || !strings.Contains(status, ": answers.") {
			t.Error("the status page says nothing of the check")
		}
	})
}
