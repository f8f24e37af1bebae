package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/testkit"
	"socialdata/models/acts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestEveryChangingActIsRecordedOrExcused lists every operation that changes something: it is recorded, or a reason is
// given by its name. An excuse that excuses nothing is refused.
func TestEveryChangingActIsRecordedOrExcused(t *testing.T) {
	var b strings.Builder
	excuses := operations.Unrecorded()
	for _, o := range operations.Table() {
		switch why := excuses[o.ID]; {
		case o.Recorded():
			fmt.Fprintf(&b, "%s: recorded\n", o.ID)
		case o.Changes() && why == "":
			t.Errorf("%s is neither recorded nor excused", o.ID)
		case o.Changes():
			fmt.Fprintf(&b, "%s: not recorded, because %s\n", o.ID, why)
			delete(excuses, o.ID)
		}
	}
	if len(excuses) > 0 {
		t.Errorf("excuses for nothing: %v", slices.Sorted(maps.Keys(excuses)))
	}
	golden(t, "recorded.txt", []byte(b.String()))
}

// recorded returns the kinds of the acts in the site's workspace, oldest first.
func recorded(t *testing.T, s *webtest.Site) (kinds []string, all []acts.View) {
	t.Helper()
	p, err := s.Store.Acts.List(t.Context(), s.Workspace, acts.Filter{}, db.PageRequest{Limit: 100})
	testkit.Must(t, err)
	slices.Reverse(p.Items)
	for _, a := range p.Items {
		kinds = append(kinds, a.Kind)
	}
	return kinds, p.Items
}

// TestActsAreRecorded does things through the API and on pages: each that changed something is recorded once, with who
// did it; what was refused, repeated or selected nothing is not.
func TestActsAreRecorded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		before, _ := recorded(t, s)
		ws, pages := "/v1/workspaces/"+s.Workspace, "/w/"+s.Workspace
		again := s.AsOwner()
		again["Idempotency-Key"] = "one"
		for range 2 {
			s.Do("POST", ws+"/api-keys", map[string]any{"name": "ci", "scopes": []string{}}, again)
		}
		s.Do("POST", ws+"/api-keys", map[string]any{"name": "", "scopes": []string{}}, s.AsOwner())
		send(t, s, pages+"/references/bulk/tags", s.AsOwner(), "tags", "a")
		send(t, s, pages+"/invites", s.AsOwner(), "email", "no address", "role", "member")
		send(t, s, pages+"/invites", s.AsOwner(), "email", "ada@example.com", "role", "editor")
		send(t, s, pages+"/members/"+s.OwnerID+"/role", s.AsOwner(), "role", "member")
		s.Do("GET", pages+"/members", nil, s.AsOwner())
		s.Do("GET", pages+"/members/export.csv", nil, s.AsOwner())
		s.Do("GET", "/v1/references/export", nil, s.AsKey())
		s.Do("POST", "/v1/boards", map[string]any{"name": "Lamps"}, s.AsKey())
		kinds, all := recorded(t, s)
		kinds, all = kinds[len(before):], all[len(before):]
		if want := []string{"createKey", "createInvite", "exportMembers", "exportReferences", "createBoard"}; !slices.Equal(kinds, want) {
			t.Fatalf("recorded %v, want %v", kinds, want)
		}
		if k := all[0]; k.Detail != "ci" || k.About != "ci" || k.Actor != s.OwnerID || k.Door != acts.Person || k.Name == "" || k.Address == "" || k.RequestID == "" {
			t.Errorf("a key: %+v", k)
		}
		if i := all[1]; i.Detail != "ada@example.com, editor" {
			t.Errorf("an invite: %+v", i)
		}
		if b := all[4]; b.Door != acts.Key || b.Name == "" || b.Subject == "" || b.Detail != "Lamps" {
			t.Errorf("a board of a key: %+v", b)
		}
	})
}

// TestActsSayWhatTheyDid changes tags, boards and links for others: each record says which, and what became of it, and the
// page shows it without the id of the request.
func TestActsSayWhatTheyDid(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		before, _ := recorded(t, s)
		pages, id := "/w/"+s.Workspace, ""
		for range 2 {
			id = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Tags: []string{"hooks"}})
		}
		send(t, s, pages+"/tags", s.AsOwner(), "tag", "hooks", "to", "openings", "do", "rename")
		send(t, s, pages+"/tags", s.AsOwner(), "tag", "hooks", "do", "remove")
		s.Do("POST", "/v1/references/bulk", map[string]any{"ids": []string{id}, "addTags": []string{"a", "b"}}, s.AsKey())
		s.Do("POST", "/v1/changes", map[string]any{"ids": []string{id}, "addTags": []string{"c"}, "holdDays": 7, "delaySeconds": 60}, s.AsKey())
		s.Do("POST", "/v1/changes", map[string]any{"ids": []string{id, "none"}, "delete": true, "delaySeconds": 60}, s.AsKey())
		_, all := recorded(t, s)
		s.Do("POST", "/v1/changes/"+all[len(all)-1].Subject+"/stop", nil, s.AsKey())
		var board struct{ ID string }
		testkit.Must(t, json.Unmarshal(s.Do("POST", "/v1/boards", map[string]any{"name": "Lamps"}, s.AsKey()).Body, &board))
		at := "/v1/boards/" + board.ID
		s.Do("POST", at+"/references", map[string]any{"add": []string{id}}, s.AsKey())
		s.Do("POST", "/v1/shares", map[string]any{"board": board.ID}, s.AsKey())
		s.Do("POST", "/v1/shares", map[string]any{"reference": id}, s.AsKey())
		_, all = recorded(t, s)
		s.Do("DELETE", "/v1/shares/"+all[len(all)-1].Subject, nil, s.AsKey())
		s.Do("PATCH", at, map[string]any{"revision": 2, "name": "Lights"}, s.AsKey())
		s.Do("DELETE", at, nil, s.AsKey())
		named := func(path, change string, body map[string]any) {
			var made struct{ ID string }
			testkit.Must(t, json.Unmarshal(s.Do("POST", path, body, s.AsKey()).Body, &made))
			if change != "" {
				var changes map[string]any
				testkit.Must(t, json.Unmarshal([]byte(change), &changes))
				s.Do("PATCH", path+"/"+made.ID, changes, s.AsKey())
			}
			s.Do("DELETE", path+"/"+made.ID, nil, s.AsKey())
		}
		named("/v1/watches", `{"name":"Kitchens"}`, map[string]any{"name": "Lanterns", "every": "6h", "paused": true, "source": map[string]any{"kind": "account", "account": "video_site:@lanternkitchen"}})
		named("/v1/workspaces/"+s.Workspace+"/webhooks", `{"revision":1,"enabled":false}`, map[string]any{"url": "https://hooks.example.com/T1/secret", "events": []string{"import.failed"}})
		hooks, hook := "/v1/workspaces/"+s.Workspace+"/webhooks", struct{ ID string }{}
		testkit.Must(t, json.Unmarshal(s.Do("POST", hooks, map[string]any{"url": "https://tried.example.com/T1/secret", "events": []string{"import.failed"}}, s.AsKey()).Body, &hook))
		s.Do("POST", hooks+"/"+hook.ID+"/test", nil, s.AsKey())
		_, all = recorded(t, s)
		var said []string
		for _, a := range all[len(before):] {
			said = append(said, a.Kind+" "+a.Detail)
		}
		want := []string{"createChange 2 references: tag “hooks” → “openings”", "createChange 2 references: removed the tags “hooks”",
			"changeReferences 1 reference: added the tags “a”, “b”", "createChange 1 reference: added the tags “c”; media kept for 7 days",
			"createChange 2 references: deleted", "stopChange 2 references: deleted",
			"createBoard Lamps", "arrangeBoard Lamps", "createShare board Lamps", "createShare reference " + id, "revokeShare reference " + id,
			"changeBoard “Lamps” → “Lights”", "deleteBoard Lights",
			"createWatch Lanterns", "changeWatch “Lanterns” → “Kitchens”", "deleteWatch Kitchens",
			"createWebhook hooks.example.com", "changeWebhook hooks.example.com", "deleteWebhook hooks.example.com",
			"createWebhook tried.example.com", "testWebhook tried.example.com"}
		if diff := cmp.Diff(want, said); diff != "" {
			t.Error(diff)
		}
		tested := all[len(all)-1]
		for path, body := range map[string]map[string]any{"/v1/exports": {"kind": "ledger", "format": "csv", "schedule": "daily"}, "/v1/ingestions/retries": {}} {
			s.Do("POST", path, body, s.AsKey())
		}
		_, all = recorded(t, s)
		page := string(s.Do("GET", pages+"/audit", nil, s.AsOwner()).Body)
		for _, a := range all {
			if at := map[string]string{"createExport": "/exports/" + a.Subject, "createRetry": "/imports/retries/" + a.Subject, "createShare": "/shares"}[a.Kind]; at != "" &&
				(a.Subject == "" || !strings.Contains(page, `href="`+pages+at+`"`)) {
				t.Errorf("%s of %q leads nowhere", a.Kind, a.Subject)
			}
		}
		if !strings.Contains(page, "tag “hooks” → “openings”") || strings.Contains(page, tested.RequestID) ||
			!strings.Contains(page, `/webhooks/`+hook.ID+`" class="wrap" title="`+hook.ID+`">tried.example.com</a>`) {
			t.Error(page)
		}
	})
}

// TestSignInsAreRecorded signs in: it is recorded in the workspaces of the person, a wrong password is not.
func TestSignInsAreRecorded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		before, _ := recorded(t, s)
		origin := map[string]string{"Origin": webtest.Origin}
		for password, status := range map[string]int{"wrong password": http.StatusUnauthorized, webtest.Password: http.StatusCreated} {
			if r := s.Do("POST", "/v1/auth/sessions", map[string]any{"email": "olive@example.com", "password": password}, origin); r.Status != status {
				t.Fatalf("%s: %d, %s", password, r.Status, r.Body)
			}
		}
		kinds, all := recorded(t, s)
		if len(kinds) != len(before)+1 || kinds[len(before)] != "signIn" || all[len(before)].Actor != s.OwnerID {
			t.Errorf("recorded %v", kinds)
		}
		s.Do("POST", "/v1/auth/sessions", map[string]any{"email": "olive@example.com", "password": webtest.Password}, origin)
		for path, lines := range map[string]int{"/audit": 0, "/audit/export.csv": 2} {
			body := string(s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()).Body)
			if folded := strings.Contains(body, ">Signed in, 2 times<"); folded != (lines == 0) || strings.Count(body, ",Signed in,") != lines {
				t.Errorf("%s: two sign-ins in a row: %s", path, body)
			}
		}
	})
}

// TestOwnersReadWhoDidWhat reads the record on its page, as a file and by the API, narrowed by person, act and day; a
// member reads none of it.
func TestOwnersReadWhoDidWhat(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ws, page := "/v1/workspaces/"+s.Workspace+"/audit", "/w/"+s.Workspace+"/audit"
		s.Do("POST", "/v1/boards", map[string]any{"name": "Lamps"}, s.AsKey())
		s.Do("POST", "/v1/workspaces/"+s.Workspace+"/api-keys", map[string]any{"name": "ci", "scopes": []string{}}, s.AsOwner())
		for query, want := range map[string][]string{"": {"Lamps", "ci"}, "?act=createKey": {"ci"}, "?actor=" + s.OwnerID: {"ci"}, "?before=2020-01-01T00:00:00Z": {}, "?from=2020-01-01T00:00:00Z&act=createBoard": {"Lamps"}} {
			r := s.Do("GET", ws+query, nil, s.AsOwner())
			var got struct{ Items []struct{ Detail string } }
			testkit.Must(t, json.Unmarshal(r.Body, &got))
			var details []string
			for _, i := range got.Items {
				if i.Detail == "Lamps" || i.Detail == "ci" {
					details = append(details, i.Detail)
				}
			}
			slices.Sort(details)
			if !slices.Equal(details, slices.Clone(want)) && len(details)+len(want) > 0 {
				t.Errorf("%s: %v, want %v", query, details, want)
			}
		}
		for _, path := range []string{page, page + "/export.csv"} {
			if r := s.Do("GET", path+"?what=createKey", nil, s.AsOwner()); r.Status != 200 || !strings.Contains(string(r.Body), "Made a key") || strings.Contains(string(r.Body), "Lamps") {
				t.Errorf("%s: %d\n%s", path, r.Status, r.Body)
			}
		}
		for _, path := range []string{page, page + "/export.csv", ws, page + "/support"} {
			if r := s.Do("GET", path, nil, guest(t, s)); r.Status != 403 {
				t.Errorf("a member reads %s: %d", path, r.Status)
			}
		}
		if r := s.Do("GET", ws, nil, s.AsKey()); r.Status != 403 {
			t.Errorf("a key reads it: %d", r.Status)
		}
	})
}

// TestEveryRecordedActHasWords finds no kind that the page of owners could show by its name only.
func TestEveryRecordedActHasWords(t *testing.T) {
	words := map[string]string{}
	for _, g := range shown.ActGroups() {
		for _, k := range g.Kinds {
			words[k.Kind] = k.Words
		}
	}
	for _, o := range operations.Table() {
		if o.Recorded() && words[o.ID] == "" {
			t.Errorf("%s has no words", o.ID)
		}
	}
	for _, r := range (&pages.Handlers{}).Routes(nil) {
		if strings.HasSuffix(r.Path, ".csv") && !r.IsForm() && words[operations.ExportKind(r.Act)] == "" {
			t.Errorf("%s, the download of %q, has no words", r.Path, r.Act)
		}
	}
}
