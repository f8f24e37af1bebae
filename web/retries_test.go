package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

// failedImport makes an import that the platform refused.
func failedImport(t *testing.T, s *webtest.Site, workspace string) string {
	t.Helper()
	return failedWith(t, s, workspace, imports.Outcome{Code: apierror.CodeRouteDegraded, Evidence: &apierror.Evidence{Reason: apierror.BotCheck}})
}

// failedWith makes an import that failed.
func failedWith(t *testing.T, s *webtest.Site, workspace string, outcome imports.Outcome) string {
	t.Helper()
	id := modelstest.Accept(t, s.Store, workspace, modelstest.Saved{})
	run, err := s.Store.Imports.BeginAttempt(t.Context(), id, "w")
	testkit.Must(t, err)
	testkit.Must(t, s.Store.Imports.EndRun(t.Context(), run, outcome))
	return id
}

// TestFailedImportsAreFoundByTheirCode finds imports by how they, or their last attempts, failed, and by their platform.
func TestFailedImportsAreFoundByTheirCode(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		failedWith(t, s, s.Workspace, imports.Outcome{Code: apierror.CodeUnavailableRemoved})
		gaveUp := failedWith(t, s, s.Workspace, imports.Outcome{Code: apierror.CodeRouteDegraded, Final: apierror.CodeRetryExhausted})
		modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{})
		for query, want := range map[string]int{
			"outcomeCode=route_degraded":                     1,
			"outcomeCode=retry_exhausted":                    1,
			"outcomeCode=unavailable_removed":                1,
			"outcomeCode=media_invalid":                      0,
			"outcomeCode=route_degraded&platform=video_site": 1,
			"outcomeCode=route_degraded&platform=clip_site":  0,
			"outcomeCode=route_degraded&state=cancelled":     0,
			"platform=video_site":                            3,
		} {
			items, _ := scenario{name: query, path: "/v1/ingestions?" + query, status: 200}.run(t, s, s.AsKey()).JSON(t)["items"].([]any)
			if len(items) != want {
				t.Errorf("%s: %d imports, want %d", query, len(items), want)
			}
			if strings.HasPrefix(query, "outcomeCode=r") && want == 1 {
				i, _ := items[0].(map[string]any)
				if i["id"] != gaveUp || i["outcomeCode"] != "retry_exhausted" || i["failureCode"] != "route_degraded" ||
					i["outcomeMessage"] != "All attempts failed. The last one: "+apierror.Lookup(apierror.CodeRouteDegraded).Message {
					t.Errorf("%s: %v", query, i)
				}
			}
		}
		scenario{name: "no code", path: "/v1/ingestions?outcomeCode=gone", status: 400, code: "invalid_input", fields: []string{"outcomeCode/enum"}}.run(t, s, s.AsKey())
	})
}

// TestRetriesOfAllFailedImports runs all failed imports of a workspace again through the API: narrowed, paused, resumed and stopped,
// each import once, and none of another workspace.
func TestRetriesOfAllFailedImports(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 100)
		testkit.Must(t, err)
		failedImport(t, s, other.ID)
		for range 3 {
			failedImport(t, s, s.Workspace)
		}
		key := scoped(t, s, accounts.IngestionsRead, accounts.IngestionsWrite)
		ask := func(status int, method, path, body string, as map[string]string) map[string]any {
			t.Helper()
			var send any
			if body != "" {
				send = body
			}
			r := s.Do(method, path, send, as)
			if r.Status != status {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r.JSON(t)
		}
		const all = "/v1/ingestions/retries"
		refused := ask(400, "POST", all, `{"filter":{"outcomeCode":"route_degrade"}}`, key)
		if got := fmt.Sprint(refused["error"].(map[string]any)["details"]); !strings.Contains(got, "filter.outcomeCode") || !strings.Contains(got, "reason:enum") {
			t.Errorf("%s", got)
		}
		none := ask(202, "POST", all, `{"filter":{"outcomeCode":"media_invalid"}}`, key)
		if none["total"] != 0.0 || none["state"] != "done" || none["finishedAt"] == nil {
			t.Errorf("without any: %v", none)
		}
		one := ask(202, "POST", all, `{"filter":{"reason":"bot_check","outcomeCode":"route_degraded"},"perMinute":1}`, key)
		if one["object"] != "retry" || one["total"] != 3.0 || one["state"] != "running" || one["more"] != false || one["perMinute"] != 1.0 {
			t.Errorf("%v", one)
		}
		if same := ask(202, "POST", all, `{"filter":{"outcomeCode":"route_degraded","reason":"bot_check"}}`, key); same["id"] != one["id"] {
			t.Errorf("a second one of the same filter: %v", same)
		}
		here := all + "/" + one["id"].(string)
		again := jobs.Reruns{Store: s.Store, Queue: s}
		modelstest.RunDue(t, s.Store, work.Reruns, again.Run)
		if p := ask(200, "GET", here, "", key)["progress"].(map[string]any); p["retried"] != 1.0 || p["waiting"] != 2.0 || p["underWay"] != 1.0 {
			t.Errorf("%v", p)
		}
		for _, to := range []string{"paused", "running", "stopped"} {
			if got := ask(200, "PATCH", here, fmt.Sprintf(`{"state":%q}`, to), key); got["state"] != to {
				t.Errorf("%s: %v", to, got)
			}
		}
		ask(409, "PATCH", here, `{"state":"running"}`, key)
		ask(400, "PATCH", here, `{"state":"done"}`, key)
		s.Clock.Add(time.Hour)
		modelstest.RunDue(t, s.Store, work.Reruns, again.Run)
		if n := modelstest.CountRows(t, s.Store, "imports"); n != 5 {
			t.Errorf("%d imports, want 5", n)
		}
		for _, wrong := range []string{`{"perMinute":0}`, `{"perMinute":61}`, `{"filter":{"state":"failed"}}`, `{"filter":{"createdFrom":"yesterday"}}`, `{"filter":{"platform":"none"}}`} {
			ask(400, "POST", all, wrong, key)
		}
		reading := scoped(t, s, accounts.IngestionsRead)
		ask(200, "GET", here, "", reading)
		ask(http.StatusForbidden, "POST", all, `{}`, reading)
		ask(http.StatusForbidden, "PATCH", here, `{"state":"stopped"}`, reading)
		theirs := s.AsOwner()
		theirs["X-Workspace-Id"] = other.ID
		ask(404, "GET", here, "", theirs)
	})
}

// TestPagesLeaveOutWhatIsUnavailable runs failed imports again on pages: those of content that is removed or not found are left out and
// counted, selected or as a list.
func TestPagesLeaveOutWhatIsUnavailable(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace
		selected := url.Values{"form": {db.NewID()}, "id": {failedImport(t, s, s.Workspace)}}
		for _, code := range apierror.UnavailableCodes() {
			selected.Add("id", failedWith(t, s, s.Workspace, imports.Outcome{Code: code}))
		}
		others := fmt.Sprintf("Left out: %d others, because the content is removed, private, restricted or not found.", len(apierror.UnavailableCodes()))
		modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{Link: "video_site:" + db.NewID()})
		rows := mainOf(string(s.Do("GET", at+"/imports", nil, s.AsOwner()).Body))
		for can, n := range map[string]int{"again": 1, "cancel": 1} {
			if got := strings.Count(rows, `data-can="`+can+`"`); got != n || strings.Count(rows, `data-does="`+can+`"`) != 1 {
				t.Errorf("%s: possible for %d, want %d: %s", can, got, n, rows)
			}
		}
		for _, id := range selected["id"][1:] {
			if one := mainOf(string(s.Do("GET", at+"/imports/"+id, nil, s.AsOwner()).Body)); strings.Contains(strings.ToLower(one), "import again") {
				t.Errorf("what is unavailable is to be imported again: %s", one)
			}
		}
		list := at + "/imports/retries/new?state=failed"
		if form := string(s.Do("GET", list, nil, s.AsOwner()).Body); !strings.Contains(form, fmt.Sprintf("Failed imports: 1 of %d. Left out: %d cannot succeed, as the content is removed, private, restricted or not found.", len(apierror.UnavailableCodes())+1, len(apierror.UnavailableCodes()))) {
			t.Errorf("the form: %s", form)
		}
		status, where, said := send(t, s, list, s.AsOwner(), "perMinute", "10")
		if status != 303 || !strings.Contains(said, others) {
			t.Errorf("the list: %d %s %s", status, where, said)
		}
		if n := modelstest.CountRows(t, s.Store, "rerun_imports"); n != 1 {
			t.Errorf("%d imports of the list run again", n)
		}
		again := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "video_site:" + db.NewID()})
		var begun string
		testkit.Must(t, s.Store.Read(t.Context()).Table("imports").Where("reference_id = ?", again).Pluck("id", &begun).Error)
		modelstest.Run(t, s.Store, "UPDATE rerun_imports SET state = 'retried', new_id = ?", begun)
		if page := string(s.Do("GET", where, nil, s.AsOwner()).Body); !strings.Contains(page, "Imports that it started") || !strings.Contains(page, at+"/imports/"+begun) {
			t.Errorf("the page of the rerun does not list %s: %s", begun, mainOf(page))
		}
		if status, where, said = sendForm(t, s, at+"/imports/bulk/again", s.AsOwner(), selected); status != 303 || !strings.Contains(said, others) {
			t.Errorf("selected: %d %s %s", status, where, mainOf(said))
		}
	})
}

// TestFailuresSayWhatWasSavedSince lets three imports fail and imports the content of two again, once with success: the list says of that
// one that it was saved since, and the page that runs all again accounts for every import and says what they cost at most.
func TestFailuresSayWhatWasSavedSince(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace
		fails := func(link string) {
			id := modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{Link: link})
			run, err := s.Store.Imports.BeginAttempt(t.Context(), id, "w")
			testkit.Must(t, err)
			testkit.Must(t, s.Store.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeRouteDegraded}))
		}
		links := []string{"video_site:" + db.NewID(), "video_site:" + db.NewID(), "video_site:" + db.NewID()}
		for _, link := range links {
			fails(link)
		}
		if list := string(s.Do("GET", at+"/imports?state=failed", nil, s.AsOwner()).Body); strings.Contains(list, "saved since") {
			t.Errorf("nothing was saved: %s", mainOf(list))
		}
		s.Clock.Add(time.Second)
		reference := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: links[0]})
		fails(links[1])
		list := string(s.Do("GET", at+"/imports?state=failed", nil, s.AsOwner()).Body)
		if strings.Count(list, "Failed, saved since") != 1 || strings.Count(list, at+"/references/"+reference+`"`) != 1 {
			t.Errorf("the list: %s", mainOf(list))
		}
		form := string(s.Do("GET", at+"/imports/retries/new?state=failed", nil, s.AsOwner()).Body)
		if !strings.Contains(form, "Failed imports: 2 of 4. Left out: 2 imported again since.") || !regexp.MustCompile(`by what it keeps: up to [2-9]\d* credits in all\.`).MatchString(form) {
			t.Errorf("the form: %s", mainOf(form))
		}
	})
}
