package web_test

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/handlers/pages"
	"socialdata/handlers/session"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// pageAddress puts ids into the pattern of a page.
func pageAddress(pattern, workspace string) string {
	parts := strings.Split(pattern, "/")
	for n, part := range parts {
		switch {
		case part == ":workspaceId":
			parts[n] = workspace
		case strings.HasPrefix(part, ":"):
			parts[n] = db.NewID()
		}
	}
	return strings.Join(parts, "/")
}

// TestEveryPageHasItsDoor walks the table of pages, so that a new one is held to the same without a new test: strangers
// are led to the sign-in, other workspaces look like none, members are refused what is the owners', everybody else what
// is support's, and a form from elsewhere changes nothing.
func TestEveryPageHasItsDoor(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		stranger := signUp(t, s, "stranger@example.com", "")
		member := signUp(t, s, "member@example.com", s.Workspace)
		editor := signUpAs(t, s, "editor@example.com", s.Workspace, accounts.Editor)
		form := map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": webtest.Origin}
		for _, r := range (&pages.Handlers{}).Routes(nil) {
			path := pageAddress(r.Path, s.Workspace)
			ask := func(cookie string) *webtest.Reply {
				header := map[string]string{}
				for k, v := range form {
					header[k] = v
				}
				if cookie != "" {
					header["Cookie"] = session.CookieName + "=" + cookie
				}
				return s.Do(r.Method, path, "", header)
			}
			name := r.Method + " " + r.Path
			if r.Rule().Credential == session.Session {
				got := ask("")
				kept := got.Status == http.StatusUnauthorized && strings.Contains(string(got.Body), `name="kept-path" value="`+path) // the form goes on after the sign-in
				if r.Method == http.MethodPost && r.Rule().Limit != session.LimitSignIn {
					if !kept {
						t.Errorf("%s without a session: %d", name, got.Status)
					}
				} else if got.Status != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/sign-in") {
					t.Errorf("%s without a session: %d %s", name, got.Status, got.Header.Get("Location"))
				}
			}
			if r.Rule().Role == session.Member || r.Rule().Role == session.Editor || r.Rule().Role == session.Owner {
				if got := ask(stranger); got.Status != http.StatusNotFound || strings.Contains(string(got.Body), "First") {
					t.Errorf("%s of another workspace: %d", name, got.Status)
				}
			}
			if r.Rule().Role == session.Owner {
				if got := ask(member); got.Status != http.StatusForbidden || !strings.Contains(string(got.Body), "Only owners") {
					t.Errorf("%s by a member: %d", name, got.Status)
				}
			}
			if r.Rule().Role == session.Editor {
				if got := ask(member); got.Status != http.StatusForbidden || !strings.Contains(string(got.Body), "Only editors") {
					t.Errorf("%s by a member: %d", name, got.Status)
				}
			}
			if r.Rule().Role == session.Editor || r.Rule().Role == session.Owner {
				if got := ask(editor); (got.Status == http.StatusForbidden) != (r.Rule().Role == session.Owner) {
					t.Errorf("%s by an editor: %d", name, got.Status)
				}
			}
			if r.Rule().Role == session.Operator {
				if got := ask(member); got.Status != http.StatusForbidden {
					t.Errorf("%s by somebody who is no operator: %d", name, got.Status)
				}
			}
			if r.Rule().Role == session.Support {
				if got := ask(s.Cookie); got.Status != http.StatusForbidden || !strings.Contains(string(got.Body), "Support staff") {
					t.Errorf("%s by an owner: %d", name, got.Status)
				}
			}
			if r.Method == http.MethodPost && r.Act != "unsubscribe" { // mail programs send that
				form["Origin"] = "https://evil.example"
				if got := ask(s.Cookie); got.Status != http.StatusForbidden || len(got.Header.Values("Set-Cookie")) > 0 {
					t.Errorf("%s from elsewhere: %d %v", name, got.Status, got.Header)
				}
				form["Origin"] = webtest.Origin
			}
		}
	})
}

// TestPagesAnswerWithTheirHeaders walks the pages of an owner.
func TestPagesAnswerWithTheirHeaders(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for _, r := range (&pages.Handlers{}).Routes(nil) {
		if r.Method != http.MethodGet {
			continue
		}
		got := s.Do(r.Method, pageAddress(r.Path, s.Workspace), nil, s.AsOwner())
		policy, referrer := got.Header.Get("Content-Security-Policy"), "same-origin"
		if strings.HasPrefix(r.Path, "/invite/") || strings.HasPrefix(r.Path, "/reset/") || strings.HasPrefix(r.Path, "/s/") || strings.HasPrefix(r.Path, "/f/") || strings.HasPrefix(r.Path, "/digest/") || r.Path == "/setup" {
			referrer = "no-referrer"
		}
		if got.Status >= 500 || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") ||
			got.Header.Get("X-Content-Type-Options") != "nosniff" || got.Header.Get("Referrer-Policy") != referrer || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", r.Path, got.Status, got.Header)
		}
	}
}

// signUp makes a member of a workspace, or an owner of one of their own, and gives their cookie.
func signUp(t *testing.T, s *webtest.Site, email, workspace string) string {
	t.Helper()
	return signUpAs(t, s, email, workspace, accounts.Member)
}

// signUpAs is signUp for another role in the workspace.
func signUpAs(t *testing.T, s *webtest.Site, email, workspace string, role accounts.Role) string {
	t.Helper()
	ctx := t.Context()
	if workspace == "" {
		u, err := s.Store.Accounts.CreateUser(ctx, accounts.NewUser{Email: email, Name: "Somebody", Password: webtest.Password})
		testkit.Must(t, err)
		_, err = s.Store.Accounts.CreateWorkspace(ctx, "Elsewhere", u.ID, 0)
		testkit.Must(t, err)
	} else {
		_, token, err := s.Store.Accounts.CreateInvite(ctx, workspace, email, role, s.OwnerID)
		testkit.Must(t, err)
		_, err = s.Store.Accounts.AcceptInvite(ctx, token, "Somebody", webtest.Password)
		testkit.Must(t, err)
	}
	in, err := s.Store.Accounts.SignIn(ctx, email, webtest.Password)
	testkit.Must(t, err)
	cookies, err := session.NewCookies(modelstest.Secrets(), false)
	testkit.Must(t, err)
	c, err := cookies.Write(in.Token, in.ExpiresAt)
	testkit.Must(t, err)
	return c.Value
}

// TestNavigationKeepsTheLastWorkspace looks at pages outside of workspaces as somebody who has two: they lead to the one seen last, which the
// browser says and membership decides.
func TestNavigationKeepsTheLastWorkspace(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		second, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Second", s.OwnerID, 0)
		testkit.Must(t, err)
		for _, seen := range []string{second.ID, s.Workspace} {
			set := s.Do("GET", "/w/"+seen, nil, s.AsOwner()).Header.Get("Set-Cookie")
			if !strings.HasPrefix(set, session.WorkspaceName+"="+seen+";") {
				t.Errorf("the workspace sets %q", set)
			}
		}
		for _, path := range []string{"/account", "/status", "/nothing-here"} {
			for seen, leads := range map[string]bool{second.ID: true, s.Workspace: true, "": false, "w-of-others": false} {
				as := s.AsOwner()
				as["Accept"] = "text/html"
				as["Cookie"] += "; " + session.WorkspaceName + "=" + seen
				if page := string(s.Do("GET", path, nil, as).Body); strings.Contains(page, `href="/w/`+seen+`/references"`) != leads {
					t.Errorf("%s after %q: leads to it %t, want %t", path, seen, !leads, leads)
				}
			}
		}
	})
}
