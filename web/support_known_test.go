package web_test

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/views"
	"socialdata/web/webtest"
)

// failsIn lets an import fail in a version of the program.
func (d *desk) failsIn(t *testing.T, program string) {
	t.Helper()
	link := "clip_site:" + db.NewID()
	run, _ := modelstest.Open(t, d.Store, modelstest.Accept(t, d.Store, d.Workspace, modelstest.Saved{Link: link}), link)
	run.Attempt.RouteID, run.Attempt.Version = "clip_site.web", "1"
	testkit.Must(t, d.Store.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged, Cause: "missing", Program: program}))
}

// TestKnownFailuresComeBack marks a group as known with a version: it is folded away while older versions fail, and comes
// back in that version; another one comes back after its time. It can be opened again by hand.
func TestKnownFailuresComeBack(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		d.failsIn(t, "1.2.0")
		page := d.page(t, "/support", 200, "Mark as known", "/support/known?code=source_changed")
		if !strings.Contains(page, ">Run 1 again<") || !strings.Contains(page, "Read its answers again") {
			t.Error("what this service can mend is not offered again")
		}
		if !strings.Contains(page, "#each") {
			t.Error("a group does not lead to its rows")
		}
		const form = "/support/known?code=source_changed&platform=clip_site&group=none&route=clip_site.web"
		d.page(t, form, 200, "This is version 1.2.0", "TikTok website")
		d.page(t, "/support/known?code=source_changed&platform=none", 404)
		mark := func(pairs ...string) (int, string) {
			t.Helper()
			status, _, body := send(t, s, "/support/known", d.support, append([]string{"code", "source_changed", "platform", "clip_site", "group", "none", "route", "clip_site.web"}, pairs...)...)
			return status, body
		}
		if status, body := mark("reason", "", "days", "0", "mendedIn", strings.Repeat("9", 40)); status != 400 || !strings.Contains(body, "whole number from 1 to") || !strings.Contains(body, "more than 32 characters") {
			t.Errorf("a bad form: %d", status)
		}
		known := func(want bool) {
			t.Helper()
			body := mainOf(d.page(t, "/support?range=30d", 200))
			if folded := strings.Contains(body, "1 known group"); folded != want {
				t.Errorf("folded away: %v, want %v\n%.3000s", folded, want, body)
			}
		}
		mark("reason", "", "days", "10")
		known(false)
		send(t, s, "/support/known", d.support, "code", "source_changed", "platform", "clip_site", "group", "none", "route", "clip_site.web", "reason", "Ticket 12: they renamed a field.", "days", "10", "mendedIn", "1.3.0")
		known(true)
		d.page(t, "/support", 200, "Ticket 12: they renamed a field.", "Mended in")
		s.Clock.Add(time.Minute)
		d.failsIn(t, "1.2.9")
		known(true)
		d.failsIn(t, "v1.3.0")
		known(false)
		d.page(t, "/support", 200, "Back in version v1.3.0")
		d.page(t, "/support/audit?what=failure_known", 200, "Marked failures as known", "source_changed clip_site clip_site.web")
		send(t, s, "/support/known", d.support, "code", "source_changed", "platform", "clip_site", "group", "none", "route", "clip_site.web", "reason", "Again.", "days", "10")
		known(true)
		s.Clock.Add(11 * 24 * time.Hour)
		d.support = signIn(t, s, "support@example.com")
		known(true)
		d.failsIn(t, "1.3.0")
		known(false)
		d.page(t, "/support", 200, "Back after its time")
		if _, _, body := send(t, s, "/support/known", d.support, "code", "source_changed", "platform", "clip_site", "group", "none", "route", "clip_site.web", "reason", "Mended.", "do", "reopen"); !strings.Contains(body, "open again") {
			t.Error("it cannot be opened again")
		}
	})
}

// TestSupportSeesAWorkspaceWhole reads its imports, ledger, people and keys; a number of the queues leads to its imports,
// and the list of workspaces begins with those that fail most.
func TestSupportSeesAWorkspaceWhole(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		waiting := modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", CustomTitle: new(secretTitle)})
		saved := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2"})
		ref, err := s.Store.References.Find(t.Context(), s.Workspace, saved)
		testkit.Must(t, err)
		_, err = s.Store.Accounts.CreateWorkspace(t.Context(), "Quiet", s.OwnerID, 10)
		testkit.Must(t, err)
		at := "/support/workspaces/" + s.Workspace
		d.page(t, at, 200, waiting, *ref.ImportID, d.failed, "Ledger", "1,000", webtest.OwnerEmail, "Last used", s.Key[:11])
		if body := d.page(t, at, 200); strings.Contains(body, s.Key) {
			t.Error("support sees a key")
		}
		all := d.page(t, "/support/imports?workspace="+s.Workspace, 200, waiting, *ref.ImportID, d.failed)
		only := d.page(t, "/support/imports?workspace="+s.Workspace+"&state=succeeded", 200, *ref.ImportID)
		if strings.Contains(only, waiting) || !strings.Contains(all, "First") {
			t.Error("the state does not narrow")
		}
		unfinished := d.page(t, "/support/imports?state=accepted", 200, waiting, "First")
		if strings.Contains(unfinished, d.failed) {
			t.Error("what failed is not unfinished")
		}
		d.page(t, "/support/imports?workspace="+db.NewID(), 404)
		d.page(t, "/support/queues", 200, "/support/imports?state=accepted", `data-live="5"`)
		failing := d.page(t, "/support/workspaces?sort=failures", 200, "First")
		if strings.Contains(failing, "Quiet") {
			t.Error("a workspace without failures is among those that fail")
		}
		d.page(t, "/support/audit?who=x&what=nothing&workspace="+db.NewID(), 200, "No support actions match")
		for _, icon := range []string{"/support/workspaces", "/support/routes"} {
			rail := d.page(t, icon, 200)
			if _, list, _ := strings.Cut(rail, `<ul class="support"`); strings.Count(strings.Split(list, "</ul>")[0], "<svg") != 5 {
				t.Error("the rail of support lacks its icons")
			}
		}
	})
}

var runAgain = regexp.MustCompile(`<a href="(/support/reruns/new[^"]*)">Run (\d+) again<`)

// TestACauseSaysHowManyWouldRunAgain holds that each cause leads to the page that confirms its rerun, with the number that this page has.
func TestACauseSaysHowManyWouldRunAgain(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		d.failsIn(t, "1.2.0")
		d.failsIn(t, "1.2.0")
		d.page(t, "/support/imports?state=failed&workspace="+s.Workspace, 200, ">Run 3 of 30 days again<")
		links := runAgain.FindAllStringSubmatch(d.page(t, "/support", 200, `<a class="button" href="/support/reruns/new?range=24h">Run 3 again<`), -1)
		if len(links) != 2 || links[0][2] != "2" || links[1][2] != "1" {
			t.Fatalf("the causes have %v", links)
		}
		for _, link := range links {
			d.page(t, html.UnescapeString(link[1]), 200, link[2]+" of "+views.Count(int64(link[2][0]-'0'), "failed import")+" run again.", "Reason")
		}
		if status, _, _ := send(t, s, "/support/imports/"+d.failed+"/run-again", d.support, "reason", "the customer asked"); status != 303 {
			t.Fatalf("run again: %d", status)
		}
		if links := runAgain.FindAllStringSubmatch(d.page(t, "/support", 200, ">The other one is not open any more, or cannot succeed.</span>"), -1); len(links) != 1 {
			t.Errorf("a cause whose only import is running has %v", links)
		}
		for range 2 {
			send(t, s, "/support/imports/"+d.fails(t, apierror.CodeNetworkTransport, "the connection broke")+"/run-again", d.support, "reason", "the customer asked")
		}
		groups, rows, _ := strings.Cut(d.page(t, "/support?open=yes", 200, "none open", `<option value="yes" selected>Open only</option>`, "Show all"), `id="each"`)
		if open, decided := strings.Index(groups, "source_changed"), strings.Index(groups, "network_transport"); open < 0 || decided < open {
			t.Errorf("two open failures are at %d, three that run again at %d", open, decided)
		}
		if n := strings.Count(rows, `<a href="/support/imports/`); n != 2 || strings.Contains(rows, d.failed) {
			t.Errorf("%d are open: %s", n, rows)
		}
	})
}
