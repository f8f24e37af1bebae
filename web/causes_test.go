package web_test

import (
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// givesUp makes an import that fails twice in the same way and gives up.
func (d *desk) givesUp(t *testing.T, e apierror.Evidence) string {
	t.Helper()
	link := "clip_site:" + db.NewID()
	id := modelstest.Accept(t, d.Store, d.Workspace, modelstest.Saved{Link: link})
	for n := range 2 {
		run, err := d.Store.Imports.BeginAttempt(t.Context(), id, db.NewID())
		testkit.Must(t, err)
		run.Attempt.RouteID, run.Attempt.Version = "clip_site.web", "1"
		o := imports.Outcome{Code: apierror.CodeRouteDegraded, Cause: "route_degraded", Retryable: true, Evidence: &e}
		if n == 0 {
			at := d.Clock.Now()
			o.RetryAt = &at
		} else {
			o.Final = apierror.CodeRetryExhausted
		}
		testkit.Must(t, d.Store.Imports.EndRun(t.Context(), run, o))
		if n == 0 {
			testkit.Must(t, d.Store.Imports.MarkQueued(t.Context(), id))
		}
	}
	return id
}

// TestTheCauseOfAFailureReachesItsPeople holds that owners read why an import gave up wherever it is shown, and find it by
// that; support reads what the platform answered, and a bot check is another group than our own pause.
func TestTheCauseOfAFailureReachesItsPeople(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		wait := d.givesUp(t, apierror.Evidence{Reason: apierror.TooManyRequests, Status: 429, Marker: "HTTP 429"})
		bots := d.givesUp(t, apierror.Evidence{Reason: apierror.BotCheck, Status: 200, Title: "Please verify", Marker: "captcha", Head: "<title>Please verify</title>"})
		d.givesUp(t, apierror.Evidence{Reason: apierror.Cooldown})
		at := "/w/" + s.Workspace
		const gaveUp = "Gave up after 2 attempts: the platform asked us to wait (429)"
		owner := func(path string, has, lacks []string) {
			t.Helper()
			body := mainOf(string(s.Do("GET", path, nil, s.AsOwner()).Body))
			for _, part := range has {
				if !strings.Contains(body, part) {
					t.Errorf("%s lacks %q\n%.3000s", path, part, body)
				}
			}
			for _, part := range append(lacks, "Every attempt", "All attempts failed", "Please verify", "captcha") {
				if strings.Contains(body, part) {
					t.Errorf("%s says %q", path, part)
				}
			}
		}
		modelstest.Run(t, s.Store, "UPDATE imports SET request_id = 'req-of-the-wait' WHERE id = ?", wait)
		modelstest.Run(t, s.Store, "UPDATE imports SET request_id = '' WHERE id = ?", bots)
		owner(at+"/imports/"+wait, []string{"name the request id", `data-copy="req-of-the-wait"`}, nil)
		owner(at+"/imports/"+bots, []string{"Nothing was charged"}, []string{"request id"})
		owner(at+"/imports", []string{gaveUp, "route_degraded", bots}, nil)
		owner(at+"/imports/"+wait, []string{gaveUp, "The platform asked us to wait (429)"}, nil)
		owner(at+"/imports?code=too_many_requests", []string{wait}, []string{bots})
		owner(at+"/imports?code=route_degraded", []string{wait, bots}, []string{d.failed})
		owner(at+"/imports?code=retry_exhausted", []string{wait, bots}, []string{d.failed})
		owner(at, []string{"Why imports failed", "The platform asked for a bot check", "code=bot_check", "none in the period before", "from="}, []string{"In flight"})
		owner(at+"/imports?from="+s.Clock.Now().Add(-time.Hour).UTC().Format(time.RFC3339), []string{wait, "Made since"}, nil)
		owner(at+"/imports?before=2020-01-01", []string{"No imports match", "Made before 1 Jan 00:00 UTC"}, []string{wait})

		groups := d.page(t, "/support", 200, "The platform asked for a bot check", "Calls to this platform were paused after many failures")
		if strings.Count(groups, "reason=bot_check") < 1 || strings.Count(groups, "reason=cooldown") < 1 {
			t.Error("a bot check and our own pause are one group")
		}
		like := d.page(t, "/support?code=route_degraded&reason=bot_check", 200, bots)
		if strings.Contains(like, wait) {
			t.Error("another reason is like a bot check")
		}
		page := d.page(t, "/support/imports/"+bots, 200, "The platform asked for a bot check", "200 OK", "Please verify", "captcha", "Beginning of the platform", "&lt;title&gt;Please verify")
		if !strings.Contains(page, `<details class="older" id="attempt-1">`) || strings.Contains(page, `id="attempt-2"`) {
			t.Error("older attempts are not folded")
		}
		for what, times := range map[string]int{"captcha": 2, "Beginning of the platform": 2, "Attempt 1": 1} { // of the older attempt, and at the head of the last
			if n := strings.Count(page, what); n != times {
				t.Errorf("%q is there %d times, want %d", what, n, times)
			}
		}
		page = d.page(t, "/support/imports/"+wait, 200, "The platform asked us to wait (429)")
		if strings.Contains(page, "HTTP 429") || strings.Contains(page, "Too Many Requests") {
			t.Error("the status is there beside the words that have it")
		}
	})
}
