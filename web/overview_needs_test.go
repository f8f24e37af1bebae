package web_test

import (
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/web/webtest"
)

// TestNewsOnTheOverviewLeadToTheirWatch: each watch that found something leads to its new items; many lead to the list.
func TestNewsOnTheOverviewLeadToTheirWatch(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		overview := func() string { return string(s.Do("GET", "/w/"+s.Workspace, nil, s.AsOwner()).Body) }
		link := func(id string) string { return `href="/w/` + s.Workspace + `/watches/` + id + `?show=new"` }
		first := watchThatRan(t, s)
		modelstest.Run(t, s.Store, "UPDATE watches SET name = 'Second' WHERE id = ?", watchThatRan(t, s))
		for _, want := range []string{link(first), "New in the last seven days from “Slow Crafts”: 1 item.", "from “Second”: 1 item."} {
			if got := overview(); !strings.Contains(got, want) {
				t.Errorf("the overview lacks %s", want)
			}
		}
		r := s.Do("GET", "/w/"+s.Workspace+"/watches/"+first+"?show=new", nil, s.AsOwner())
		if r.Status != 200 || !strings.Contains(string(r.Body), "The knife that I use") || strings.Contains(string(r.Body), "A spoon from one piece of ash") {
			t.Errorf("what is new: %d", r.Status)
		}
		found, err := s.Store.Watches.LatestItems(t.Context(), s.Workspace, first, watches.ItemFilter{Told: true}, db.PageRequest{Limit: 1})
		testkit.Must(t, err)
		saved := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: found.Items[0].ItemID}) // by another link than that of the list
		if got := string(s.Do("GET", "/w/"+s.Workspace+"/watches/"+first+"?show=new", nil, s.AsOwner()).Body); !strings.Contains(got, `Saved: <a href="/w/`+s.Workspace+`/references/`+saved) {
			t.Error("what was imported is not said to be saved")
		}
		see := func(watch string, until time.Time) {
			t.Helper()
			if status, where, _ := send(t, s, "/w/"+s.Workspace+"/news/seen", s.AsOwner(), "watch", watch, "until", until.Format(time.RFC3339Nano)); status != 303 || where != "/w/"+s.Workspace {
				t.Errorf("seen: %d, %s", status, where)
			}
		}
		see(first, s.Store.Now().Add(-time.Hour))
		if got := overview(); !strings.Contains(got, link(first)) {
			t.Error("what came later than what was seen is gone")
		}
		see(first, s.Store.Now().Add(time.Hour))
		if got := overview(); strings.Contains(got, link(first)) || !strings.Contains(got, "from “Second”: 1 item.") {
			t.Error("what was seen of one watch stays, or what another found is gone")
		}
		if got := string(s.Do("GET", "/w/"+s.Workspace+"/watches", nil, s.AsOwner()).Body); strings.Contains(got, link(first)) || strings.Count(got, "?show=new") != 1 {
			t.Error("what was seen counts as new in the list of watches, or what another found does not")
		}
		if got := string(s.Do("GET", "/w/"+s.Workspace+"/watches/"+first+"?show=new", nil, s.AsOwner()).Body); !strings.Contains(got, "The knife that I use") {
			t.Error("the watch has nothing new any more")
		}
		s.Clock.Add(time.Second)
		modelstest.Run(t, s.Store, "UPDATE watch_items SET first_seen_at = ? WHERE watch_id = ? AND told", s.Store.NowMicros(), first)
		if got := overview(); !strings.Contains(got, link(first)) {
			t.Error("what was found since is not told")
		}
		if status, _, _ := send(t, s, "/w/"+s.Workspace+"/news/seen", s.AsOwner(), "until", "x"); status != 400 {
			t.Errorf("a time that is none: %d", status)
		}
		watchThatRan(t, s)
		watchThatRan(t, s)
		if got := overview(); strings.Contains(got, link(first)) || !strings.Contains(got, "New in the last seven days from watches: 4 items.") {
			t.Error("of four watches the overview names some")
		}
		see("", s.Store.Now())
		if got := overview(); strings.Contains(got, "New in the last seven days") {
			t.Error("what was seen of all watches stays")
		}
	})
}

// TestTheOverviewBeginsWithWhatWaits holds that the front page leads to what failed and may succeed, and to media that is soon deleted,
// each for whom it concerns.
func TestTheOverviewBeginsWithWhatWaits(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		page := func(path string, headers map[string]string) string {
			return string(s.Do("GET", "/w/"+s.Workspace+path, nil, headers).Body)
		}
		const failed, ends = "Failed in the last seven days and may succeed now: 1 import.", "Media that is deleted within three days, when its hold ends: 1 reference."
		for n, state := range []string{"failed', retryable = TRUE, failure_code = 'route_degraded", "failed', failure_code = 'unavailable", "ready"} {
			id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:" + string(rune('1'+n)), CustomTitle: new([]string{"Walled", "Gone", "Kept"}[n]), HoldDays: 5})
			modelstest.Run(t, s.Store, "UPDATE saved_references SET state = '"+state+"' WHERE id = ?", id)
			modelstest.Run(t, s.Store, "UPDATE saved_references SET hold_expires_at = ? WHERE id = ? AND state = 'ready'", db.Micros(s.Store.Now().Add(100*time.Hour)), id)
		}
		fail := func(link, cause string, daysAgo int64) (id string) {
			t.Helper()
			id = modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{Link: link})
			modelstest.Run(t, s.Store, "UPDATE imports SET state = 'failed', outcome_code = ?, cause_code = ?, created_at = created_at - ? WHERE id = ?", cause, cause, daysAgo*24*time.Hour.Microseconds(), id)
			return id
		}
		fail("clip_site:11", "route_degraded", 0)
		fail("clip_site:12", "unavailable_private", 0) // no second try helps
		fail("clip_site:13", "route_degraded", 8)
		mended := fail("clip_site:14", "route_degraded", 0)
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:14"}) // it succeeded since
		if again, _, err := s.Store.Imports.ToRunAgain(t.Context(), s.Workspace, imports.Filter{State: imports.Failed}, 10); err != nil || len(again) != 3 {
			t.Errorf("to run again: %q, %v", again, err)
		}
		if got := page("", s.AsOwner()); !strings.Contains(got, failed) || strings.Contains(got, ends) {
			t.Errorf("the owner sees %s", got)
		}
		if got := page("/imports?state=worth_another", s.AsOwner()); !strings.Contains(got, "1 import<") || !strings.Contains(got, "Import it again · up to ") || !strings.Contains(got, "https://example.com/11") {
			t.Errorf("the imports that may succeed now: %s", got)
		}
		if got := page("/imports?state=failed", s.AsOwner()); strings.Contains(got, "Import these") {
			t.Error("what failed for good is imported again at once, too")
		}
		if got := page("/imports/"+mended, s.AsOwner()); !strings.Contains(got, "Another import has saved the post since") {
			t.Errorf("of a failed import that succeeded since: %s", got)
		}
		if got := page("/references?state=retryable", s.AsOwner()); !strings.Contains(got, "Walled") || strings.Contains(got, "Gone") || strings.Contains(got, "Kept") || strings.Contains(got, "Save as board") {
			t.Errorf("what may succeed: %s", got)
		}
		modelstest.Run(t, s.Store, "UPDATE saved_references SET hold_expires_at = ? WHERE custom_title = 'Kept'", db.Micros(s.Store.Now().Add(50*time.Hour)))
		if got := page("", s.AsOwner()); !strings.Contains(got, ends) {
			t.Errorf("the owner is not told of the hold: %s", got)
		}
		if got := page("/references?state=ending", s.AsOwner()); !strings.Contains(got, "Kept") || strings.Contains(got, "Walled") {
			t.Errorf("what ends: %s", got)
		}
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		if got := string(s.Do("GET", "/w/"+other.ID, nil, s.AsOwner()).Body); strings.Contains(got, "Needs your attention") {
			t.Errorf("another workspace needs something: %s", got)
		}
		if got := string(s.Do("GET", "/w/"+s.Workspace, nil, map[string]string{"Cookie": signUp(t, s, "member@example.com", s.Workspace)}).Body); strings.Contains(got, failed) || strings.Contains(got, ends) {
			t.Errorf("a member is told: %s", got)
		}
	})
}

// TestChosenDaysAreWrittenAsDaysAreElsewhere holds that sums over two chosen days name these days.
func TestChosenDaysAreWrittenAsDaysAreElsewhere(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for path, has := range map[string]string{"": "Spent, 2 Jan 2026 to 9 Jan 2026", "/credits": "from 2 Jan 2026 to 9 Jan 2026."} {
			body := string(s.Do("GET", "/w/"+s.Workspace+path+"?from=2026-01-02&to=2026-01-09", nil, s.AsOwner()).Body)
			if !strings.Contains(strings.Join(strings.Fields(body), " "), has) {
				t.Errorf("%q lacks %q", path, has)
			}
		}
	})
}
