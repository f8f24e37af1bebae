package web_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

var longText = regexp.MustCompile(`"(?:key|token|url|acceptUrl|inviteUrl)":"([^"]{20,})"`)

// TestSecretsAreNeverLogged sends every kind of secret through the server, well and badly, and greps what it logged.
func TestSecretsAreNeverLogged(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		secrets := []string{s.Key, s.Cookie, webtest.Password, "not the passphrase", "sd_not-a-key-but-a-secret", "a-setup-token", "a-query-secret", webtest.OwnerEmail}
		ws := "/v1/workspaces/" + s.Workspace
		send := func(method, path string, body any, header map[string]string) *webtest.Reply {
			r := s.Do(method, path, body, header)
			for _, found := range longText.FindAllStringSubmatch(string(r.Body), -1) {
				if path == ws+"/api-keys" || path == ws+"/invites" || strings.HasSuffix(path, "download-url") {
					secrets = append(secrets, found[1])
				}
			}
			return r
		}
		origin := map[string]string{"Origin": webtest.Origin}
		send("POST", "/v1/auth/sessions", map[string]string{"email": webtest.OwnerEmail, "password": "not the passphrase"}, origin)
		in := send("POST", "/v1/auth/sessions", map[string]string{"email": webtest.OwnerEmail, "password": webtest.Password}, origin)
		cookie, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
		secrets = append(secrets, strings.SplitN(cookie, "=", 2)[1])
		send("POST", "/v1/workspaces/bootstrap", `{"a":`, map[string]string{"Authorization": "Bearer a-setup-token"})
		send("POST", ws+"/api-keys", map[string]any{"name": "k", "scopes": []string{"media:read"}}, s.AsOwner())
		send("POST", ws+"/invites", map[string]string{"email": "x@example.com", "role": "member"}, s.AsOwner())
		ref := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{})
		shared := send("POST", "/v1/shares", map[string]any{"reference": ref, "password": "open sesame, please"}, s.AsOwner()).JSON(t)["url"].(string)
		shared = strings.TrimPrefix(shared, webtest.Origin+"/s/")
		secrets = append(secrets, shared, "open sesame, please")
		send("POST", "/s/"+shared, "password=open+sesame%2C+please", map[string]string{"Origin": webtest.Origin, "Content-Type": "application/x-www-form-urlencoded"})
		for _, as := range []map[string]string{s.AsKey(), s.AsOwner(), {"Authorization": "Bearer sd_not-a-key-but-a-secret"}, {"Cookie": "social_session=a-query-secret"}} {
			for _, path := range []string{"/v1/references/" + ref, "/v1/items/lookup?url=" + url.QueryEscape("https://www.youtube.com/watch?v=a-query-secret"), "/invite/a-query-secret",
				"/v1/items?account=a-query-secret", "/media/a-query-secret?signature=a-query-secret", "/s/a-query-secret", "/s/" + shared, "/s/" + shared + "/references/" + ref + "?cursor=a-query-secret", "/s/" + shared + "/media/a-query-secret", "/s/" + shared + "/nothing",
				"/a-query-secret?token=a-query-secret"} {
				send("GET", path, nil, as)
			}
		}
		text := s.Log.String()
		if len(text) < 1000 || len(secrets) < 13 {
			t.Fatalf("%d bytes were logged about %d secrets", len(text), len(secrets))
		}
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				at := strings.Index(text, secret)
				t.Errorf("%q was logged: …%s", secret, text[max(0, at-200):at+len(secret)])
			}
		}
	})
}
