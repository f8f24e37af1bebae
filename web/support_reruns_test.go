package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/modelstest"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

var startedImport = regexp.MustCompile(`<th scope="row"><a href="/support/imports/([^"]+)"`)

// TestARerunListsWhatItStarted runs 21 imports again: the page of the rerun leads to the newest 20 of them and to the list of all.
func TestARerunListsWhatItStarted(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		for range 20 {
			d.fails(t, apierror.CodeNetworkTransport, "the connection broke")
		}
		other := d.fails(t, apierror.CodeSourceChanged, "they changed")
		if status, _, body := send(t, s, "/support/reruns/new?code=network_transport&range=24h", d.support, "perMinute", "60", "reason", " "); status != 400 || !strings.Contains(body, "The reason is needed.") {
			t.Errorf("no reason: %d", status)
		}
		status, where, _ := send(t, s, "/support/reruns/new?code=network_transport&range=24h", d.support, "perMinute", "60", "reason", "mended")
		if status != 303 {
			t.Fatalf("started: %d", status)
		}
		d.page(t, where, 200, "Imports that it started", "None.")
		again := jobs.Reruns{Store: s.Store, Queue: s}
		for range 21 {
			modelstest.RunDue(t, s.Store, work.Reruns, again.Run)
			s.Clock.Add(time.Minute)
		}
		listed := func(path string, parts ...string) (ids []string) {
			t.Helper()
			for _, m := range startedImport.FindAllStringSubmatch(d.page(t, path, 200, parts...), -1) {
				ids = append(ids, m[1])
			}
			return ids
		}
		id := strings.TrimPrefix(where, "/support/reruns/")
		all := "/support/imports?rerun=" + id
		first := listed(where, `<a href="`+all+`">All imports of it</a>`, "Waiting")
		rest := listed(all, "Imports of a rerun", `href="/support/reruns/`+id+`"`, `name="rerun" value="`+id+`"`)
		if len(first) != 20 || len(rest) != 21 || fmt.Sprint(rest[:20]) != fmt.Sprint(first) {
			t.Fatalf("the page lists %d, its list of all %d", len(first), len(rest))
		}
		for _, id := range rest {
			if i, err := s.Store.Support.FindImport(t.Context(), id); err != nil || i.RerunOf == nil || *i.RerunOf == other {
				t.Errorf("%s was not started by it: %+v, %v", id, i, err)
			}
		}
		if n := len(listed(all + "&state=failed")); n != 0 {
			t.Errorf("%d of them failed", n)
		}
	})
}

// TestAFailureSaysThatItIsSolved imports the content of one of three failures again and lets another run again: the group and the button
// say how many are open, and the row of the first leads to the import that has it.
func TestAFailureSaysThatItIsSolved(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		running := d.fails(t, apierror.CodeNetworkTransport, "the connection broke")
		d.fails(t, apierror.CodeNetworkTransport, "the connection broke")
		if body := d.page(t, "/support", 200, ">Run 3 again<"); strings.Contains(body, "solved since") || strings.Contains(body, "still open") {
			t.Errorf("nothing was solved: %s", mainOf(body))
		}
		i, err := s.Store.Support.FindImport(t.Context(), d.failed)
		testkit.Must(t, err)
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: i.Subject})
		send(t, s, "/support/imports/"+running+"/run-again", d.support, "reason", "the customer asked")
		if i, err = s.Store.Support.FindImport(t.Context(), d.failed); err != nil || i.SolvedBy == "" {
			t.Fatalf("%+v, %v", i, err)
		}
		body := d.page(t, "/support", 200, ">1 of 3 still open, 1 solved since, 1 run again, cancelled or deleted since<", ">Run 1 again<",
			`<a href="/support/imports/`+i.SolvedBy+`" class="under">solved since</a>`)
		d.page(t, "/support/reruns/new?range=24h", 200, "Which are left out", `<a href="/support/imports/`+d.failed+`"`, "<td>the workspace has the post by another import</td>", "Required.")
		if n := strings.Count(d.page(t, "/support/imports?workspace="+s.Workspace, 200), "Failed, saved since"); n != 1 { // as the workspace's own list says
			t.Errorf("%d of the list are saved since, want 1", n)
		}
		if n := strings.Count(body, ">solved since</a>"); n != 1 {
			t.Errorf("%d rows are solved: %s", n, mainOf(body))
		}
	})
}

// TestTheAuditIsOfAWorkspaceByItsName filters the audit by a whole name.
func TestTheAuditIsOfAWorkspaceByItsName(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		if status, _, _ := send(t, s, "/support/imports/"+d.failed+"/run-again", d.support, "reason", "the customer asked"); status != 303 {
			t.Fatalf("run again: %d", status)
		}
		w, err := s.Store.Support.FindWorkspace(t.Context(), s.Workspace)
		testkit.Must(t, err)
		for asked, found := range map[string]string{w.ID: "the customer asked", w.Name: "the customer asked", w.Name + "x": "No support actions match"} {
			d.page(t, "/support/audit?workspace="+asked, 200, found)
		}
	})
}
