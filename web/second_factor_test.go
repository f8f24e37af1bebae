package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"socialdata/handlers/session"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/web"
	"socialdata/web/webtest"
)

// factor sets a person's second factor up, and returns what their app shows now.
func factor(t *testing.T, s *webtest.Site, userID string) (code func() string, recovery []string) {
	t.Helper()
	testkit.Must(t, s.Store.Accounts.BeginSecondFactor(t.Context(), userID))
	secret, err := s.Store.Accounts.PendingSecondFactor(t.Context(), userID)
	testkit.Must(t, err)
	code = func() string {
		c, err := totp.GenerateCode(secret, s.Clock.Now())
		testkit.Must(t, err)
		return c
	}
	recovery, err = s.Store.Accounts.ConfirmSecondFactor(t.Context(), userID, "", code())
	testkit.Must(t, err)
	s.Clock.Add(time.Minute)
	return code, recovery
}

// TestSignInByTheAPIWithACode: the code is an additive property, which people without a second factor leave out.
func TestSignInByTheAPIWithACode(t *testing.T) {
	s := embedded(t, webtest.Options{})
	code, recovery := factor(t, s, s.OwnerID)
	from := map[string]string{"Origin": webtest.Origin}
	send := func(code string) *webtest.Reply {
		sent := map[string]any{"email": webtest.OwnerEmail, "password": webtest.Password}
		if code != "" {
			sent["code"] = code
		}
		return s.Do("POST", "/v1/auth/sessions", sent, from)
	}
	for _, c := range []struct {
		code   string
		status int
		reason string
	}{{"", 401, `"reason":"code_required"`}, {"000000", 401, `"reason":"code"`}, {code(), 201, ""}, {code(), 401, `"reason":"code"`}, {recovery[3], 201, ""}, {recovery[3], 401, `"reason":"code"`}} {
		r := send(c.code)
		if r.Status != c.status || !strings.Contains(string(r.Body), c.reason) || (r.Header.Get("Set-Cookie") != "") != (c.status == 201) {
			t.Errorf("with %q: %d %s", c.code, r.Status, r.Body)
		}
	}
}

// TestGuessesAtCodesAreLimited: wrong codes count as wrong passwords do, on the page and by the API, and a half sign-in is
// no way round.
func TestGuessesAtCodesAreLimited(t *testing.T) {
	s := embedded(t, webtest.Options{Rates: web.Rates{SignIn: 1000}})
	code, _ := factor(t, s, s.OwnerID)
	form := map[string]string{"Origin": webtest.Origin, "Content-Type": "application/x-www-form-urlencoded"}
	r := s.Do("POST", "/sign-in", url.Values{"email": {webtest.OwnerEmail}, "password": {webtest.Password}}.Encode(), form)
	if r.Status != 200 || !strings.Contains(string(r.Body), "Enter a code") {
		t.Fatalf("after the password: %d %.2000s", r.Status, r.Body)
	}
	for _, c := range (&http.Response{Header: r.Header}).Cookies() {
		if c.Name == session.HalfName {
			form["Cookie"] = c.Name + "=" + c.Value
		}
		if c.Name == session.CookieName {
			t.Error("the password alone signs in")
		}
	}
	if r := s.Do("GET", "/account", nil, map[string]string{"Cookie": strings.Replace(form["Cookie"], session.HalfName, session.CookieName, 1)}); r.Header.Get("Location") != "/sign-in" {
		t.Error("a half sign-in is a session")
	}
	for n := range 6 {
		want := 401
		if n == 5 {
			want = 429
		}
		if r := s.Do("POST", "/sign-in/code", url.Values{"code": {"000000"}}.Encode(), form); r.Status != want {
			t.Errorf("guess %d: %d, want %d", n, r.Status, want)
		}
	}
	if r := s.Do("POST", "/sign-in/code", url.Values{"code": {code()}}.Encode(), form); r.Status != 429 {
		t.Errorf("the right code after too many: %d", r.Status)
	}
	sent := map[string]any{"email": webtest.OwnerEmail, "password": webtest.Password, "code": code()}
	if r := s.Do("POST", "/v1/auth/sessions", sent, map[string]string{"Origin": webtest.Origin}); r.Status != 429 {
		t.Errorf("by the API: %d", r.Status)
	}
	s.Clock.Add(11 * time.Minute)
	if r := s.Do("POST", "/sign-in/code", url.Values{"code": {code()}}.Encode(), form); r.Status != 303 || r.Header.Get("Location") != "/sign-in" {
		t.Errorf("after eleven minutes: %d", r.Status)
	}
}

// TestStaffNeedAFactor: no support page opens and no workspace is made before it is set up, where the operator wants it.
func TestStaffNeedAFactor(t *testing.T) {
	for _, wanted := range []bool{true, false} {
		s := embedded(t, webtest.Options{StaffFactor: wanted})
		staff, err := s.Store.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "sue@example.com", Name: "Sue", Password: webtest.Password, Support: true})
		testkit.Must(t, err)
		cookie := func(email string, code string) map[string]string {
			r := s.Do("POST", "/v1/auth/sessions", map[string]any{"email": email, "password": webtest.Password, "code": code}, map[string]string{"Origin": webtest.Origin})
			name, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
			return map[string]string{"Cookie": name, "Origin": webtest.Origin}
		}
		sue, olive := cookie("sue@example.com", "x"), cookie(webtest.OwnerEmail, "x")
		led := 0
		for _, path := range []string{"/support", "/support/imports", "/support/workspaces", "/support/audit", "/support/queues"} {
			if r := s.Do("GET", path, nil, sue); r.Status == 303 && r.Header.Get("Location") == "/account/second-factor" {
				led++
			}
		}
		if made := s.Do("POST", "/v1/workspaces", map[string]any{"name": "Second"}, olive); (made.Status == 403) != wanted || (led == 5) != wanted || led != 0 && led != 5 {
			t.Errorf("wanted %t: led to the set-up by %d of 5 pages; an operator makes a workspace: %d %s", wanted, led, made.Status, made.Body)
		}
		if r := s.Do("GET", "/w/"+s.Workspace, nil, olive); r.Status != 200 {
			t.Errorf("an owner's own pages: %d", r.Status)
		}
		code, _ := factor(t, s, staff.ID)
		if r := s.Do("GET", "/support", nil, cookie("sue@example.com", code())); r.Status != 200 {
			t.Errorf("with a factor: %d", r.Status)
		}
		modelstest.Run(t, s.Store, "DELETE FROM second_factors")
	}
}
