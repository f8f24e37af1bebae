package web_test

import (
	"fmt"
	"strings"
	"testing"

	"socialdata/handlers/session"
	"socialdata/internal/media/blobs"
	"socialdata/internal/table"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/exports"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

const anExport = `{"kind":"references","format":"parquet","schedule":"daily","prefix":"lake/raw"}`

// TestExportsByKeyAndOwner: keys with the scopes and owners make, read, run and delete exports, nobody else does, and who did is recorded.
func TestExportsByKeyAndOwner(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		none, reader, writer := keyWith(t, s, nil, accounts.ReferencesRead), keyWith(t, s, nil, accounts.ExportsRead), keyWith(t, s, nil, accounts.ExportsWrite)
		member := map[string]string{"Cookie": session.CookieName + "=" + signUpAs(t, s, "member@example.com", s.Workspace, accounts.Member), "Origin": webtest.Origin}
		scenario{name: "make", method: "POST", path: "/v1/exports", body: anExport, status: 403, code: "forbidden", has: []string{`"requiredScope":"exports:write"`}}.run(t, s, reader)
		made := scenario{name: "make", method: "POST", path: "/v1/exports", body: anExport, status: 201, has: []string{`"lastRun":null`, `"prefix":"lake/raw"`, `"nextRunAt":"`}}.run(t, s, writer)
		one := "/v1/exports/" + made.JSON(t)["id"].(string)
		scenario{name: "read", path: one, status: 200, has: []string{`"runs":[]`}}.run(t, s, reader)
		scenario{name: "list", path: "/v1/exports", status: 200, has: []string{`"kind":"references"`}}.run(t, s, s.AsOwner())
		scenario{name: "read", path: one, status: 403, code: "forbidden"}.run(t, s, none)
		scenario{name: "run", method: "POST", path: one + "/run", status: 403, code: "forbidden"}.run(t, s, reader)
		scenario{name: "run", method: "POST", path: one + "/run", status: 202, has: []string{`"nextRunAt":"`}}.run(t, s, writer)
		scenario{name: "change", method: "PATCH", path: one, body: `{"schedule":"hourly"}`, status: 403, code: "forbidden"}.run(t, s, reader)
		scenario{name: "change", method: "PATCH", path: one, body: `{"schedule":"hourly"}`, status: 403, code: "forbidden"}.run(t, s, member)
		scenario{name: "change", method: "PATCH", path: one, body: `{"schedule":"always"}`, status: 400, code: "invalid_input", has: []string{`"name":"schedule"`}}.run(t, s, writer)
		scenario{name: "change", method: "PATCH", path: one, body: `{"schedule":"hourly","format":"csv"}`, status: 400, code: "invalid_input", has: []string{`"name":"format"`}}.run(t, s, writer)
		scenario{name: "change", method: "PATCH", path: one, body: `{"schedule":"hourly"}`, status: 200, has: []string{`"schedule":"hourly"`, `"format":"parquet"`, `"prefix":"lake/raw"`}}.run(t, s, writer)
		scenario{name: "delete", method: "DELETE", path: one, status: 403, code: "forbidden"}.run(t, s, reader)
		scenario{name: "delete", method: "DELETE", path: one, status: 204}.run(t, s, s.AsOwner())
		scenario{name: "again", method: "DELETE", path: one, status: 404, code: "not_found"}.run(t, s, writer)
		audit := s.Do("GET", "/v1/workspaces/"+s.Workspace+"/audit", nil, s.AsOwner())
		for _, want := range []string{`"createExport"`, `"runExport"`, `"changeExport"`, `"deleteExport"`, "references, parquet, daily", "references, parquet, “daily” → “hourly”"} {
			if !strings.Contains(string(audit.Body), want) {
				t.Errorf("the audit has no %s: %s", want, audit.Body)
			}
		}
	})
}

// TestExportsStayBelowTheirWorkspace sends prefixes that would lead elsewhere, and words that are none of ours.
func TestExportsStayBelowTheirWorkspace(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for _, prefix := range []string{"..", "../x", "a/../../b", "/etc", "a//b", "a/", ".hidden", "a\\\\b", "a b", "ä", strings.Repeat("a", 101)} {
			body := fmt.Sprintf(`{"kind":"references","format":"csv","schedule":"daily","prefix":"%s"}`, prefix)
			scenario{name: prefix, method: "POST", path: "/v1/exports", body: body, status: 400, code: "invalid_input", has: []string{`"name":"prefix"`}}.run(t, s, s.AsKey())
		}
		for field, body := range map[string]string{"kind": `{"kind":"users","format":"csv","schedule":"daily"}`, "format": `{"kind":"ledger","format":"xml","schedule":"daily"}`,
			"schedule": `{"kind":"ledger","format":"csv","schedule":"always"}`, "every": `{"kind":"ledger","format":"csv","schedule":"daily","every":"1h"}`} {
			scenario{name: field, method: "POST", path: "/v1/exports", body: body, status: 400, code: "invalid_input", has: []string{`"name":"` + field + `"`}}.run(t, s, s.AsKey())
		}
	})
}

// TestExportsHaveALimit makes as many as a workspace may have.
func TestExportsHaveALimit(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for range exports.DefaultMost {
			scenario{name: "make", method: "POST", path: "/v1/exports", body: anExport, status: 201}.run(t, s, s.AsKey())
		}
		scenario{name: "one more", method: "POST", path: "/v1/exports", body: anExport, status: 422, code: "limit_exceeded", has: []string{`"subject":"exports"`}}.run(t, s, s.AsKey())
		form := s.Do("POST", "/w/"+s.Workspace+"/exports", "kind=ledger&format=csv&schedule=daily&prefix=", asForm(s.Cookie))
		if form.Status != 422 || !strings.Contains(string(form.Body), "as many exports as it may have") {
			t.Errorf("by the page: %d %s", form.Status, form.Body)
		}
	})
}

// TestExportsOnPages makes, reads and deletes an export as an owner does.
func TestExportsOnPages(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		list := "/w/" + s.Workspace + "/exports"
		wrong := s.Do("POST", list, "kind=ledger&format=csv&schedule=daily&prefix=../x", asForm(s.Cookie))
		if wrong.Status != 400 || !strings.Contains(string(wrong.Body), "No name begins or ends with a dot.") {
			t.Errorf("a wrong folder: %d", wrong.Status)
		}
		if made := s.Do("POST", list, "kind=ledger&format=csv&schedule=daily&prefix=", asForm(s.Cookie)); made.Status != 303 {
			t.Fatalf("made: %d %s", made.Status, made.Body)
		}
		var id string
		testkit.Must(t, s.Store.Read(t.Context()).Raw("SELECT id FROM exports").Scan(&id).Error)
		modelstest.Run(t, s.Store, "INSERT INTO export_runs (id, export_id, state, as_of, from_at, until_at, started_at, row_count, bytes, files, after, complete, previous, manifest, code) "+
			"VALUES ('r', ?, 'failed', 1, 0, 1, 1, 12481, 1500000, '[]', '', FALSE, '', '', 'storage_unavailable')", id)
		modelstest.Run(t, s.Store, "UPDATE exports SET last_run_id = 'r'")
		if status, _, said := send(t, s, list+"/"+id+"/run", asForm(s.Cookie)); !strings.Contains(said, "It runs now.") || !strings.Contains(said, "Starts now") || !strings.Contains(said, "12,481") || !strings.Contains(said, `id="runs" data-live="2"`) {
			t.Errorf("a run out of turn: %d %s", status, said)
		}
		for path, want := range map[string]string{list: "Starts now", list + "/" + id: "Ledger as CSV, every day", list + "/" + id + "/delete": "The files that it wrote stay."} {
			if page := s.Do("GET", path, nil, asForm(s.Cookie)); page.Status != 200 || !strings.Contains(string(page.Body), want) {
				t.Errorf("%s: %d without %q", path, page.Status, want)
			}
		}
		member := signUpAs(t, s, "member@example.com", s.Workspace, accounts.Member)
		if r := s.Do("POST", list+"/"+id, "schedule=always", asForm(s.Cookie)); r.Status != 400 || !strings.Contains(string(r.Body), "Choose one of these.") {
			t.Errorf("a schedule that there is not: %d", r.Status)
		}
		if r := s.Do("POST", list+"/"+id, "schedule=weekly", asForm(member)); r.Status != 403 {
			t.Errorf("changed by a member: %d", r.Status)
		}
		if page := string(s.Do("GET", list+"/"+id, nil, asForm(s.Cookie)).Body); !strings.Contains(page, `<option value="daily" selected>`) {
			t.Errorf("the form does not begin with what is: %s", page)
		}
		if status, _, said := send(t, s, list+"/"+id, asForm(s.Cookie), "schedule", "weekly"); !strings.Contains(said, "It runs weekly now.") || !strings.Contains(said, `<option value="weekly" selected>`) {
			t.Errorf("changed: %d %s", status, said)
		}
		if gone := s.Do("POST", list+"/"+id+"/delete", nil, asForm(s.Cookie)); gone.Status != 303 {
			t.Errorf("deleted: %d", gone.Status)
		}
		if page := s.Do("GET", list+"/"+id, nil, asForm(s.Cookie)); page.Status != 404 {
			t.Errorf("afterwards: %d", page.Status)
		}
	})
}

// wholeRun stores an export of a workspace with a whole run of one file, and returns the path of the run's files below /w/<workspace>.
func wholeRun(t *testing.T, s *webtest.Site, workspace, run, content string) string {
	t.Helper()
	e, err := s.Store.Exports.Create(t.Context(), exports.Export{WorkspaceID: workspace, Kind: exports.Ledger, Format: table.CSV, Schedule: exports.Daily, Prefix: "lake"})
	testkit.Must(t, err)
	folder := blobs.ExportsOf(workspace) + "lake/ledger-20261127T000000Z-" + run + "/"
	testkit.Must(t, s.Blobs.PutBytes(t.Context(), folder+"part-00001-a.csv", []byte(content)))
	testkit.Must(t, s.Blobs.PutBytes(t.Context(), folder+"part-00002-b.csv", []byte("not noted")))
	testkit.Must(t, s.Blobs.PutBytes(t.Context(), folder+"manifest.json", []byte(`{"of":"`+run+`"}`)))
	modelstest.Run(t, s.Store, "INSERT INTO export_runs (id, export_id, state, as_of, from_at, until_at, started_at, row_count, bytes, files, after, complete, previous, manifest, code) "+
		"VALUES (?, ?, 'succeeded', 1, 0, 1, 1, 1, 9, ?, '', TRUE, '', ?, '')", run, e.ID, fmt.Sprintf(`[{"key":"%spart-00001-a.csv","rows":1,"bytes":%d,"sha256":""}]`, folder, len(content)), folder+"manifest.json")
	return "/exports/" + e.ID + "/runs/" + run + "/"
}

// TestFilesOfAnExportAreDownloaded: by owners, of whole runs, of their own workspace, and only what the run noted.
func TestFilesOfAnExportAreDownloaded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const rows = "id,amount\n1,5\n"
		own := "/w/" + s.Workspace
		files := wholeRun(t, s, s.Workspace, "r1", rows)
		elsewhere, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Elsewhere", s.OwnerID, 0)
		testkit.Must(t, err)
		theirs := wholeRun(t, s, elsewhere.ID, "r2", "secret")
		shown := string(s.Do("GET", own+strings.TrimSuffix(files, "/runs/r1/"), nil, s.AsOwner()).Body)
		for name, want := range map[string]string{"part-00001-a.csv": rows, "manifest.json": `{"of":"r1"}`} {
			if !strings.Contains(shown, `href="`+own+files+name+`"`) {
				t.Errorf("the page has no link to %s", name)
			}
			r := s.Do("GET", own+files+name, nil, s.AsOwner())
			if r.Status != 200 || string(r.Body) != want || r.Header.Get("X-Content-Type-Options") != "nosniff" ||
				r.Header.Get("Content-Disposition") != "attachment; filename=ledger-20261127T000000Z-"+name || r.Header.Get("Content-Length") != fmt.Sprint(len(want)) {
				t.Errorf("%s: %d %q %v", name, r.Status, r.Body, r.Header)
			}
		}
		if kinds, all := recorded(t, s); len(all) != 2 || kinds[0] != "exportExport" || !strings.HasPrefix(all[0].Detail, "ledger-20261127T000000Z-") || !strings.Contains(files, all[0].Subject) {
			t.Errorf("two downloads are recorded as %+v", all)
		}
		_, runOfTheirs, _ := strings.Cut(theirs, "/runs/")
		exportOf, _, _ := strings.Cut(files, "/runs/")
		editor := map[string]string{"Cookie": session.CookieName + "=" + signUpAs(t, s, "editor@example.com", s.Workspace, accounts.Editor)}
		other := map[string]string{"Cookie": session.CookieName + "=" + signUpAs(t, s, "stranger@example.com", "", "")}
		for _, tt := range []struct {
			name, path string
			as         map[string]string
			status     int
		}{
			{"by an editor", own + files + "part-00001-a.csv", editor, 403},
			{"by a stranger", own + files + "part-00001-a.csv", other, 404},
			{"by nobody", own + files + "part-00001-a.csv", nil, 303},
			{"what no run noted", own + files + "part-00002-b.csv", s.AsOwner(), 404},
			{"another workspace's, by its owner, below this one", own + theirs + "part-00001-a.csv", s.AsOwner(), 404},
			{"another workspace's run below an own export", own + exportOf + "/runs/" + runOfTheirs + "part-00001-a.csv", s.AsOwner(), 404},
			{"a path", own + files + "..%2f..%2f..%2f" + elsewhere.ID + "%2flake%2fledger-20261127T000000Z-r2%2fpart-00001-a.csv", s.AsOwner(), 404},
			{"the folder", own + files, s.AsOwner(), 404},
		} {
			if r := s.Do("GET", tt.path, nil, tt.as); r.Status != tt.status || strings.Contains(string(r.Body), "secret") {
				t.Errorf("%s: %d, want %d: %.200s", tt.name, r.Status, tt.status, r.Body)
			}
		}
		swap := func() { // each run names the other's keys
			var runs []exports.Run
			testkit.Must(t, s.Store.Read(t.Context()).Order("id").Find(&runs).Error)
			for n, r := range runs {
				modelstest.Run(t, s.Store, "UPDATE export_runs SET files = ?, manifest = ? WHERE id = ?", runs[1-n].FilesJSON, runs[1-n].Manifest, r.ID)
			}
		}
		swap()
		for _, name := range []string{"part-00001-a.csv", "manifest.json"} {
			if r := s.Do("GET", own+files+name, nil, s.AsOwner()); r.Status != 404 {
				t.Errorf("%s of a run that names another workspace's key: %d", name, r.Status)
			}
			if r := s.Do("GET", own+theirs+name, nil, s.AsOwner()); r.Status != 404 {
				t.Errorf("%s of another workspace's run that names a key of this one: %d", name, r.Status)
			}
		}
		swap()
		testkit.Must(t, s.Blobs.Delete(t.Context(), blobs.ExportsOf(s.Workspace)+"lake/ledger-20261127T000000Z-r1/part-00001-a.csv"))
		if r := s.Do("GET", own+files+"part-00001-a.csv", nil, s.AsOwner()); r.Status != 404 || !strings.Contains(string(r.Body), "This file is no longer here") {
			t.Errorf("a file that was deleted: %d", r.Status)
		}
		if r := s.Do("GET", own+files+"manifest.json", nil, s.AsOwner()); r.Status != 200 {
			t.Errorf("the manifest: %d", r.Status)
		}
		modelstest.Run(t, s.Store, "UPDATE export_runs SET state = 'failed'")
		if r := s.Do("GET", own+files+"manifest.json", nil, s.AsOwner()); r.Status != 404 {
			t.Errorf("of a run that is not whole: %d", r.Status)
		}
	})
}

// TestFilesOfAnExportInABucketAreNamed: where they lie is said, and nothing is sent.
func TestFilesOfAnExportInABucketAreNamed(t *testing.T) {
	each(t, webtest.Options{Media: testkit.S3(t)}, func(t *testing.T, s *webtest.Site) {
		files := wholeRun(t, s, s.Workspace, "r1", "x")
		shown := string(s.Do("GET", "/w/"+s.Workspace+strings.TrimSuffix(files, "/runs/r1/"), nil, s.AsOwner()).Body)
		for _, want := range []string{"bucket “media”", blobs.ExportsOf(s.Workspace) + "lake/ledger-20261127T000000Z-r1/", "part-00001-a.csv"} {
			if !strings.Contains(shown, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
		if strings.Contains(shown, "Download") {
			t.Error("the page offers what it does not send")
		}
		if r := s.Do("GET", "/w/"+s.Workspace+files+"part-00001-a.csv", nil, s.AsOwner()); r.Status != 404 {
			t.Errorf("sent: %d", r.Status)
		}
	})
}

// TestThePageOfExportsLeadsToItsGuide follows the link.
func TestThePageOfExportsLeadsToItsGuide(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		_, after, _ := strings.Cut(string(s.Do("GET", "/w/"+s.Workspace+"/exports", "", s.AsOwner()).Body), `href="/docs/guides/`)
		path, _, _ := strings.Cut(after, `"`)
		if r := s.Do("GET", "/docs/guides/"+strings.Split(path, "#")[0], "", nil); r.Status != 200 || !strings.Contains(string(r.Body), `id="scheduled-exports"`) {
			t.Errorf("%q: %d", path, r.Status)
		}
	})
}
