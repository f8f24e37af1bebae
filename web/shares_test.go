package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// shareAnswer is what the tests of shares read of a share, of a list and of an error.
type shareAnswer struct {
	ID, URL, State   string
	Board, Reference *string
	HasPassword      bool
	OpenGraph        bool
	Views            int64
	ExpiresAt        time.Time
	KeyID, UserID    *string
	Include          map[string]bool
	Items            []struct {
		ID, State string
		Views     int64
	}
	Error struct {
		Code    string
		Details struct {
			Fields []struct{ Name, Reason string }
		}
	}
}

// path is the path of the stranger's page.
func (a shareAnswer) path() string { return strings.TrimPrefix(a.URL, webtest.Origin) }

// sharing asks as headers say, and wants a status.
func sharing(t *testing.T, s *webtest.Site, as map[string]string) func(status int, method, path, body string) shareAnswer {
	t.Helper()
	return func(status int, method, path, body string) (got shareAnswer) {
		t.Helper()
		var sent any
		if body != "" {
			sent = body
		}
		r := s.Do(method, path, sent, as)
		if r.Status != status {
			t.Fatalf("%s %s %s: %d %s", method, path, body, r.Status, r.Body)
		}
		_ = json.Unmarshal(r.Body, &got)
		return got
	}
}

// TestSharesAreMadeListedAndRevoked makes shares of a board and of a reference, and refuses what none can be made of.
func TestSharesAreMadeListedAndRevoked(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ref := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "Lamps"})
		board, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Shelf", Kind: boards.Manual, Sort: references.AsPlaced}, []string{ref})
		testkit.Must(t, err)
		ask := sharing(t, s, scoped(t, s, accounts.ReferencesRead, accounts.ReferencesWrite))
		made := ask(201, "POST", "/v1/shares", fmt.Sprintf(`{"reference":%q,"include":{"media":true},"password":"open sesame"}`, ref))
		if made.State != "active" || made.Reference == nil || *made.Reference != ref || made.Board != nil || !made.HasPassword || made.OpenGraph || made.KeyID == nil || made.UserID != nil ||
			!made.Include["media"] || made.Include["notes"] || time.Until(made.ExpiresAt).Round(time.Hour) != 30*24*time.Hour || len(made.path()) != len("/s/")+43 {
			t.Errorf("the new share is %+v", made)
		}
		ask(201, "POST", "/v1/shares", fmt.Sprintf(`{"board":%q,"expiresAt":%q}`, board.ID, time.Now().Add(time.Hour).Format(time.RFC3339)))
		for query, want := range map[string]int{"": 2, "?board=" + board.ID: 1, "?reference=" + ref: 1, "?board=nobody": 0} {
			r := s.Do("GET", "/v1/shares"+query, nil, scoped(t, s, accounts.ReferencesRead))
			if n := len(ask(200, "GET", "/v1/shares"+query, "").Items); n != want || strings.Contains(string(r.Body), made.path()[len("/s/"):]) {
				t.Errorf("%q lists %d, want %d: %s", query, n, want, r.Body)
			}
		}
		for body, want := range map[string]string{
			`{}`: "board conflict",
			fmt.Sprintf(`{"board":%q,"reference":%q}`, board.ID, ref):                                                  "board conflict",
			fmt.Sprintf(`{"reference":%q,"expiresAt":%q}`, ref, time.Now().Add(-time.Hour).Format(time.RFC3339)):       "expiresAt range",
			fmt.Sprintf(`{"reference":%q,"expiresAt":%q}`, ref, time.Now().Add(366*24*time.Hour).Format(time.RFC3339)): "expiresAt range",
			fmt.Sprintf(`{"reference":%q,"password":"short"}`, ref):                                                    "password length",
			fmt.Sprintf(`{"reference":%q,"include":{"keys":true}}`, ref):                                               "include.keys unknown",
		} {
			if f := ask(400, "POST", "/v1/shares", body).Error.Details.Fields; len(f) != 1 || f[0].Name+" "+f[0].Reason != want {
				t.Errorf("%s: %+v, want %s", body, f, want)
			}
		}
		ask(404, "POST", "/v1/shares", `{"board":"nobody"}`)
		ask(200, "DELETE", "/v1/shares/"+made.ID, "")
		ask(200, "DELETE", "/v1/shares/"+made.ID, "")
		if list := ask(200, "GET", "/v1/shares?reference="+ref, "").Items; list[0].State != "revoked" {
			t.Errorf("after its end: %+v", list)
		}
		reader := sharing(t, s, scoped(t, s, accounts.ReferencesRead))
		reader(http.StatusForbidden, "POST", "/v1/shares", fmt.Sprintf(`{"reference":%q}`, ref))
		reader(http.StatusForbidden, "DELETE", "/v1/shares/"+made.ID, "")
	})
}

// TestNothingOfAnotherWorkspaceIsShared names another workspace's reference, board and share.
func TestNothingOfAnotherWorkspaceIsShared(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		o := newOther(t, s)
		ask := sharing(t, s, s.AsOwner())
		ask(404, "POST", "/v1/shares", fmt.Sprintf(`{"reference":%q}`, o.ids["referenceId"]))
		ask(404, "POST", "/v1/shares", fmt.Sprintf(`{"board":%q}`, o.ids["boardId"]))
		ask(404, "DELETE", "/v1/shares/"+o.ids["shareId"], "")
		for _, query := range []string{"", "?board=" + o.ids["boardId"], "?reference=" + o.ids["referenceId"]} {
			if n := len(ask(200, "GET", "/v1/shares"+query, "").Items); n != 0 {
				t.Errorf("%q lists %d of another workspace", query, n)
			}
		}
	})
}
