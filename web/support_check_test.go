package web_test

import (
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

// TestSupportAsksForACheckOnce asks for a check of a route with a reason, and again before and while a worker runs it: it is asked for once, and
// the page says since when. A regular check of all routes that is due takes its place.
func TestSupportAsksForACheckOnce(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		const route = "/support/routes/video_site.web"
		asked := func(want int) {
			t.Helper()
			log, err := s.Store.Support.FilteredAudit(t.Context(), support.AuditFilter{Action: support.ActionRouteChecked}, db.PageRequest{Limit: 10})
			if err != nil || len(log.Items) != want {
				t.Errorf("the audit has %+v, want %d, %v", log, want, err)
			}
		}
		ask := func(reason, says string) {
			t.Helper()
			if _, where, body := send(t, s, route+"/check", d.support, "checkReason", reason); where != route+"#check" || !strings.Contains(body, says) {
				t.Errorf("asking leads to %q without %q", where, says)
			}
		}
		claim := func(n int) []work.Job {
			t.Helper()
			list, err := s.Store.Work.Claim(t.Context(), work.Housekeeping, 10)
			if err != nil || len(list) != n {
				t.Fatalf("%d jobs, want %d, %v", len(list), n, err)
			}
			return list
		}
		d.page(t, route, 200, "Not checked yet.", `action="`+route+`/check"`, "Check now")
		if status, _, body := send(t, s, route+"/check", d.support, "checkReason", " "); status != 400 || !strings.Contains(body, "The reason is needed.") {
			t.Errorf("without a reason: %d", status)
		}
		if status, _, _ := send(t, s, "/support/routes/none/check", d.support, "checkReason", "x"); status != 404 {
			t.Errorf("no such route: %d", status)
		}
		asked(0)
		ask("A customer says it is down.", "The check was asked for.")
		asked(1)
		if body := d.page(t, route, 200, "A check was asked for ", " UTC). ", "It waits for a worker."); strings.Contains(body, "Check now") {
			t.Error("another is offered while one waits")
		}
		ask("Once more.", "Nothing was asked for: a check is under way already.")
		job := claim(1)[0]
		if job.Key != routehealth.CheckPrefix+"video_site.web" {
			t.Errorf("%+v", job)
		}
		d.page(t, route, 200, "It is running.")
		ask("While it runs.", "Nothing was asked for: a check is under way already.")
		asked(1)
		testkit.Must(t, s.Store.Work.Settle(t.Context(), &job, work.Done()))
		claim(0)
		d.page(t, route, 200, "Check now")

		later := work.Item{Kind: work.Housekeeping, Key: routehealth.CanariesKey, RunAt: db.Micros(s.Clock.Now().Add(time.Hour))}
		testkit.Must(t, s.Store.Work.Ensure(t.Context(), later))
		d.page(t, route, 200, "Check now")
		modelstest.Run(t, s.Store, "UPDATE jobs SET run_at = 0")
		d.page(t, route, 200, "A regular check of all routes waits for a worker.")
		ask("Is it due?", "Nothing was asked for: a check is under way already.")
		claim(1)
		d.page(t, route, 200, "A regular check of all routes is running.")
		asked(1)
		d.page(t, "/support/audit", 200, "Asked for a check of routes", `<a href="`+route+`">video_site.web</a>`)
	})
}
