package web_test

import (
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/digests"
	"socialdata/web/webtest"
)

// TestDigestsAreChosenAndSwitchedOff: a person chooses a digest of each of their workspaces, opening the link in one changes nothing,
// and a POST to it needs neither a session nor an origin.
func TestDigestsAreChosenAndSwitchedOff(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 1)
		testkit.Must(t, err)
		chosen := func(want map[string]digests.Every) {
			t.Helper()
			got, err := s.Store.Digests.Of(t.Context(), s.OwnerID)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%v, %v, want %v", got, err, want)
			}
			for w, every := range want {
				if got[w] != every {
					t.Errorf("%v, want %v", got, want)
				}
			}
		}
		if status, where, _ := send(t, s, "/account/digests", s.AsOwner(), "digest-"+s.Workspace, "weekly", "digest-"+other.ID, ""); status != 303 || !strings.HasPrefix(where, "/account") {
			t.Fatalf("%d %s", status, where)
		}
		chosen(map[string]digests.Every{s.Workspace: digests.Weekly})
		if status, _, _ := send(t, s, "/account/digests", s.AsOwner(), "digest-"+s.Workspace, "hourly"); status != 400 {
			t.Errorf("another interval: %d", status)
		}
		stranger, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Theirs", somebody(t, s), 1)
		testkit.Must(t, err)
		if status, _, _ := send(t, s, "/account/digests", s.AsOwner(), "digest-"+stranger.ID, "daily"); status != 303 {
			t.Errorf("a workspace of somebody else: %d", status)
		}
		chosen(map[string]digests.Every{s.Workspace: digests.Weekly})
		if status, _, _ := send(t, s, "/account/digests", map[string]string{}, "digest-"+s.Workspace, ""); status == 303 {
			chosen(map[string]digests.Every{s.Workspace: digests.Weekly})
		}
		token, err := s.Store.Digests.Token(s.Workspace, s.OwnerID)
		testkit.Must(t, err)
		got := s.Do("GET", "/digest/"+token, nil, nil)
		if got.Status != 200 || !strings.Contains(string(got.Body), "Switch the digest off?") || got.Header.Get("Referrer-Policy") == "same-origin" {
			t.Errorf("the page: %d %v", got.Status, got.Header)
		}
		chosen(map[string]digests.Every{s.Workspace: digests.Weekly})
		post := func(token string) *webtest.Reply {
			return s.Do("POST", "/digest/"+token, "List-Unsubscribe=One-Click", map[string]string{"Content-Type": "application/x-www-form-urlencoded"})
		}
		if r := post(token + "x"); r.Status != 404 {
			t.Errorf("another token: %d", r.Status)
		}
		chosen(map[string]digests.Every{s.Workspace: digests.Weekly})
		if r := post(token); r.Status != 200 || !strings.Contains(string(r.Body), "The digest is off") {
			t.Errorf("one click: %d %s", r.Status, r.Body)
		}
		chosen(nil)
		if r := post(token); r.Status != 200 {
			t.Errorf("twice: %d", r.Status)
		}
	})
}

// somebody makes another person and returns their id.
func somebody(t *testing.T, s *webtest.Site) string {
	t.Helper()
	_, token, err := s.Store.Accounts.CreateInvite(t.Context(), s.Workspace, "somebody@example.com", accounts.Member, s.OwnerID)
	testkit.Must(t, err)
	s.Do("POST", "/v1/invites/accept", map[string]string{"token": token, "name": "Somebody", "password": strangersPassword}, map[string]string{"Origin": webtest.Origin})
	members, err := s.Store.Accounts.Members(t.Context(), s.Workspace, db.PageRequest{Limit: 1})
	testkit.Must(t, err)
	return members.Items[0].UserID
}
