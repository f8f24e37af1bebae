package web_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

type bulkAnswer struct {
	Object  string
	Results []struct {
		Index, Status int64
		ID            string
		Reference     *struct {
			HumanAuthored struct{ Tags []string }
		}
		Error *struct{ Code string }
	}
}

// TestBulkChangesReferences changes several references by one request: each has its own outcome, in the order of the ids.
func TestBulkChangesReferences(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		one := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Tags: []string{"old"}})
		two := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2"})
		theirs := newOther(t, s).ids["referenceId"]
		key := scoped(t, s, accounts.ReferencesWrite)
		bulk := func(as map[string]string, status int, body string) (got bulkAnswer) {
			t.Helper()
			r := s.Do("POST", "/v1/references/bulk", body, as)
			if r.Status != status {
				t.Fatalf("%s: %d %s", body, r.Status, r.Body)
			}
			_ = json.Unmarshal(r.Body, &got)
			return got
		}
		got := bulk(key, http.StatusOK, fmt.Sprintf(`{"ids":[%q,%q,%q],"addTags":["new"],"removeTags":["OLD"]}`, one, theirs, two))
		if got.Object != "batch" || len(got.Results) != 3 || got.Results[1].Error == nil || got.Results[1].Error.Code != "not_found" || got.Results[1].Status != 404 {
			t.Fatalf("%+v", got)
		}
		if r := got.Results[0]; r.ID != one || r.Status != 200 || strings.Join(r.Reference.HumanAuthored.Tags, " ") != "new" {
			t.Errorf("the first: %+v", r)
		}
		if got = bulk(key, http.StatusOK, fmt.Sprintf(`{"ids":[%q],"holdDays":7}`, one)); got.Results[0].Error == nil || got.Results[0].Error.Code != "unsupported_media" {
			t.Errorf("a hold of nothing: %+v", got)
		}
		for _, wrong := range []string{`{"ids":[]}`, `{"ids":["x"]}`, `{"ids":["x","x"],"delete":true}`, `{"ids":["x"],"delete":true,"addTags":["a"]}`, `{"ids":["x"],"holdDays":0}`, `{"ids":["x"],"some":1}`} {
			bulk(key, http.StatusBadRequest, wrong)
		}
		bulk(scoped(t, s, accounts.ReferencesRead), http.StatusForbidden, fmt.Sprintf(`{"ids":[%q],"delete":true}`, one))
		member := guest(t, s)
		bulk(member, http.StatusForbidden, fmt.Sprintf(`{"ids":[%q],"delete":true}`, one))
		bulk(member, http.StatusOK, fmt.Sprintf(`{"ids":[%q],"addTags":["guest"]}`, one))
		if got = bulk(key, http.StatusOK, fmt.Sprintf(`{"ids":[%q,%q],"delete":true}`, one, two)); got.Results[0].Status != 204 || got.Results[0].Reference != nil {
			t.Errorf("deleted: %+v", got)
		}
		if r := s.Do("GET", "/v1/references/"+one, nil, scoped(t, s, accounts.ReferencesRead)); r.Status != http.StatusNotFound {
			t.Errorf("afterwards: %d", r.Status)
		}
	})
}

// TestExportHasEveryReferenceOnce exports more references than fit in one batch, in both formats and with a filter.
func TestExportHasEveryReferenceOnce(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const many = 450
		for n := range many {
			tags := []string{"even"}
			if n%2 == 1 {
				tags = []string{"=odd"}
			}
			modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: fmt.Sprint("clip_site:", n), SourceTitle: "=cmd, " + fmt.Sprint(n), Tags: tags})
		}
		key := scoped(t, s, accounts.ReferencesRead)
		r := s.Do("GET", "/v1/references/export?format=csv", nil, key)
		rows, err := csv.NewReader(bytes.NewReader(r.Body)).ReadAll()
		testkit.Must(t, err)
		seen := map[string]bool{}
		for _, row := range rows[1:] {
			seen[row[0]] = true
			if !strings.HasPrefix(row[1], "'=cmd, ") {
				t.Fatalf("a cell that a spreadsheet runs: %q", row[1])
			}
		}
		if len(rows) != many+1 || len(seen) != many || rows[0][0] != "id" {
			t.Errorf("%d rows, %d different", len(rows), len(seen))
		}
		r = s.Do("GET", "/v1/references/export?format=ndjson&tag=even", nil, key)
		lines := strings.Split(strings.TrimSpace(string(r.Body)), "\n")
		for _, line := range lines {
			var one struct{ ID string }
			testkit.Must(t, json.Unmarshal([]byte(line), &one))
			if !db.ValidID(one.ID) {
				t.Fatalf("%s", line)
			}
		}
		if len(lines) != many/2 {
			t.Errorf("%d lines, want %d", len(lines), many/2)
		}
		if r := s.Do("GET", "/v1/references/export?format=xml", nil, key); r.Status != http.StatusBadRequest {
			t.Errorf("another format: %d", r.Status)
		}
		page := s.Do("GET", "/w/"+s.Workspace+"/references/export.csv?tag=even", nil, s.AsOwner())
		if n := bytes.Count(page.Body, []byte("\r\n")); page.Status != http.StatusOK || n != many/2+1 {
			t.Errorf("the page's export: %d with %d lines", page.Status, n)
		}
		for _, path := range []string{"/imports/export.csv", "/credits/export.csv"} {
			if r := s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()); r.Status != http.StatusOK || !bytes.Contains(r.Body, []byte("id,")) {
				t.Errorf("%s: %d %.80s", path, r.Status, r.Body)
			}
		}
		for query, want := range map[string]int{"": 200, "?by=nobody": 200, "?from=2026-01-02&to=2026-01-01": 400} { // none was spent
			if r := s.Do("GET", "/w/"+s.Workspace+"/credits/export.csv"+query, nil, s.AsOwner()); r.Status != want || (bytes.Count(r.Body, []byte("\r\n")) > 1) != (query == "") {
				t.Errorf("credits%s: %d %.200s", query, r.Status, r.Body)
			}
		}
	})
}

// scoped are the headers of a new key with these scopes.
func scoped(t *testing.T, s *webtest.Site, scopes ...accounts.Scope) map[string]string {
	t.Helper()
	_, text, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "scoped", CreatedBy: s.OwnerID, Scopes: scopes})
	testkit.Must(t, err)
	return map[string]string{"Authorization": "Bearer " + text}
}
