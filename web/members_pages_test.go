package web_test

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

func TestOwnersManageMembers(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ws := "/w/" + s.Workspace
		read := func(as map[string]string, path string) string {
			t.Helper()
			return string(s.Do("GET", ws+path, nil, as).Body)
		}
		if status, _, body := send(t, s, ws+"/invites", s.AsOwner(), "email", "no address", "role", "member"); status != 400 || !strings.Contains(body, "Enter a valid email address.") || !strings.Contains(body, `value="no address"`) {
			t.Errorf("no address: %d", status)
		}
		status, _, made := send(t, s, ws+"/invites", s.AsOwner(), "email", "Ada@example.com", "role", "owner")
		if status != http.StatusCreated || !strings.Contains(made, webtest.Origin+"/invite/") || !strings.Contains(made, "It will not be shown again") {
			t.Errorf("an invite: %d", status)
		}
		if again := read(s.AsOwner(), "/members"); strings.Contains(again, webtest.Origin+"/invite/") || !strings.Contains(again, "ada@example.com") {
			t.Error("the link is shown again, or the invite is not listed")
		}
		open, err := s.Store.Accounts.Invites(t.Context(), s.Workspace, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		for range 2 {
			_, _, body := send(t, s, ws+"/invites/"+open.Items[0].ID+"/withdraw", s.AsOwner())
			if !strings.Contains(body, "Invite withdrawn.") && !strings.Contains(body, "already been used or withdrawn") {
				t.Error("the withdrawal is not said")
			}
		}
		if _, _, body := send(t, s, ws+"/members/"+s.OwnerID+"/role", s.AsOwner(), "role", "member"); !strings.Contains(body, "needs at least one owner") {
			t.Error("the last owner became a member")
		}
		if status, _, body := send(t, s, ws+"/members/"+s.OwnerID+"/remove", s.AsOwner()); status != 409 || !strings.Contains(body, "needs at least one owner") {
			t.Errorf("the last owner left: %d", status)
		}
		guest := guest(t, s)
		for part, want := range map[string]bool{"guest@example.com": true, "olive@example.com": true, "Change role": false, "Invite a person": false, "Remove": false,
			"what each credit was spent on and by whom": true, "what it cost": false} {
			if strings.Contains(mainOf(read(guest, "/members")), part) != want {
				t.Errorf("a member sees %q: %v", part, !want)
			}
		}
		if !strings.Contains(mainOf(read(guest, "")), ">Spent, ") {
			t.Error("the overview does not tell a member what was spent")
		}
		for _, path := range []string{"/credits", "/audit"} {
			if r := s.Do("GET", ws+path, nil, guest); r.Status != 403 || !strings.Contains(string(r.Body), "Only owners can see this") || !strings.Contains(string(r.Body), `<a href="`+ws+`/members">members page</a> lists them.`) {
				t.Errorf("a member reads %s: %d", path, r.Status)
			}
		}
		people, err := s.Store.Accounts.Members(t.Context(), s.Workspace, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		id := people.Items[0].UserID
		if _, _, body := send(t, s, ws+"/members/"+id+"/role", s.AsOwner(), "role", "owner"); !strings.Contains(body, "Guest is an owner now.") {
			t.Error("the new role is not said")
		}
		if page := read(s.AsOwner(), "/members/"+id+"/remove"); !strings.Contains(page, "Remove Guest?") || !strings.Contains(page, "cannot open this workspace any more") {
			t.Error("what goes is not said")
		}
		if _, _, body := send(t, s, ws+"/members/"+id+"/remove", s.AsOwner()); !strings.Contains(body, "Member removed.") {
			t.Error("the removal is not said")
		}
		if r := s.Do("GET", ws+"/members", nil, guest); r.Status != 404 {
			t.Errorf("who was removed still reads: %d", r.Status)
		}
	})
}

func TestTheLedgerIsReadInPages(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		credits := "/w/" + s.Workspace + "/credits"
		if body := string(s.Do("GET", credits, nil, s.AsOwner()).Body); !strings.Contains(body, "initial credits") || strings.Contains(body, "Next page") || !strings.Contains(body, "Anything that fails") {
			t.Error("the first page of a new workspace")
		}
		for range 31 {
			_, err := s.Store.Billing.Grant(t.Context(), s.Workspace, 1, "one more")
			testkit.Must(t, err)
		}
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "video_site:kettle00001"})
		body := string(s.Do("GET", credits, nil, s.AsOwner()).Body)
		if strings.Count(body, "one more") != 30 || strings.Contains(body, "initial credits") {
			t.Errorf("%d rows", strings.Count(body, "one more"))
		}
		_, rest, _ := strings.Cut(body, `<a href="`+credits+`?`)
		link, _, _ := strings.Cut(rest, `"`)
		older := string(s.Do("GET", credits+"?"+link, nil, s.AsOwner()).Body)
		if !strings.Contains(older, "initial credits") || strings.Count(older, "one more") != 1 || !strings.Contains(older, "First page") {
			t.Error("the older page")
		}
	})
}

// TestARefusedFormCanBeLeft holds that the answer to a form names a page that can be asked for, whatever its own address.
func TestARefusedFormCanBeLeft(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d, here := newDesk(t, s), "/w/"+s.Workspace
		for _, form := range []struct {
			as         map[string]string
			path, next string
		}{
			{s.AsOwner(), here + "/try/lookup", here + "/try"},
			{s.AsOwner(), here + "/invites", here},
			{s.AsOwner(), here + "/keys", here + "/keys"},
			{s.AsOwner(), "/account/password", "/account"},
			{d.support, "/support/imports/" + d.failed + "/run-again", "/support/imports/" + d.failed},
		} {
			status, _, body := send(t, s, form.path, form.as)
			if want := `name="next" value="` + form.next + `"`; status != 400 || !strings.Contains(body, want) {
				t.Errorf("%s: %d, lacks %s", form.path, status, want)
			}
			if r := s.Do("GET", form.next, nil, form.as); r.Status != 200 {
				t.Errorf("%s: %d", form.next, r.Status)
			}
		}
		list := here + "/imports?state=failed&platform=video_site"
		if body := string(s.Do("GET", list, nil, s.AsOwner()).Body); !strings.Contains(body, `value="`+strings.ReplaceAll(list, "&", "&amp;")+`"`) {
			t.Error("the choice of colours loses the filters")
		}
	})
}

// TestNameAndEmailHaveFormsOfTheirOwn holds that the form of the name needs no password and leaves the e-mail, and that the
// e-mail needs the password.
func TestNameAndEmailHaveFormsOfTheirOwn(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for _, form := range []struct {
			status int
			says   string
			fields []string
		}{
			{303, "", []string{"name", "Olivia"}},
			{400, "Your name", []string{"name", ""}},
			{400, "Enter a valid email address.", []string{"email", "nobody", "confirm", webtest.Password}},
			{401, "enter your current password", []string{"email", "olivia@example.com"}},
			{401, "enter your current password", []string{"email", "olivia@example.com", "confirm", "wrong"}},
			{303, "", []string{"email", "olivia@example.com", "confirm", webtest.Password}},
		} {
			if status, _, body := send(t, s, "/account/details", s.AsOwner(), form.fields...); status != form.status || !strings.Contains(body, form.says) {
				t.Errorf("%v: %d, want %d and %q", form.fields, status, form.status, form.says)
			}
		}
		page := string(s.Do("GET", "/account", nil, s.AsOwner()).Body)
		for _, says := range []string{`value="Olivia"`, `value="olivia@example.com"`} {
			if !strings.Contains(page, says) {
				t.Errorf("the account lacks %s", says)
			}
		}
		at := 0
		for _, heading := range []string{"Profile", "Sign-in", "Password", "Second factor", "Sessions", "Workspaces"} {
			next := strings.Index(page, ">"+heading+"</h2>")
			if next < at {
				t.Errorf("%s is at %d, after %d", heading, next, at)
			}
			at = next
		}
	})
}
