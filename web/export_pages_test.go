package web_test

import (
	"encoding/csv"
	"net/url"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestListsOfAWorkspaceAreExported reads the members, the keys and support's acts as tables, over more than one page, and
// holds that no key's text is in them.
func TestListsOfAWorkspaceAreExported(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		var secret string
		for range 105 {
			k, text, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "=a key, quoted", CreatedBy: s.OwnerID})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Store.Accounts.RevokeKey(t.Context(), s.Workspace, k.ID); err != nil { // only so many may live
				t.Fatal(err)
			}
			secret = text
		}
		keys, err := s.Store.Accounts.Keys(t.Context(), s.Workspace, db.PageRequest{Limit: 100})
		if err != nil || keys.NextCursor == "" {
			t.Fatalf("the keys fit on one page: %v", err)
		}
		for path, want := range map[string]struct {
			columns string
			rows    int // with the header; 0 for any number
		}{
			"/keys/export.csv":          {"id,name,prefix,state,scopes", 107},
			"/members/export.csv":       {"user_id,name,email,role,joined_at", 2},
			"/audit/export.csv":         {"id,at,act,what", 0},
			"/audit/support/export.csv": {"id,at,person,action,reason", 1},
		} {
			r := s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner())
			rows, err := csv.NewReader(strings.NewReader(string(r.Body))).ReadAll()
			if r.Status != 200 || err != nil || want.rows > 0 && len(rows) != want.rows || !strings.HasPrefix(string(r.Body), want.columns) {
				t.Errorf("%s: %d, %d rows, %v:\n%.300s", path, r.Status, len(rows), err, r.Body)
			}
			if strings.Contains(string(r.Body), secret) || strings.Contains(string(r.Body), ",=a key") {
				t.Errorf("%s holds a secret, or a cell that a spreadsheet runs", path)
			}
		}
	})
}

// TestTheLedgerNamesSpenders: the file of the ledger has the id and the name of who spent, and neither for a grant. Files and pages name keys,
// however many are newer.
func TestTheLedgerNamesSpenders(t *testing.T) {
	each(t, webtest.Options{Credits: 10}, func(t *testing.T, s *webtest.Site) {
		k, token, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "nightly", CreatedBy: s.OwnerID})
		testkit.Must(t, err)
		if r := s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(s.Platforms.Samples()[0].Items[0]), nil, map[string]string{"Authorization": "Bearer " + token}); r.Status != 200 {
			t.Fatalf("the lookup: %d %s", r.Status, r.Body)
		}
		for n := range 100 { // as many as a list of names has
			modelstest.Run(t, s.Store, "INSERT INTO api_keys (id, workspace_id, name, scopes, prefix, digest, created_by, created_at) VALUES (?, ?, 'newer', '', '', ?, ?, ?)",
				db.NewID(), s.Workspace, []byte{byte(n)}, s.OwnerID, s.Store.NowMicros()+1)
		}
		s.Requests.Flush(t.Context())
		for path, has := range map[string]string{"/credits": "Key “nightly”", "/credits?by=key:" + k.ID: "selected>Key “nightly”", "/requests": "nightly</", "/requests?keyId=" + k.ID: "selected>nightly</"} {
			if body := string(s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()).Body); !strings.Contains(body, has) {
				t.Errorf("%s lacks %q", path, has)
			}
		}
		r := s.Do("GET", "/w/"+s.Workspace+"/credits/export.csv", nil, s.AsOwner())
		rows, err := csv.NewReader(strings.NewReader(string(r.Body))).ReadAll()
		testkit.Must(t, err)
		got := []string{}
		for _, row := range rows {
			got = append(got, strings.Join(row[len(row)-2:], " "))
		}
		if want := []string{"spent_by spent_by_name", "key:" + k.ID + " nightly", " "}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// TestMembersKeepTheirNames: a person with a hundred newer members beside them is no “former member”.
func TestMembersKeepTheirNames(t *testing.T) {
	each(t, webtest.Options{Credits: 10}, func(t *testing.T, s *webtest.Site) {
		if status, _, said := send(t, s, "/w/"+s.Workspace+"/try/lookup", s.AsOwner(), "url", s.Platforms.Samples()[0].Items[0]); status != 200 {
			t.Fatalf("the lookup: %d %s", status, said)
		}
		for range 100 { // as many as a list of names has
			id := db.NewID()
			modelstest.Run(t, s.Store, "INSERT INTO users (id, email, name, password_hash, operator, support, created_at) VALUES (?, ?, 'Newer', '', FALSE, FALSE, 1)", id, id+"@example.com")
			modelstest.Run(t, s.Store, "INSERT INTO members (workspace_id, user_id, role, joined_at) VALUES (?, ?, 'member', ?)", s.Workspace, id, s.Store.NowMicros()+1)
		}
		s.Requests.Flush(t.Context())
		for path, has := range map[string]string{"/credits": ">Owner<", "/credits?by=user:" + s.OwnerID: "selected>Owner<", "/requests": "Owner</"} {
			if body := mainOf(string(s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()).Body)); !strings.Contains(body, has) || strings.Contains(strings.ToLower(body), "former member") {
				t.Errorf("%s lacks %q", path, has)
			}
		}
	})
}
