package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/web"
	"socialdata/web/webtest"
)

func TestCredentials(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const resolve = "/v1/resolve?url=" + videoLink
		both := s.AsOwner()
		both["Authorization"] = "Bearer " + s.Key
		for _, c := range []struct {
			scenario
			as map[string]string
		}{
			{scenario{name: "none", path: resolve, status: 401, code: "unauthenticated", has: []string{"Authorization: Bearer <key>"}}, nil},
			{scenario{name: "a key", path: resolve, status: 200}, s.AsKey()},
			{scenario{name: "a session where keys are asked for", path: resolve, status: 401, code: "unauthenticated"}, s.AsOwner()},
			{scenario{name: "both", path: resolve, status: 400, code: "credential_conflict"}, both},
			{scenario{name: "another scheme", path: resolve, status: 401, code: "unauthenticated"}, map[string]string{"Authorization": "Basic " + s.Key}},
			{scenario{name: "an unknown key", path: resolve, status: 401, code: "invalid_credential", has: []string{`"reason":"unknown"`}}, map[string]string{"Authorization": "Bearer sd_x"}},
			{scenario{name: "a key for keys", path: keysPath, status: 403, code: "forbidden", has: []string{`"requiredRole":"owner"`}}, s.AsKey()},
			{scenario{name: "another workspace in the path", path: "/v1/workspaces/01890a5d-ac96-774b-bcce-b302099a8057/usage", status: 404, code: "not_found"}, s.AsKey()},
			{scenario{name: "a session from elsewhere", method: "POST", path: keysPath, body: `{}`, header: map[string]string{"Origin": "http://evil.example"}, status: 403, code: "forbidden", has: []string{`"reason":"origin"`}}, s.AsOwner()},
			{scenario{name: "a session from nowhere", method: "POST", path: keysPath, body: `{}`, header: map[string]string{"Origin": ""}, status: 403, code: "forbidden"}, s.AsOwner()},
			{scenario{name: "reading needs no Origin", path: keysPath, header: map[string]string{"Origin": ""}, status: 200}, s.AsOwner()},
			{scenario{name: "a forged cookie", path: "/v1/workspaces", status: 401, code: "unauthenticated"}, map[string]string{"Cookie": "social_session=x" + s.Cookie}},
		} {
			r := c.run(t, s, c.as)
			if r.Status == http.StatusUnauthorized && r.Code() == "unauthenticated" && !strings.HasPrefix(r.Header.Get("WWW-Authenticate"), "Bearer resource_metadata=") {
				t.Errorf("%s: WWW-Authenticate %q", c.name, r.Header.Get("WWW-Authenticate"))
			}
			if !strings.Contains(r.Header.Get("Cache-Control"), "no-store") {
				t.Errorf("%s: Cache-Control %q", c.name, r.Header.Get("Cache-Control"))
			}
		}
	})
}

func TestSignInAndOut(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		origin := map[string]string{"Origin": webtest.Origin}
		good := map[string]string{"email": "olive@example.com", "password": webtest.Password}
		scenario{name: "wrong password", method: "POST", path: "/v1/auth/sessions", body: map[string]string{"email": "olive@example.com", "password": "not the passphrase"},
			status: 401, code: "invalid_credential"}.run(t, s, origin)
		scenario{name: "from elsewhere", method: "POST", path: "/v1/auth/sessions", body: good, status: 403, code: "forbidden"}.run(t, s, nil)
		in := scenario{name: "sign in", method: "POST", path: "/v1/auth/sessions", body: good, status: 201, has: []string{`"role":"owner"`}}.run(t, s, origin)
		cookie := (&http.Response{Header: in.Header}).Cookies()[0]
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Secure {
			t.Errorf("cookie %v", cookie)
		}
		as := map[string]string{"Cookie": cookie.Name + "=" + cookie.Value, "Origin": webtest.Origin}
		scenario{name: "who am I", path: "/v1/auth/sessions/current", status: 200, has: []string{`"email":"olive@example.com"`}}.run(t, s, as)
		scenario{name: "sign out", method: "DELETE", path: "/v1/auth/sessions/current", status: 204}.run(t, s, as)
		scenario{name: "gone", path: "/v1/auth/sessions/current", status: 401, code: "unauthenticated"}.run(t, s, as)
		scenario{name: "the other one stays", path: "/v1/auth/sessions/current", status: 200}.run(t, s, s.AsOwner())
	})
}

func TestWorkspacesMembersAndInvites(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		owner := s.AsOwner()
		inv := scenario{name: "invite", method: "POST", path: "/v1/workspaces/{ws}/invites", body: map[string]string{"email": "guest@example.com", "role": "member"}, status: 201}.run(t, s, owner)
		link, _ := inv.JSON(t)["acceptUrl"].(string)
		token, ok := strings.CutPrefix(link, webtest.Origin+"/invite/")
		if !ok {
			t.Fatalf("acceptUrl %q", link)
		}
		list := scenario{name: "invites are listed", path: "/v1/workspaces/{ws}/invites", status: 200, has: []string{"guest@example.com"}}.run(t, s, owner)
		if strings.Contains(string(list.Body), token) {
			t.Error("the list shows the token")
		}
		in := scenario{name: "accept", method: "POST", path: "/v1/invites/accept", body: map[string]string{"token": token, "name": "Guest", "password": "another long passphrase"},
			status: 201}.run(t, s, map[string]string{"Origin": webtest.Origin})
		cookie := (&http.Response{Header: in.Header}).Cookies()[0]
		guest := map[string]string{"Cookie": cookie.Name + "=" + cookie.Value, "Origin": webtest.Origin}
		for _, sc := range []scenario{
			{name: "a member reads members", path: "/v1/workspaces/{ws}/members", status: 200, has: []string{"guest@example.com", "olive@example.com"}},
			{name: "and usage", path: "/v1/workspaces/{ws}/usage", status: 200},
			{name: "but no keys", path: keysPath, status: 403, code: "forbidden", has: []string{`"requiredRole":"owner"`}},
			{name: "nor credits", path: "/v1/workspaces/{ws}/credits", status: 403, code: "forbidden"},
			{name: "nor makes workspaces", method: "POST", path: "/v1/workspaces", body: map[string]string{"name": "Mine"}, status: 403, code: "forbidden", has: []string{`"requiredRole":"operator"`}},
		} {
			sc.run(t, s, guest)
		}
		guestID := in.JSON(t)["user"].(map[string]any)["id"].(string)
		_, left, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "left", CreatedBy: guestID})
		testkit.Must(t, err)
		_, _, err = s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "kept", CreatedBy: s.OwnerID})
		testkit.Must(t, err)
		scenario{name: "nobody has left", path: keysPath, status: 200, has: []string{`"creatorLeft":false`}}.run(t, s, owner)
		scenario{name: "a bad choice", method: "DELETE", path: "/v1/workspaces/{ws}/members/" + guestID + "?revokeKeys=yes", status: 400, code: "invalid_input", fields: []string{"revokeKeys/type"}}.run(t, s, owner)
		scenario{name: "removed with keys", method: "DELETE", path: "/v1/workspaces/{ws}/members/" + guestID + "?revokeKeys=true", status: 204}.run(t, s, owner)
		scenario{name: "whose keys end", path: "/v1/resolve?url=" + videoLink, status: 401, code: "invalid_credential"}.run(t, s, map[string]string{"Authorization": "Bearer " + left})
		scenario{name: "and are shown so", path: keysPath, status: 200, has: []string{`"creatorLeft":true`}}.run(t, s, owner)
		scenario{name: "the last owner stays", method: "DELETE", path: "/v1/workspaces/{ws}/members/" + s.OwnerID, status: 409, code: "last_owner_conflict"}.run(t, s, owner)
		made := scenario{name: "another workspace", method: "POST", path: "/v1/workspaces", body: map[string]string{"name": "Second"}, status: 201}.run(t, s, owner)
		scenario{name: "is not the guest's", path: "/v1/workspaces/" + made.JSON(t)["id"].(string), status: 404, code: "not_found"}.run(t, s, guest)
		scenario{name: "several workspaces need a name", path: "/v1/source-routes", status: 400, code: "invalid_input", fields: []string{"X-Workspace-Id/required"}}.run(t, s, owner)
		scenario{name: "rename", method: "PATCH", path: "/v1/workspaces/{ws}", body: map[string]any{"revision": 1, "name": "Renamed"}, status: 200, has: []string{`"revision":2`}}.run(t, s, owner)
		scenario{name: "late", method: "PATCH", path: "/v1/workspaces/{ws}", body: map[string]any{"revision": 1, "name": "Late"}, status: 409, code: "revision_conflict", has: []string{`"currentRevision":2`}}.run(t, s, owner)
	})
}

func TestKeysAreShownOnceAndRevoked(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		made := scenario{name: "make", method: "POST", path: keysPath, body: map[string]any{"name": "ci", "scopes": []string{"media:read"}}, status: 201}.run(t, s, s.AsOwner()).JSON(t)
		key, _ := made["key"].(string)
		if list := s.Do("GET", strings.ReplaceAll(keysPath, "{ws}", s.Workspace), nil, s.AsOwner()); strings.Contains(string(list.Body), key[11:]) {
			t.Error("the list shows the secret")
		}
		as := map[string]string{"Authorization": "Bearer " + key}
		scenario{name: "works", path: "/v1/resolve?url=" + videoLink, status: 200}.run(t, s, as)
		path := keysPath + "/" + made["id"].(string)
		first := scenario{name: "revoke", method: "DELETE", path: path, status: 200}.run(t, s, s.AsOwner())
		again := scenario{name: "revoke again", method: "DELETE", path: path, status: 200}.run(t, s, s.AsOwner())
		if string(first.Body) != string(again.Body) {
			t.Errorf("%s then %s", first.Body, again.Body)
		}
		scenario{name: "ended", path: "/v1/resolve?url=" + videoLink, status: 401, code: "invalid_credential", has: []string{`"reason":"revoked"`}}.run(t, s, as)
	})
}

func TestRateLimits(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{Lookup: 3, Read: 4, SignIn: 8}}, func(t *testing.T, s *webtest.Site) {
		lookup := scenario{name: "lookup", path: "/v1/items/lookup?url=https://example.com/", status: 422, code: "unsupported_object"}
		for range 3 {
			r := lookup.run(t, s, s.AsKey())
			if r.Header.Get("RateLimit-Policy") != `"lookup";q=3;w=60` || !strings.HasPrefix(r.Header.Get("RateLimit"), `"lookup";r=`) {
				t.Errorf("headers %q %q", r.Header.Get("RateLimit-Policy"), r.Header.Get("RateLimit"))
			}
		}
		r := scenario{name: "one too many", path: lookup.path, status: 429, code: "rate_limited", has: []string{`"limit":3`, `"windowSeconds":60`}}.run(t, s, s.AsKey())
		if r.Header.Get("Service-Credits-Charged") != "0" {
			t.Error("a limited lookup is free and says so")
		}
		scenario{name: "reads are another limit", path: "/v1/resolve?url=" + videoLink, status: 200}.run(t, s, s.AsKey())
		wrong := map[string]string{"email": "victim@example.com", "password": "wrong wrong wrong"}
		for range 5 {
			scenario{name: "wrong pair", method: "POST", path: "/v1/auth/sessions", body: wrong, status: 401, code: "invalid_credential"}.run(t, s, map[string]string{"Origin": webtest.Origin})
		}
		scenario{name: "sixth time", method: "POST", path: "/v1/auth/sessions", body: wrong, status: 429, code: "rate_limited"}.run(t, s, map[string]string{"Origin": webtest.Origin})
		scenario{name: "another person", method: "POST", path: "/v1/auth/sessions", body: map[string]string{"email": "olive@example.com", "password": webtest.Password}, status: 201}.run(t, s, map[string]string{"Origin": webtest.Origin})
	})
}

func TestReadiness(t *testing.T) {
	s := embedded(t, webtest.Options{})
	if r := s.Do("GET", "/healthz", nil, nil); r.Status != 200 {
		t.Errorf("healthz %d", r.Status)
	}
	if r := s.Do("GET", "/readyz", nil, nil); r.Status != 200 {
		t.Errorf("readyz %d", r.Status)
	}
	if err := s.Store.Close(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	scenario{name: "a database that is away", path: "/v1/resolve?url=" + videoLink, status: 503, code: "storage_unavailable"}.run(t, s, s.AsKey())
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v to say so", took)
	}
	if !strings.Contains(s.Log.String(), "storage_unavailable") {
		t.Error("the cause was not logged")
	}
}

func TestReadinessNamesThePartThatIsAway(t *testing.T) {
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	fine := func(ctx context.Context) error { return ctx.Err() }
	crashes := func(context.Context) error { panic("a check") }
	s := embedded(t, webtest.Options{Checks: []web.Check{{Name: "database", Vital: true, Ask: hangs}, {Name: "blobs", Vital: true, Ask: fine}, {Name: "queue", Ask: crashes}}})
	if r := s.Do("GET", "/readyz", nil, nil); r.Status != 503 || string(r.Body) != `{"away":["database"],"degraded":["queue"],"status":"away"}` {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

// TestEveryOperationKeepsItsRule asks each operation of the table as everybody, and compares with what its row says.
func TestEveryOperationKeepsItsRule(t *testing.T) {
	s := embedded(t, webtest.Options{})
	member := map[string]string{"Cookie": session.CookieName + "=" + signUp(t, s, "member@example.com", s.Workspace), "Origin": webtest.Origin,
		"X-Workspace-Id": s.Workspace}
	_, bare, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "bare", CreatedBy: s.OwnerID})
	testkit.Must(t, err)
	for _, op := range (&v1.Handlers{}).Operations() {
		path := strings.ReplaceAll(op.Path, "{workspaceId}", s.Workspace)
		path = pathParameter.ReplaceAllString(path, db.NewID()) + "?surprise=1" // refused after the rule, before anything happens
		check := func(who string, as map[string]string, allowed bool, detail string) {
			t.Run(op.ID+" by "+who, func(t *testing.T) {
				r := s.Do(op.Method, path, "{}", as)
				refused := r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
				if refused == allowed || !strings.Contains(string(r.Body), detail) {
					t.Errorf("%d %.300s", r.Status, r.Body)
				}
			})
		}
		rule := op.Rule()
		takesKey := rule.Credential == session.APIKey || rule.Credential == session.APIKeyOrSession
		takesPerson := rule.Credential == session.Session || rule.Credential == session.APIKeyOrSession
		role, scope := "", ""
		if takesPerson && rule.Role != session.NoRole && rule.Role != session.Member {
			role = fmt.Sprintf(`"requiredRole":%q`, rule.Role)
		}
		if takesKey && rule.Scope != "" {
			scope = fmt.Sprintf(`"requiredScope":%q`, rule.Scope)
		}
		if rule.Credential == session.NoCredential || rule.Credential == session.SetupToken {
			continue
		}
		check("nobody", nil, false, "unauthenticated")
		check("a member", member, takesPerson && role == "", role)
		check("a key without scopes", map[string]string{"Authorization": "Bearer " + bare}, takesKey && rule.Scope == "", scope)
		check("a key with all scopes", s.AsKey(), takesKey, "")
	}
}

// TestRefusedLookupsSayThatTheyAreFree: every refusal of a lookup has the header of what was charged.
func TestRefusedLookupsSayThatTheyAreFree(t *testing.T) {
	s := embedded(t, webtest.Options{})
	both := s.AsOwner()
	both["Authorization"] = "Bearer " + s.Key
	for name, as := range map[string]map[string]string{"nobody": nil, "both credentials": both, "a session": s.AsOwner(), "an unknown key": {"Authorization": "Bearer x"}} {
		for _, op := range (&v1.Handlers{}).Operations() {
			if op.Limit != session.LimitLookup {
				continue
			}
			t.Run(op.ID+" by "+name, func(t *testing.T) {
				r := s.Do(op.Method, op.Path, nil, as)
				if r.Status < 400 || r.Header.Get("Service-Credits-Charged") != "0" || r.Header.Get("Cache-Control") != "no-store" {
					t.Errorf("%d %v", r.Status, r.Header)
				}
			})
		}
	}
}

// TestPathIDsAreKnown holds that an id in a path which is none of ours is not_found, whatever operation it is in.
func TestPathIDsAreKnown(t *testing.T) {
	for _, op := range (&v1.Handlers{}).Operations() {
		for _, name := range pathParameter.FindAllString(op.Path, -1) {
			if name = strings.Trim(name, "{}"); name != "workspaceId" && v1.CheckPathID(name, "x") == nil {
				t.Errorf("%s: nothing checks %s", op.ID, name)
			}
		}
	}
	s := embedded(t, webtest.Options{})
	scenario{name: "an import", path: "/v1/imports/x", status: 404, code: "not_found", has: []string{`"resource":"import"`}}.run(t, s, s.AsKey())
	scenario{name: "a key", method: "DELETE", path: keysPath + "/x", status: 404, code: "not_found", has: []string{`"resource":"apiKey"`}}.run(t, s, s.AsOwner())
}
