package web_test

import (
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources/shapes"
	"socialdata/internal/testkit"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/web/webtest"
)

// TestWhatNeedsSupportStandsAtTheHead holds that old shapes, a change that is not used and answers of a new form are warnings with a link, and
// that the pages warn of nothing otherwise.
func TestWhatNeedsSupportStandsAtTheHead(t *testing.T) {
	s := embedded(t, webtest.Options{})
	asOf, err := time.Parse(time.DateOnly, shapes.Default().AsOf)
	testkit.Must(t, err)
	s.Clock.Add(time.Until(asOf.AddDate(0, 0, 30)))
	d := newDesk(t, s)
	warns := func(path string, acts ...string) {
		t.Helper()
		body := mainOf(d.page(t, path, 200))
		head, _, _ := strings.Cut(body, "<dl")
		head, _, _ = strings.Cut(head, "<table")
		if n := strings.Count(head, `<div class="note warn">`); n != len(acts) {
			t.Errorf("%s has %d warnings at its head, want %v\n%.1500s", path, n, acts, body)
		}
		for _, act := range acts {
			if !strings.Contains(head, act) {
				t.Errorf("%s lacks %q at its head\n%.1500s", path, act, body)
			}
		}
	}
	const route = "/support/routes/video_site.web"
	for _, path := range []string{"/support/shapes", "/support/routes", route} {
		warns(path)
	}
	testkit.Must(t, s.Store.RouteHealth.AddUnread(t.Context(), []routehealth.UnreadElement{{RouteID: "video_site.web", Operation: "items", Name: "lockupViewModel2", Pages: 3}}))
	testkit.Must(t, s.Store.RouteHealth.SaveChangedAnswer(t.Context(), routehealth.ChangedAnswer{RouteID: "video_site.web", Operation: "item", Missing: "title", Calls: []byte("{}")}))
	warns(route, `<a href="#unread">See them`, `<a href="#incomplete">See what`)
	person, err := s.Store.Support.ColleagueByEmail(t.Context(), "support@example.com")
	testkit.Must(t, err)
	changed, err := s.Store.Support.ChangeShapes(t.Context(), support.Actor{UserID: person, Reason: "They renewed a document."}, rollouts.Rollout{Text: "{}", Version: "2026-10-05-1", Base: "another release"})
	testkit.Must(t, err)
	warns("/support/shapes", `<a href="/support/shapes/`+changed.ID+`">Undo it`)
	warns("/support/shapes/"+changed.ID, `<a href="#undo">Undo it`)
	s.Clock.Add(365 * 24 * time.Hour)
	d.support = signIn(t, s, "support@example.com")
	warns("/support/routes", `<a href="/support/shapes">change the shapes`)
	warns("/support/shapes", "change the shapes below.", `<a href="/support/shapes/`+changed.ID+`">Undo it`)
}
