package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"socialdata/web/webtest"
)

const (
	videoLink = "https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Daaaaaaaaaaa"
	keysPath  = "/v1/workspaces/{ws}/api-keys"
)

func TestQueriesAreChecked(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for _, sc := range []scenario{
		{name: "missing", path: "/v1/resolve", status: 400, code: "invalid_input", fields: []string{"url/required"}},
		{name: "unknown", path: "/v1/resolve?url=" + videoLink + "&x=1", status: 400, code: "invalid_input", fields: []string{"x/unknown"}},
		{name: "repeated", path: "/v1/resolve?url=" + videoLink + "&url=" + videoLink, status: 400, code: "invalid_input", fields: []string{"url/repeated"}},
		{name: "empty", path: "/v1/items/lookup?url=" + videoLink + "&maxAge=", status: 400, code: "invalid_input", fields: []string{"maxAge/empty"}},
		{name: "NUL", path: "/v1/resolve?url=%00", status: 400, code: "invalid_input", fields: []string{"url/encoding"}},
		{name: "broken UTF-8", path: "/v1/resolve?url=%ff%fe", status: 400, code: "invalid_input", fields: []string{"url/encoding"}},
		{name: "too long", path: "/v1/resolve?url=https://a.example/" + strings.Repeat("a", 2048), status: 400, code: "invalid_input", fields: []string{"url/length"}},
		{name: "too old", path: "/v1/items/lookup?url=" + videoLink + "&maxAge=366d", status: 400, code: "invalid_input", fields: []string{"maxAge/range"}},
		{name: "much too old", path: "/v1/items/lookup?url=" + videoLink + "&maxAge=999999d", status: 400, code: "invalid_input", fields: []string{"maxAge/range"}},
		{name: "all at once", path: "/v1/items/lookup?include=everything&maxAge=soon&x=1", status: 400, code: "invalid_input",
			fields: []string{"url/required", "include/enum", "maxAge/pattern", "x/unknown"}},
		{name: "no integer", path: keysPath + "?limit=ten", status: 400, code: "invalid_input", fields: []string{"limit/type"}},
		{name: "out of range", path: keysPath + "?limit=101", status: 400, code: "invalid_input", fields: []string{"limit/range"}},
		{name: "forged cursor", path: keysPath + "?cursor=abc", status: 400, code: "invalid_input", fields: []string{"cursor/cursor_mismatch"}},
		{name: "another platform's parameter", path: "/v1/items?account=clip_site:@abc&sort=latest&country=DE", status: 400, code: "invalid_input",
			fields: []string{"sort/not_read_by_platform", "country/not_read_by_platform"}},
		{name: "another platform's value", path: "/v1/items?account=ad_library:123456&sort=popular", status: 400, code: "invalid_input", fields: []string{"sort/enum"}},
		{name: "days in the wrong order", path: "/v1/items?account=ad_library:123456&startedFrom=2026-02-02&startedTo=2026-02-01", status: 400, code: "invalid_input", fields: []string{"startedTo/range"}},
		{name: "no such day", path: "/v1/items?account=ad_library:123456&startedFrom=2026-02-30", status: 400, code: "invalid_input", fields: []string{"startedFrom/format"}},
		{name: "both url and id", path: "/v1/comments?url=" + videoLink + "&id=video_site:aaaaaaaaaaa", status: 400, code: "invalid_input", fields: []string{"id/conflict"}},
		{name: "handle without a platform", path: "/v1/accounts/lookup?handle=abc", status: 400, code: "invalid_input", fields: []string{"platform/required"}},
		{name: "half a period", path: "/v1/workspaces/{ws}/usage?from=2026-01-01", status: 400, code: "invalid_input", fields: []string{"to/required"}},
		{name: "two periods", path: "/v1/workspaces/{ws}/usage?from=2026-01-01&to=2026-01-02&range=7d", status: 400, code: "invalid_input", fields: []string{"range/conflict"}},
	} {
		as := s.AsKey()
		if strings.HasPrefix(sc.path, keysPath) {
			as = s.AsOwner()
		}
		sc.run(t, s, as)
	}
}

func TestBodiesAreChecked(t *testing.T) {
	s := embedded(t, webtest.Options{})
	const malformed = "body/malformed"
	for _, sc := range []scenario{
		{name: "all at once", body: `{"scopes":"x","expiresAt":"tomorrow","surprise":1}`, fields: []string{"name/required", "scopes/type", "expiresAt/format", "surprise/unknown"}},
		{name: "an entry that is no text", body: `{"name":"k","scopes":["media:read",{},[]]}`, fields: []string{"scopes[1]/type", "scopes[2]/type"}},
		{name: "other case", body: `{"Name":"k","scopes":[]}`, fields: []string{"Name/unknown", "name/required"}},
		{name: "repeated", body: `{"name":"a","name":"b","scopes":[]}`, fields: []string{"name/repeated"}},
		{name: "nested", body: `{"name":"a","scopes":["references:read","nonsense"]}`, fields: []string{"scopes[1]/enum"}},
		{name: "past", body: `{"name":"a","scopes":[],"expiresAt":"2020-01-01T00:00:00Z"}`, fields: []string{"expiresAt/range"}},
		{name: "cut", body: `{"name":`, fields: []string{malformed}},
		{name: "two values", body: `{} {}`, fields: []string{malformed}},
		{name: "an array", body: `[]`, fields: []string{malformed}},
		{name: "nothing", body: " ", fields: []string{malformed}},
		{name: "NUL inside", body: `{"name":"a\u0000","scopes":["b\u0000"]}`, fields: []string{"name/encoding", "scopes[0]/encoding"}},
		{name: "broken UTF-8", body: "{\"name\":\"\xff\",\"scopes\":[]}", fields: []string{malformed}},
		{name: "too deep", body: `{"name":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, fields: []string{malformed}},
	} {
		sc.method, sc.path, sc.status, sc.code = "POST", keysPath, 400, "invalid_input"
		sc.run(t, s, s.AsOwner())
	}
	for _, sc := range []scenario{
		{name: "another type", body: "name=k", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, status: 415, code: "invalid_input", has: []string{`"fields":[]`}},
		{name: "packed", body: "{}", header: map[string]string{"Content-Encoding": "gzip"}, status: 415, code: "invalid_input", has: []string{`"fields":[]`}},
		{name: "with a charset", body: `{"name":"k","scopes":[]}`, header: map[string]string{"Content-Type": "application/json; charset=utf-8"}, status: 201},
	} {
		sc.method, sc.path = "POST", keysPath
		sc.run(t, s, s.AsOwner())
	}
}

func TestEveryErrorHasTheEnvelope(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for _, sc := range []scenario{
		{name: "unknown path", path: "/v1/nope", status: 404, code: "not_found", has: []string{`"resource":"path"`}},
		{name: "trailing slash", path: "/v1/resolve/", status: 404, code: "not_found"},
		{name: "wrong method", method: "POST", path: "/v1/resolve", body: "{}", status: 405, code: "invalid_input", has: []string{`"fields":[]`, `"allowed":["GET","HEAD"]`, "This path takes GET, HEAD."}},
		{name: "a method nobody knows", method: "FOO", path: "/v1/resolve", status: 405, code: "invalid_input", has: []string{`"fields":[]`, `"allowed":["GET","HEAD"]`, "This path takes GET, HEAD."}},
		{name: "a method nobody knows, nowhere", method: "FOO", path: "/v1/nope", status: 404, code: "not_found"},
		{name: "an id that is none", method: "DELETE", path: keysPath + "/nonsense", status: 404, code: "not_found"},
		{name: "an id nobody has", method: "DELETE", path: keysPath + "/01890a5d-ac96-774b-bcce-b302099a8057", status: 404, code: "not_found"},
	} {
		r := sc.run(t, s, s.AsOwner())
		if sc.status == 405 && r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("Allow is %q", r.Header.Get("Allow"))
		}
	}
}

func TestRequestIDsAreEchoedOrMade(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for given, echoed := range map[string]bool{"a": true, "trace-1234.5_6:7": true, strings.Repeat("x", 128): true,
		"with space": false, strings.Repeat("x", 129): false, "a/b": false, "\"q\"": false} {
		for _, path := range []string{"/v1/resolve?url=" + videoLink, "/v1/nope", "/openapi.json"} {
			r := s.Do("GET", path, nil, map[string]string{"X-Request-Id": given})
			if (r.Header.Get("X-Request-Id") == given) != echoed {
				t.Errorf("%s with %q: got %q", path, given, r.Header.Get("X-Request-Id"))
			}
		}
	}
}

// TestWhatTheServerRefusesByItself goes over a real connection: these never reach a handler.
func TestWhatTheServerRefusesByItself(t *testing.T) {
	s := embedded(t, webtest.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Server.Serve(l) }()
	t.Cleanup(func() { _ = s.Server.Shutdown(context.Background()) })
	path := "http://" + l.Addr().String() + strings.ReplaceAll(keysPath, "{ws}", s.Workspace)
	for name, c := range map[string]struct {
		body, header string
		status       int
		code         string
		sameID       bool
	}{
		"a large body":  {strings.Repeat("x", 300<<10), "", 413, "limit_exceeded", true},
		"a huge header": {"{}", strings.Repeat("x", 40<<10), 431, "limit_exceeded", false},
	} {
		req, _ := http.NewRequest("POST", path, strings.NewReader(c.body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Request-Id", "mine")
		req.Header.Set("X-Padding", c.header)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		raw, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		r := &webtest.Reply{Status: resp.StatusCode, Header: resp.Header, Body: raw}
		if r.Status != c.status || r.Code() != c.code || c.sameID && resp.Header.Get("X-Request-Id") != "mine" {
			t.Errorf("%s: %d %s %q", name, r.Status, r.Code(), resp.Header.Get("X-Request-Id"))
		}
		checkAnswer(t, name, r)
	}
}
