package web_test

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestNullIsRefusedWhereTheContractHasNone sends every property of every body as null.
func TestNullIsRefusedWhereTheContractHasNone(t *testing.T) {
	s := embedded(t, webtest.Options{SetupToken: ""})
	doc := publishedContract(t, s)
	for path, methods := range doc["paths"].(map[string]any) {
		for method, op := range methods.(map[string]any) {
			body := dig(op, "requestBody", "content", "application/json", "schema")
			if body == nil || strings.Contains(path, "bootstrap") {
				continue
			}
			for name, property := range properties(doc, body) {
				nullable := false
				if types, ok := dig(property, "type").([]any); ok {
					nullable = len(types) == 2
				}
				r := s.Do(strings.ToUpper(method), pathWithIDs(path, s.Workspace), `{"`+name+`":null}`, callerOf(s, path))
				named := strings.Contains(string(r.Body), `"name":"`+name+`","in":"body","reason":"type"`)
				if r.Status == http.StatusBadRequest && named == nullable || !nullable && r.Status != http.StatusBadRequest {
					t.Errorf("%s %s %s: null, nullable %v: %d %s", method, path, name, nullable, r.Status, r.Body)
				}
			}
		}
	}
}

func callerOf(s *webtest.Site, path string) map[string]string {
	switch {
	case strings.HasPrefix(path, "/v1/workspaces"):
		return s.AsOwner()
	case strings.HasPrefix(path, "/v1/auth"), strings.HasPrefix(path, "/v1/invites"):
		return map[string]string{"Origin": webtest.Origin}
	}
	as := s.AsKey()
	as["Idempotency-Key"] = db.NewID()
	return as
}

func pathWithIDs(path, workspace string) string {
	parts := strings.Split(path, "/")
	for n, part := range parts {
		switch {
		case part == "{workspaceId}":
			parts[n] = workspace
		case strings.HasPrefix(part, "{"):
			parts[n] = db.NewID()
		}
	}
	return strings.Join(parts, "/")
}

func publishedContract(t *testing.T, s *webtest.Site) map[string]any {
	t.Helper()
	return s.Do("GET", "/openapi.json", nil, nil).JSON(t)
}

// dig follows keys into decoded JSON; nil where one is missing.
func dig(v any, keys ...string) any {
	for _, key := range keys {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// properties are those of a schema or of what it refers to.
func properties(doc map[string]any, schema any) map[string]any {
	if ref, _ := dig(schema, "$ref").(string); ref != "" {
		schema = dig(doc, "components", "schemas", strings.TrimPrefix(ref, "#/components/schemas/"))
	}
	list, _ := dig(schema, "properties").(map[string]any)
	return list
}

func TestNothingToLookForIsRefused(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A kettle", Tags: []string{"red"}})
		for path, field := range map[string]string{
			"/v1/references?tag=%20": "tag[0]", "/v1/references?tag=red&tag=%C2%A0": "tag[1]", "/v1/references?q=%22": "q",
			"/v1/references?q=%20": "q", "/v1/search?platform=video_site&q=%C2%A0": "q",
		} {
			scenario{name: path, path: path, status: 400, code: "invalid_input", fields: []string{field + "/empty"}}.run(t, s, s.AsKey())
		}
	})
}

func TestNullClearsTagsAndBlankTitlesAreRefused(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		one := "/v1/references/" + modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A kettle", Tags: []string{"red"}})
		for _, c := range []scenario{
			{name: "blank", body: `{"revision":2,"customTitle":" \u00a0 "}`, status: 400, code: "invalid_input", fields: []string{"customTitle/empty"}},
			{name: "a blank tag", body: `{"revision":2,"tags":["red","\u00a0"]}`, status: 400, code: "invalid_input", fields: []string{"tags[1]/empty"}},
			{name: "null", body: `{"revision":2,"tags":null}`, status: 200, has: []string{`"tags":[]`, `"revision":3`}},
			{name: "trimmed", body: `{"revision":3,"customTitle":"  Mine "}`, status: 200, has: []string{`"customTitle":"Mine"`}},
		} {
			c.method, c.path = "PATCH", one
			c.run(t, s, s.AsKey())
		}
		scenario{name: "a blank name", method: "POST", path: keysPath, body: `{"name":"  ","scopes":[]}`, status: 400, code: "invalid_input",
			fields: []string{"name/empty"}}.run(t, s, s.AsOwner())
	})
}

// TestHeadIsAnsweredWhereGetIs walks the contract.
func TestHeadIsAnsweredWhereGetIs(t *testing.T) {
	s := embedded(t, webtest.Options{})
	paths := []string{"/docs", "/status", "/healthz", "/readyz", "/openapi.json", "/sign-in"}
	for path, methods := range publishedContract(t, s)["paths"].(map[string]any) {
		if dig(methods, "get") != nil {
			paths = append(paths, pathWithIDs(path, s.Workspace))
		}
	}
	for _, path := range paths {
		get, head := s.Do("GET", path, nil, s.AsKey()), s.Do("HEAD", path, nil, s.AsKey())
		if head.Status != get.Status || len(head.Body) != 0 || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") {
			t.Errorf("%s: GET %d, HEAD %d %s", path, get.Status, head.Status, head.Body)
		}
	}
	r := s.Do("HEAD", "/v1/auth/sessions", nil, nil)
	if allow := r.Header.Get("Allow"); r.Status != 405 || strings.Contains(allow, "HEAD") {
		t.Errorf("HEAD where there is no GET: %d, Allow %q", r.Status, allow)
	}
	r = s.Do("POST", "/v1/references", "{}", s.AsKey())
	if allow := r.Header.Get("Allow"); r.Status != 405 || allow != "GET, HEAD" {
		t.Errorf("POST where there is only GET: %d, Allow %q", r.Status, allow)
	}
}

func TestADownloadLinkNeedsNoBody(t *testing.T) {
	s := embedded(t, webtest.Options{})
	_, video, _ := kept(t, s, 30)
	for _, body := range []any{nil, `{}`} {
		scenario{name: "by default", method: "POST", path: "/v1/media/" + video + "/download-url", body: body, status: 201}.run(t, s, s.AsKey())
	}
	scenario{name: "null", method: "POST", path: "/v1/media/" + video + "/download-url", body: `{"ttlSeconds":null}`, status: 400,
		code: "invalid_input", fields: []string{"ttlSeconds/type"}}.run(t, s, s.AsKey())
}

func TestTheReferencePrintsNoAddresses(t *testing.T) {
	s := embedded(t, webtest.Options{})
	if page := string(s.Do("GET", "/docs/imports", nil, nil).Body); strings.Contains(page, "default 0x") || !strings.Contains(page, "default true") {
		t.Error("a default is printed as an address")
	}
}
