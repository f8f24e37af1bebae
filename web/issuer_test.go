package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/issuer"
	"socialdata/internal/issuer/issuertest"
	"socialdata/internal/testkit"
	"socialdata/web"
	"socialdata/web/webtest"
)

// door is a site with an issuer, as one browser sees it.
type door struct {
	*webtest.Site
	there *issuertest.Issuer
	jar   map[string]string
}

// newDoor starts an issuer and a site whose people sign in there.
func newDoor(t *testing.T, o webtest.Options) *door {
	t.Helper()
	there := issuertest.New(t)
	i, err := issuer.New(issuer.Options{URL: there.URL, ClientID: issuertest.ClientID, ClientSecret: issuertest.ClientSecret, Redirect: webtest.Origin + operations.IssuerBack,
		Name: "Example Identity", Clock: time.Now})
	testkit.Must(t, err)
	o.Issuer = i
	return &door{Site: embedded(t, o), there: there, jar: map[string]string{}}
}

// isOwner makes the issuer say that the owner signs in.
func (d *door) isOwner() {
	d.there.Set(func(there *issuertest.Issuer) { there.Claims["email"] = webtest.OwnerEmail })
}

// get opens a page with the cookies of the browser, and keeps those that it sets.
func (d *door) get(path string) *webtest.Reply {
	pairs := []string{}
	for name, value := range d.jar {
		pairs = append(pairs, name+"="+value)
	}
	r := d.Do("GET", path, nil, map[string]string{"Cookie": strings.Join(pairs, "; ")})
	for _, c := range (&http.Response{Header: r.Header}).Cookies() {
		if d.jar[c.Name] = c.Value; c.MaxAge < 0 {
			delete(d.jar, c.Name)
		}
	}
	return r
}

// begin goes to the issuer, and returns the path to which it sends the browser back.
func (d *door) begin(path string) string {
	d.T.Helper()
	r := d.get(path)
	address, err := url.Parse(r.Header.Get("Location"))
	testkit.Must(d.T, err)
	if r.Status != http.StatusSeeOther || !strings.HasPrefix(address.String(), d.there.URL+"/authorize?") {
		d.T.Fatalf("the sign-in leads to %d %s", r.Status, address)
	}
	var back string
	d.there.Set(func(there *issuertest.Issuer) { back, err = there.Grant(address.Query()) })
	testkit.Must(d.T, err)
	return strings.TrimPrefix(back, webtest.Origin)
}

func (d *door) wants(r *webtest.Reply, status int, words string) {
	d.T.Helper()
	if r.Status != status || !strings.Contains(string(r.Body), words) || d.jar[session.CookieName] != "" {
		d.T.Errorf("%d, signed in %t, want %d %q: %.2000s", r.Status, d.jar[session.CookieName] != "", status, words, r.Body)
	}
}

// TestSignInAtAnIssuer goes there and back, to the page that the person wanted.
func TestSignInAtAnIssuer(t *testing.T) {
	d := newDoor(t, webtest.Options{})
	d.isOwner()
	wanted := "/w/" + d.Workspace + "/keys?state=live"
	if r := d.get(wanted); r.Header.Get("Location") != "/sign-in" {
		t.Fatalf("a stranger is led to %s", r.Header.Get("Location"))
	}
	d.wants(d.get("/sign-in"), 200, "Sign in with Example Identity")
	r := d.get(d.begin(operations.IssuerPath))
	if r.Status != http.StatusSeeOther || r.Header.Get("Location") != wanted || d.jar[session.CookieName] == "" || d.jar[session.FlowName] != "" {
		t.Fatalf("back at %d %s with %v", r.Status, r.Header.Get("Location"), d.jar)
	}
	if r := d.get(wanted); r.Status != 200 {
		t.Errorf("the page that was wanted: %d", r.Status)
	}
	sessions, err := d.Store.Accounts.Sessions(t.Context(), d.OwnerID)
	testkit.Must(t, err)
	if sessions[0].Address == "" {
		t.Error("the session does not say from where")
	}
}

// TestASignInLeadsToNoOtherSite: where a person goes on is a path that this service has sealed, whatever else is sent.
func TestASignInLeadsToNoOtherSite(t *testing.T) {
	d := newDoor(t, webtest.Options{})
	d.isOwner()
	other, err := session.NewCookies([][]byte{make([]byte, 32)}, false)
	testkit.Must(t, err)
	forged, err := other.Next("https://evil.example/")
	testkit.Must(t, err)
	for _, next := range []string{"https://evil.example/", forged.Value} {
		d.jar = map[string]string{session.NextName: next}
		back := d.begin(operations.IssuerPath + "?next=https://evil.example/&redirect_uri=https://evil.example/")
		if !strings.HasPrefix(back, operations.IssuerBack+"?") {
			t.Errorf("the issuer sends the browser to %s", back)
		}
		if r := d.get(back + "&next=https://evil.example/"); r.Header.Get("Location") != "/w/"+d.Workspace {
			t.Errorf("the sign-in leads to %d %s", r.Status, r.Header.Get("Location"))
		}
	}
}

// TestAFormIsKeptBesideTheIssuer: the way there would lose what was typed, so that it stays in its own window.
func TestAFormIsKeptBesideTheIssuer(t *testing.T) {
	d := newDoor(t, webtest.Options{NoPasswords: true})
	form := map[string]string{"Origin": webtest.Origin, "Content-Type": "application/x-www-form-urlencoded", "Cookie": session.CookieName + "=ended"}
	path := "/w/" + d.Workspace + "/rename"
	r := d.Do("POST", path, url.Values{"name": {"A name & more"}}.Encode(), form)
	for _, part := range []string{"what you typed is kept", `target="_blank"`, `action="` + path + `"`, `name="name" value="A name &amp; more"`} {
		if r.Status != 401 || !strings.Contains(string(r.Body), part) {
			t.Errorf("%d without %s: %.3000s", r.Status, part, r.Body)
		}
	}
}

// TestSignInsOfOtherBrowsers holds that only the browser that began a sign-in ends it, once and soon.
func TestSignInsOfOtherBrowsers(t *testing.T) {
	d := newDoor(t, webtest.Options{})
	d.isOwner()
	back := d.begin(operations.IssuerPath)
	mine := d.jar
	d.jar = map[string]string{}
	d.wants(d.get(back), 403, "begun in another browser")
	d.begin(operations.IssuerPath)
	d.wants(d.get(back), 403, "begun in another browser") // it began one of its own
	d.jar = map[string]string{}
	d.wants(d.get(operations.IssuerBack+"?code=x"), 403, "begun in another browser")
	d.jar = map[string]string{session.FlowName: "forged"}
	d.wants(d.get(back), 403, "begun in another browser")
	d.jar = map[string]string{session.FlowName: mine[session.FlowName]}
	d.wants(d.get(strings.Replace(back, "state=", "state=x", 1)), 403, "begun in another browser")
	d.wants(d.get(back), 403, "begun in another browser") // the attempt before used it up
	d.jar = map[string]string{session.FlowName: mine[session.FlowName]}
	d.Clock.Add(16 * time.Minute)
	d.wants(d.get(back), 403, "too long ago")
	d.Clock.Add(-16 * time.Minute)
	d.jar = map[string]string{session.FlowName: mine[session.FlowName]}
	if r := d.get(back); r.Status != http.StatusSeeOther || d.jar[session.CookieName] == "" {
		t.Errorf("its own browser is not signed in: %d", r.Status)
	}
}

// TestSignInsThatAnIssuerRefuses shows a sentence for each, and signs nobody in.
func TestSignInsThatAnIssuerRefuses(t *testing.T) {
	d := newDoor(t, webtest.Options{})
	d.wants(d.get(d.begin(operations.IssuerPath)), 403, "Nobody has an account with your email here.")
	back := d.begin(operations.IssuerPath)
	d.wants(d.get(strings.Replace(back, "iss=", "iss=x", 1)), 403, "cannot be trusted")
	q, err := url.ParseQuery(back[strings.Index(back, "?")+1:])
	testkit.Must(t, err)
	d.begin(operations.IssuerPath)
	d.wants(d.get(operations.IssuerBack+"?error=access_denied&state="+q.Get("state")), 403, "another browser")
	back = d.begin(operations.IssuerPath)
	d.wants(d.get(strings.Replace(back, "code=", "error=access_denied&x=", 1)), 403, "You were not signed in at Example Identity.")
	d.there.Set(func(there *issuertest.Issuer) { there.Claims["email_verified"] = false })
	d.wants(d.get(d.begin(operations.IssuerPath)), 403, "has not verified your email")
	d.there.Set(func(there *issuertest.Issuer) {
		there.Claims["email_verified"], there.Lie = true, func(c map[string]any) { c["nonce"] = "of another" }
	})
	d.wants(d.get(d.begin(operations.IssuerPath)), 403, "cannot be trusted")
	if !strings.Contains(d.Log.String(), "nonce of another sign-in") {
		t.Error("the cause is not logged")
	}
	for _, secret := range []string{issuertest.ClientSecret, url.QueryEscape(issuertest.ClientSecret), q.Get("code"), q.Get("state")} {
		if strings.Contains(d.Log.String(), secret) {
			t.Errorf("the log has %s", secret)
		}
	}
}

// TestSubjectsOfAnIssuer: an account belongs to the subject that came first.
func TestSubjectsOfAnIssuer(t *testing.T) {
	d := newDoor(t, webtest.Options{})
	d.isOwner()
	d.get(d.begin(operations.IssuerPath))
	d.there.Set(func(there *issuertest.Issuer) { there.Claims["sub"] = "another" })
	d.jar = map[string]string{}
	d.wants(d.get(d.begin(operations.IssuerPath)), 403, "belongs to another person at Example Identity")
}

// TestAnIssuerThatIsDownIsSaidSo: the other door stays open.
func TestAnIssuerThatIsDownIsSaidSo(t *testing.T) {
	d := newDoor(t, webtest.Options{})
	d.there.Set(func(there *issuertest.Issuer) { there.Down = true })
	d.wants(d.get(operations.IssuerPath), 502, "Example Identity does not answer now.")
	d.wants(d.get("/sign-in"), 200, "Example Identity does not answer now.")
	d.wants(d.get("/sign-in"), 200, `name="password"`)
	none := embedded(t, webtest.Options{})
	for _, path := range []string{operations.IssuerPath, operations.IssuerBack} {
		if r := none.Do("GET", path, nil, nil); r.Status != 404 {
			t.Errorf("%s without an issuer: %d", path, r.Status)
		}
	}
}

// TestPasswordsThatAreClosed holds that no door takes a password any more.
func TestPasswordsThatAreClosed(t *testing.T) {
	d := newDoor(t, webtest.Options{NoPasswords: true})
	r := d.get("/sign-in")
	d.wants(r, 200, "Sign in with Example Identity")
	if strings.Contains(string(r.Body), "password") {
		t.Error("the sign-in page speaks of passwords")
	}
	sent := map[string]any{"email": webtest.OwnerEmail, "password": webtest.Password}
	if r := d.Do("POST", "/v1/auth/sessions", sent, map[string]string{"Origin": webtest.Origin}); r.Status != 403 || !strings.Contains(string(r.Body), "passwords_closed") {
		t.Errorf("the API answers %d %s", r.Status, r.Body)
	}
	form := map[string]string{"Origin": webtest.Origin, "Content-Type": "application/x-www-form-urlencoded"}
	if r := d.Do("POST", "/sign-in", url.Values{"email": {webtest.OwnerEmail}, "password": {webtest.Password}}.Encode(), form); r.Status != 403 {
		t.Errorf("the page answers %d", r.Status)
	}
	_, token, err := d.Store.Accounts.CreateInvite(t.Context(), d.Workspace, "ada@example.com", "member", d.OwnerID)
	testkit.Must(t, err)
	if r := d.Do("POST", "/v1/invites/accept", map[string]any{"token": token, "name": "Ada", "password": webtest.Password}, map[string]string{"Origin": webtest.Origin}); r.Status != 403 {
		t.Errorf("an invite is accepted with %d", r.Status)
	}
	if r := d.get("/invite/" + token); !strings.Contains(string(r.Body), "Join with Example Identity") || strings.Contains(string(r.Body), "password") {
		t.Errorf("the invite shows %.2000s", r.Body)
	}
	if r := d.get(d.begin(operations.IssuerPath + "?invite=" + token)); r.Status != http.StatusSeeOther || d.jar[session.CookieName] == "" {
		t.Fatalf("an invited person comes back to %d %.1000s", r.Status, r.Body)
	}
	if r := d.get("/w/" + d.Workspace); r.Status != 200 {
		t.Errorf("an invited person sees %d", r.Status)
	}
	if r := d.get("/account"); strings.Contains(strings.ToLower(string(r.Body)), "password") || !strings.Contains(string(r.Body), "You sign in with Example Identity") {
		t.Errorf("the account shows %.3000s", r.Body)
	}
}

// TestAFreshSignInStandsForAPassword: who has none closes a workspace within ten minutes of a sign-in.
func TestAFreshSignInStandsForAPassword(t *testing.T) {
	d := newDoor(t, webtest.Options{NoPasswords: true})
	d.isOwner()
	d.get(d.begin(operations.IssuerPath))
	as := map[string]string{"Cookie": session.CookieName + "=" + d.jar[session.CookieName], "Origin": webtest.Origin}
	closing := map[string]any{"name": "First"}
	d.Clock.Add(11 * time.Minute)
	if r := d.Do("POST", "/v1/workspaces/"+d.Workspace+"/close", closing, as); r.Status != 401 || !strings.Contains(string(r.Body), "sign_in_again") {
		t.Errorf("after eleven minutes: %d %s", r.Status, r.Body)
	}
	d.Clock.Add(-2 * time.Minute)
	if r := d.Do("POST", "/v1/workspaces/"+d.Workspace+"/close", closing, as); r.Status != 202 {
		t.Errorf("after nine minutes: %d %s", r.Status, r.Body)
	}
}

// TestSignInsAtAnIssuerAreLimited: the way back counts as a sign-in of its address.
func TestSignInsAtAnIssuerAreLimited(t *testing.T) {
	d := newDoor(t, webtest.Options{Rates: web.Rates{SignIn: 3}})
	for n := range 4 {
		want := 403
		if n == 3 {
			want = 429
		}
		if r := d.get(operations.IssuerBack + "?code=x&state=y"); r.Status != want {
			t.Errorf("attempt %d: %d, want %d", n, r.Status, want)
		}
	}
}
