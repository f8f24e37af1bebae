package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/web/webtest"
)

const (
	backTo   = "https://program.example/back"
	verifier = "a-verifier-that-is-long-enough-for-rfc-7636-0123456789"
)

// program is a program of others that asks for access to a site.
type program struct {
	t  *testing.T
	s  *webtest.Site
	id string
}

func register(t *testing.T, s *webtest.Site) *program {
	t.Helper()
	r := s.Do("POST", "/oauth/register", map[string]any{"client_name": "Helper\u202e of\nothers", "redirect_uris": []string{backTo, "http://127.0.0.1/back", "helper-app:/back"}}, nil)
	got := r.JSON(t)
	if r.Status != 201 || got["client_name"] != "Helper of others" || got["token_endpoint_auth_method"] != "none" {
		t.Fatalf("registered: %d %s", r.Status, r.Body)
	}
	return &program{t: t, s: s, id: got["client_id"].(string)}
}

// query returns a good request for authorization, with changes; "" leaves a parameter out.
func (p *program) query(changes map[string]string) string {
	digest := sha256.Sum256([]byte(verifier))
	q := url.Values{"client_id": {p.id}, "redirect_uri": {backTo}, "response_type": {"code"}, "state": {"s&1"}, "scope": {"references:read ingestions:write"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(digest[:])}, "code_challenge_method": {"S256"}, "resource": {webtest.Origin + "/mcp"}}
	for name, value := range changes {
		q.Set(name, value)
		if value == "" {
			q.Del(name)
		}
	}
	return q.Encode()
}

// consentPath asks for authorization and returns the path of the page that asks the person.
func (p *program) consentPath() string {
	p.t.Helper()
	r := p.s.Do("GET", "/oauth/authorize?"+p.query(nil), nil, nil)
	at := r.Header.Get("Location")
	if r.Status != 302 || !strings.HasPrefix(at, "/connect?request=") {
		p.t.Fatalf("authorize: %d %q %.300s", r.Status, at, r.Body)
	}
	return "/w/" + p.s.Workspace + at
}

// allow submits the page of consent as the person with a cookie.
func (p *program) allow(cookie string, values url.Values) *webtest.Reply {
	p.t.Helper()
	return p.s.Do("POST", p.consentPath(), values.Encode(), asForm(cookie))
}

func asForm(cookie string) map[string]string {
	return map[string]string{"Cookie": session.CookieName + "=" + cookie, "Origin": webtest.Origin, "Content-Type": "application/x-www-form-urlencoded"}
}

// code lets the owner allow everything, and returns the code.
func (p *program) code() string { p.t.Helper(); return p.codeOf(p.s.Cookie) }

func (p *program) codeOf(cookie string) string {
	p.t.Helper()
	r := p.allow(cookie, url.Values{"scopes": {"references:read", "ingestions:write"}, "daily": {"7"}})
	_, at, _ := strings.Cut(r.Header.Get("Refresh"), "url=")
	u, err := url.Parse(at)
	if err != nil || r.Status != 200 || !strings.HasPrefix(at, backTo+"?") || u.Query().Get("state") != "s&1" || u.Query().Get("iss") != webtest.Origin || u.Query().Get("code") == "" {
		p.t.Fatalf("allowed: %d %q %.300s", r.Status, at, r.Body)
	}
	return u.Query().Get("code")
}

// token asks for tokens; changes replace or, with "", leave out parameters.
func (p *program) token(changes map[string]string) *webtest.Reply {
	p.t.Helper()
	given := map[string]string{"grant_type": "authorization_code", "client_id": p.id, "redirect_uri": backTo, "code_verifier": verifier}
	maps.Copy(given, changes)
	q := url.Values{}
	for name, value := range given {
		if value != "" {
			q.Set(name, value)
		}
	}
	return p.s.Do("POST", "/oauth/token", q.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded"})
}

// tokens exchanges a code or a refresh token, which must succeed.
func (p *program) tokens(changes map[string]string) (access, refresh string) {
	p.t.Helper()
	r := p.token(changes)
	got := r.JSON(p.t)
	if r.Status != 200 || got["token_type"] != "Bearer" || got["expires_in"] != 3600.0 || got["scope"] != "references:read ingestions:write" && got["scope"] != "ingestions:write references:read" || r.Header.Get("Cache-Control") != "no-store" {
		p.t.Fatalf("tokens: %d %s", r.Status, r.Body)
	}
	return got["access_token"].(string), got["refresh_token"].(string)
}

func (p *program) refresh(token string) map[string]string {
	return map[string]string{"grant_type": "refresh_token", "refresh_token": token, "redirect_uri": "", "code_verifier": ""}
}

// works reports the status of a request with an access token.
func (p *program) status(access string) int {
	p.t.Helper()
	return p.s.Do("GET", "/v1/references", nil, map[string]string{"Authorization": "Bearer " + access}).Status
}

// TestAProgramActsByOAuth: an access token is a key with the scopes and the budget that the person allowed; it is replaced at each
// refresh and is revoked like a key.
func TestAProgramActsByOAuth(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		p := register(t, s)
		page := string(s.Do("GET", p.consentPath(), nil, s.AsOwner()).Body)
		for _, want := range []string{"Helper of others", "program.example", "nobody has checked its name", `name="scopes" value="references:read" checked`, `name="scopes" value="ingestions:write" checked`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page of consent lacks %q", want)
			}
		}
		if strings.Contains(page, "webhooks:write") {
			t.Error("the page offers what was not asked for")
		}
		access, refresh := p.tokens(map[string]string{"code": p.code()})
		me := s.Do("GET", "/v1/me", nil, map[string]string{"Authorization": "Bearer " + access})
		if got := string(me.Body); me.Status != 200 || !strings.Contains(got, `"dailyCredits":7`) || strings.Contains(got, "watches:write") {
			t.Errorf("me: %d %s", me.Status, got)
		}
		if r := s.Do("GET", "/v1/watches", nil, map[string]string{"Authorization": "Bearer " + access}); r.Status != 403 {
			t.Errorf("a scope that was not allowed: %d", r.Status)
		}
		again, next := p.tokens(p.refresh(refresh))
		if got := []int{p.status(access), p.status(again)}; got[0] != 401 || got[1] != 200 {
			t.Errorf("the token before and after a refresh: %v", got)
		}
		s.Clock.Add(accounts.AccessLife)
		if p.status(again) != 401 {
			t.Error("an access token works after its hour")
		}
		list := s.Do("GET", "/v1/workspaces/"+s.Workspace+"/api-keys", nil, s.AsOwner())
		if got := string(list.Body); !strings.Contains(got, `"clientId":"`+p.id+`"`) || !strings.Contains(got, `"name":"Helper of others"`) || strings.Contains(got, "expired") {
			t.Errorf("the list of keys: %s", got)
		}
		again, next = p.tokens(p.refresh(next))
		revoke := url.Values{"token": {next}, "client_id": {"somebody-else"}}
		form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
		if s.Do("POST", "/oauth/revoke", revoke.Encode(), form); p.status(again) != 200 {
			t.Error("another program revoked the token")
		}
		revoke.Set("client_id", p.id)
		if r := s.Do("POST", "/oauth/revoke", revoke.Encode(), form); r.Status != 200 || p.status(again) != 401 {
			t.Errorf("revoked: %d %s", r.Status, r.Body)
		}
		if r := p.token(p.refresh(next)); r.Status != 400 {
			t.Errorf("refreshed after the revocation: %d", r.Status)
		}
	})
}

// TestAttacksOnOAuth plays the attacks of RFC 9700 that concern us.
func TestAttacksOnOAuth(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		p := register(t, s)
		other := register(t, s)
		for name, tt := range map[string]struct {
			changes map[string]string
			status  int
			back    string // the error with which the person goes back; "" if they must not
		}{
			"an unknown program":             {map[string]string{"client_id": "nobody"}, 400, ""},
			"another address":                {map[string]string{"redirect_uri": "https://evil.example/back"}, 400, ""},
			"a longer address":               {map[string]string{"redirect_uri": backTo + "/evil"}, 400, ""},
			"a query that was not given":     {map[string]string{"redirect_uri": backTo + "?x=1"}, 400, ""},
			"another host on this machine":   {map[string]string{"redirect_uri": "http://127.0.0.1.evil.example/back"}, 400, ""},
			"no address":                     {map[string]string{"redirect_uri": ""}, 400, ""},
			"no PKCE":                        {map[string]string{"code_challenge": "", "code_challenge_method": ""}, 302, "invalid_request"},
			"PKCE in clear":                  {map[string]string{"code_challenge_method": "plain"}, 302, "invalid_request"},
			"PKCE without a method":          {map[string]string{"code_challenge_method": ""}, 302, "invalid_request"},
			"an implicit grant":              {map[string]string{"response_type": "token"}, 302, "unauthorized_client"},
			"another service's token":        {map[string]string{"resource": "https://other.example/mcp"}, 302, "invalid_target"},
			"a state that is too long":       {map[string]string{"state": strings.Repeat("s", 3000)}, 302, "invalid_request"},
			"an internal document's address": {map[string]string{"client_id": "https://169.254.169.254/latest"}, 400, ""},
		} {
			r := s.Do("GET", "/oauth/authorize?"+p.query(tt.changes), nil, nil)
			at := r.Header.Get("Location")
			if tt.back != "" && !strings.HasPrefix(at, backTo+"?") || tt.back != "" && !strings.Contains(at, "error="+tt.back) || tt.back == "" && at != "" || r.Status != tt.status {
				t.Errorf("%s: %d to %q", name, r.Status, at)
			}
		}
		if r := s.Do("GET", "/oauth/authorize?"+p.query(map[string]string{"redirect_uri": "http://127.0.0.1:43210/back"}), nil, nil); r.Status != 302 {
			t.Errorf("another port on the person's machine: %d", r.Status)
		}
		for name, changes := range map[string]map[string]string{
			"another program":    {"client_id": other.id},
			"another verifier":   {"code_verifier": strings.Repeat("x", 50)},
			"no verifier":        {"code_verifier": ""},
			"another address":    {"redirect_uri": "http://127.0.0.1/back"},
			"another's resource": {"resource": "https://other.example"},
			"a secret":           {"client_secret": "x"},
			"an assertion":       {"client_assertion": "x", "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
			"a guessed code":     {"code": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
			"the program's own":  {"grant_type": "client_credentials"},
			"a password":         {"grant_type": "password", "username": webtest.OwnerEmail, "password": webtest.Password},
		} {
			given := map[string]string{"code": p.code()}
			maps.Copy(given, changes)
			if r := p.token(given); r.Status < 400 || r.Status > 499 || r.JSON(t)["error"] == "" {
				t.Errorf("exchange with %s: %d %s", name, r.Status, r.Body)
			}
		}
		late := p.code()
		s.Clock.Add(accounts.CodeLife)
		if r := p.token(map[string]string{"code": late}); r.Status != 400 {
			t.Errorf("a code after its end: %d", r.Status)
		}
		stolenCode(t, p)
		stolenRefresh(t, p, other)
	})
}

// stolenCode uses a code twice: the second use ends what the first began.
func stolenCode(t *testing.T, p *program) {
	t.Helper()
	code := p.code()
	access, refresh := p.tokens(map[string]string{"code": code})
	if r := p.token(map[string]string{"code": code}); r.Status != 400 || p.status(access) != 401 {
		t.Errorf("a code used twice: %d, and its token %d", r.Status, p.status(access))
	}
	if r := p.token(p.refresh(refresh)); r.Status != 400 {
		t.Errorf("the refresh token of a code used twice: %d", r.Status)
	}
}

// stolenRefresh uses a refresh token twice: the second use ends the whole family.
func stolenRefresh(t *testing.T, p, other *program) {
	t.Helper()
	_, first := p.tokens(map[string]string{"code": p.code()})
	if r := other.token(other.refresh(first)); r.Status != 400 {
		t.Errorf("another program's refresh: %d", r.Status)
	}
	_, second := p.tokens(p.refresh(first))
	access, third := p.tokens(p.refresh(second))
	if r := p.token(p.refresh(first)); r.Status != 400 || p.status(access) != 401 {
		t.Errorf("a refresh token used twice: %d, and the last token %d", r.Status, p.status(access))
	}
	if r := p.token(p.refresh(third)); r.Status != 400 {
		t.Errorf("the last refresh token of the family: %d", r.Status)
	}
	_, idle := p.tokens(map[string]string{"code": p.code()})
	p.s.Clock.Add(accounts.RefreshLife)
	if r := p.token(p.refresh(idle)); r.Status != 400 {
		t.Errorf("a refresh token after its life: %d", r.Status)
	}
}

// TestRolesCountForPrograms: a person allows no more than their role does, and what a program may do ends with a smaller role and with
// the membership, at once.
func TestRolesCountForPrograms(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		p := register(t, s)
		member := signUpAs(t, s, "member@example.com", s.Workspace, accounts.Member)
		if r := p.allow(member, url.Values{"scopes": {"references:read"}}); r.Status != 403 {
			t.Errorf("a member allows: %d", r.Status)
		}
		editor := signUpAs(t, s, "editor@example.com", s.Workspace, accounts.Editor)
		r := s.Do("GET", "/oauth/authorize?"+p.query(map[string]string{"scope": "webhooks:write references:read requests:read nonsense"}), nil, nil)
		at := "/w/" + s.Workspace + r.Header.Get("Location")
		if got := string(s.Do("GET", at, nil, asForm(editor)).Body); strings.Contains(got, "webhooks:write") || !strings.Contains(got, "references:read") {
			t.Error("an editor is asked for what only owners may do")
		}
		for scope, want := range map[string]int{"webhooks:write": 403, "watches:write": 403, "references:read": 200} {
			if r := s.Do("POST", at, url.Values{"scopes": {scope}}.Encode(), asForm(editor)); r.Status != want {
				t.Errorf("an editor allows %s: %d", scope, r.Status)
			}
		}
		elsewhere := signUpAs(t, s, "elsewhere@example.com", "", accounts.Owner)
		if r := p.allow(elsewhere, url.Values{"scopes": {"references:read"}}); r.Status != 404 {
			t.Errorf("somebody of another workspace allows: %d", r.Status)
		}
		if r := s.Do("GET", p.consentPath()+"x", nil, s.AsOwner()); r.Status != 404 {
			t.Errorf("a forged request: %d", r.Status)
		}
		found, err := s.Store.Accounts.Members(t.Context(), s.Workspace, db.PageRequest{Limit: 100})
		testkit.Must(t, err)
		id := ""
		for _, m := range found.Items {
			if m.Email == "editor@example.com" {
				id = m.UserID
			}
		}
		for name, end := range map[string]func() error{
			"a smaller role": func() error {
				_, err := s.Store.Accounts.SetRole(t.Context(), s.Workspace, id, accounts.Member)
				return err
			},
			"the end of the membership": func() error { return s.Store.Accounts.RemoveMember(t.Context(), s.Workspace, id, false) },
		} {
			if _, err := s.Store.Accounts.SetRole(t.Context(), s.Workspace, id, accounts.Editor); err != nil {
				continue // the membership has ended
			}
			access, refresh := p.tokens(map[string]string{"code": p.codeOf(editor)})
			pending := p.codeOf(editor)
			testkit.Must(t, end())
			if p.status(access) != 401 || p.token(p.refresh(refresh)).Status != 400 || p.token(map[string]string{"code": pending}).Status != 400 {
				t.Errorf("a program goes on after %s", name)
			}
		}
	})
}

// TestProgramsThatDescribeThemselves: the id of a program may be the address of a document about it.
func TestProgramsThatDescribeThemselves(t *testing.T) {
	document := ""
	there := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/program.json":
			_, _ = w.Write([]byte(document))
		case "/moved":
			http.Redirect(w, r, "/program.json", http.StatusFound)
		case "/long":
			_, _ = w.Write([]byte(`{"client_name":"` + strings.Repeat("x", 20_000)))
		case "/slow":
			time.Sleep(50 * time.Millisecond)
		}
	}))
	t.Cleanup(there.Close)
	each(t, webtest.Options{Documents: there.Client().Transport}, func(t *testing.T, s *webtest.Site) {
		ask := func(path, redirect string) *webtest.Reply {
			p := &program{t: t, s: s, id: there.URL + path}
			return s.Do("GET", "/oauth/authorize?"+p.query(map[string]string{"redirect_uri": redirect}), nil, nil)
		}
		good := `{"client_id":"` + there.URL + `/program.json","client_name":"Described","redirect_uris":["` + backTo + `"]}`
		document = good
		r := ask("/program.json", backTo)
		if r.Status != 302 {
			t.Fatalf("a good document: %d %.500s", r.Status, r.Body)
		}
		page := string(s.Do("GET", "/w/"+s.Workspace+r.Header.Get("Location"), nil, s.AsOwner()).Body)
		if !strings.Contains(page, "Described") || !strings.Contains(page, strings.TrimPrefix(there.URL, "https://")) {
			t.Error("the page does not say where the program is described")
		}
		if r := ask("/program.json", "https://evil.example/back"); r.Status != 400 {
			t.Errorf("an address that the document lacks: %d", r.Status)
		}
		for name, bad := range map[string]string{
			"another id":             strings.Replace(good, "/program.json", "/other.json", 1),
			"no addresses":           strings.Replace(good, `["`+backTo+`"]`, `[]`, 1),
			"an address of a script": strings.Replace(good, backTo, "javascript:alert(1)", 1),
			"a secret":               strings.Replace(good, `{`, `{"token_endpoint_auth_method":"client_secret_post",`, 1),
			"no JSON":                "<html>",
		} {
			document = bad
			if r := ask("/program.json", backTo); r.Status != 400 {
				t.Errorf("a document with %s: %d", name, r.Status)
			}
		}
		document = good
		for _, path := range []string{"/moved", "/long", "/missing", "/slow", "", "/../program.json"} {
			if r := ask(path, backTo); r.Status != 400 {
				t.Errorf("the document at %q: %d", path, r.Status)
			}
		}
	})
}

// TestRegistrationsAreBounded: programs register addresses to which people may be sent, and no others.
func TestRegistrationsAreBounded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for address, want := range map[string]int{"https://a.example/b": 201, "http://localhost:1/b": 201, "http://[::1]/b": 201, "cursor://anysphere.cursor-mcp/oauth/callback": 201,
			"http://a.example/b": 400, "javascript:alert(1)": 400, "data:text/html,x": 400, "https://a.example/#b": 400, "https://u:p@a.example/": 400, "//a.example": 400, "": 400, "https://": 400, "https://a.example/" + strings.Repeat("b", 600): 400} {
			if r := s.Do("POST", "/oauth/register", map[string]any{"redirect_uris": []string{address}}, nil); r.Status != want {
				t.Errorf("%.60q: %d, want %d", address, r.Status, want)
			}
		}
		for _, body := range []any{map[string]any{}, "x", map[string]any{"redirect_uris": strings.Fields(strings.Repeat("https://a.example/ ", 11))}} {
			if r := s.Do("POST", "/oauth/register", body, nil); r.Status != 400 || r.JSON(t)["error"] == "" {
				t.Errorf("%v: %d %s", body, r.Status, r.Body)
			}
		}
	})
}

// TestWhereProgramsLearnOfOAuth: a request without a credential names the metadata, which names the rest.
func TestWhereProgramsLearnOfOAuth(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for path, resource := range map[string]string{"/mcp": "/mcp", "/v1/me": ""} {
			method := map[string]string{"/mcp": "POST", "/v1/me": "GET"}[path]
			at := webtest.Origin + "/.well-known/oauth-protected-resource" + resource
			if got := s.Do(method, path, nil, nil).Header.Get("Www-Authenticate"); !strings.Contains(got, `resource_metadata="`+at+`"`) {
				t.Errorf("%s says %q", path, got)
			}
			got := s.Do("GET", strings.TrimPrefix(at, webtest.Origin), nil, nil)
			if v := got.JSON(t); v["resource"] != webtest.Origin+resource || got.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("the metadata of %s: %s", path, got.Body)
			}
		}
		v := s.Do("GET", "/.well-known/oauth-authorization-server", nil, nil).JSON(t)
		for _, name := range []string{"authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"} {
			if at, _ := v[name].(string); !strings.HasPrefix(at, webtest.Origin+"/oauth/") {
				t.Errorf("%s: %v", name, v[name])
			}
		}
	})
}
