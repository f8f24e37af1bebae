package web_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/models/accounts"
	"socialdata/web/webtest"
)

// TestScopesFollowFromEffects derives from what each operation does, as the contract says it, which scope a key must want for it.
// What imports takes a mediaProfile, or starts a watch, which may; what reads people's data answers with their ids or e-mails.
// Whatever a key reaches without a scope looks up, or reads nothing but public data and the workspace's own figures.
func TestScopesFollowFromEffects(t *testing.T) {
	s := embedded(t, webtest.Options{})
	c := newEffects(t, s)
	withoutScope := []string{}
	for _, op := range (&v1.Handlers{Service: &operations.Service{Store: s.Store}}).Operations() {
		if op.Credential != session.APIKey && op.Credential != session.APIKeyOrSession {
			continue
		}
		doc := c.operation(op.Path, op.Method)
		imports := c.mentions(doc["requestBody"], "mediaProfile") || op.ID == "runWatch"
		if imports && op.Scope != accounts.IngestionsWrite && op.Importing != accounts.IngestionsWrite {
			t.Errorf("%s imports without %s", op.ID, accounts.IngestionsWrite)
		}
		if !imports && op.Importing != "" {
			t.Errorf("%s imports nothing", op.ID)
		}
		if op.Scope == "" && op.ID != "getMe" && c.mentions(doc["responses"], "userId", "email", "createdBy", "members") {
			t.Errorf("%s reads people's data without a scope", op.ID)
		}
		writes := op.Method != http.MethodGet
		if writes && op.Price == nil && !strings.HasSuffix(string(op.Scope), ":write") && op.ID != "createDownloadURL" {
			t.Errorf("%s changes what is stored with the scope %q", op.ID, op.Scope)
		}
		if op.Scope == "" {
			withoutScope = append(withoutScope, op.ID)
		}
	}
	slices.Sort(withoutScope)
	want := []string{"getMe", "getUsage", "listAccountObservations", "listComments", "listItemObservations", "listItemPages", "listItems", "listSourceRoutes", "lookupAccount", "lookupAccounts", "lookupItem",
		"lookupItems", "resolve", "search"}
	if !slices.Equal(withoutScope, want) {
		t.Errorf("a key without a scope reaches %v, want %v", withoutScope, want)
	}
}

// effects reads the contract.
type effects struct{ paths, schemas map[string]any }

func newEffects(t *testing.T, s *webtest.Site) effects {
	var doc struct {
		Paths      map[string]any
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(s.Do("GET", "/openapi.json", nil, nil).Body, &doc); err != nil {
		t.Fatal(err)
	}
	return effects{doc.Paths, doc.Components.Schemas}
}

func (c effects) operation(path, method string) map[string]any {
	item, _ := c.paths[path].(map[string]any)
	op, _ := item[strings.ToLower(method)].(map[string]any)
	return op
}

// mentions reports whether a part of the contract, with the schemas that it refers to, has a property of one of the names.
func (c effects) mentions(v any, names ...string) bool { return c.find(v, names, map[string]bool{}) }

func (c effects) find(v any, names []string, seen map[string]bool) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return c.find(e, names, seen) })
	case map[string]any:
		if ref, is := v["$ref"].(string); is && !seen[ref] {
			seen[ref] = true
			return c.find(c.schemas[strings.TrimPrefix(ref, "#/components/schemas/")], names, seen)
		}
		properties, _ := v["properties"].(map[string]any)
		for name := range properties {
			if slices.Contains(names, name) {
				return true
			}
		}
		for _, e := range v {
			if c.find(e, names, seen) {
				return true
			}
		}
	}
	return false
}

// TestWatchesImportOnlyByKeysThatMay: a key without ingestions:write makes, changes and runs only watches that import nothing.
func TestWatchesImportOnlyByKeysThatMay(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		watcher, full := keyWith(t, s, nil, accounts.WatchesRead, accounts.WatchesWrite), s.AsKey()
		plain, importing := `{"name":"w","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"1h"}`,
			`{"name":"w","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"1h","import":{"mediaProfile":"none"}}`
		need := []string{`"requiredScope":"ingestions:write"`}
		scenario{name: "make", method: "POST", path: "/v1/watches", body: importing, status: 403, code: "forbidden", has: need}.run(t, s, watcher)
		mine := "/v1/watches/" + scenario{name: "make plain", method: "POST", path: "/v1/watches", body: plain, status: 201}.run(t, s, watcher).JSON(t)["id"].(string)
		theirs := "/v1/watches/" + scenario{name: "make", method: "POST", path: "/v1/watches", body: importing, status: 201}.run(t, s, full).JSON(t)["id"].(string)
		scenario{name: "let import", method: "PATCH", path: mine, body: `{"import":{"mediaProfile":"full"}}`, status: 403, code: "forbidden", has: need}.run(t, s, watcher)
		scenario{name: "spend more", method: "PATCH", path: theirs, body: `{"dailyCredits":1000}`, status: 403, code: "forbidden", has: need}.run(t, s, watcher)
		scenario{name: "run", method: "POST", path: theirs + "/run", status: 403, code: "forbidden", has: need}.run(t, s, watcher)
		scenario{name: "run plain", method: "POST", path: mine + "/run", status: 202}.run(t, s, watcher)
		scenario{name: "pause", method: "PATCH", path: theirs, body: `{"paused":true}`, status: 200}.run(t, s, watcher)
		scenario{name: "import no more", method: "PATCH", path: theirs, body: `{"import":null,"paused":false}`, status: 200}.run(t, s, watcher)
	})
}

// TestWebhooksByKey: with webhooks:write a key sets endpoints up, with webhooks:read it reads them, without it does neither; the
// request log is a scope of its own.
func TestWebhooksByKey(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		none, reader, writer := keyWith(t, s, nil), keyWith(t, s, nil, accounts.WebhooksRead), keyWith(t, s, nil, accounts.WebhooksWrite)
		hooks, body := "/v1/workspaces/"+s.Workspace+"/webhooks", `{"url":"https://example.com/hook","events":["import.succeeded"]}`
		scenario{name: "make", method: "POST", path: hooks, body: body, status: 403, code: "forbidden", has: []string{`"requiredScope":"webhooks:write"`}}.run(t, s, reader)
		made := scenario{name: "make", method: "POST", path: hooks, body: body, status: 201, has: []string{`"secret":"whsec_`}}.run(t, s, writer)
		one := hooks + "/" + made.JSON(t)["id"].(string)
		scenario{name: "read", path: hooks, status: 200, has: []string{"example.com"}}.run(t, s, reader)
		scenario{name: "read", path: hooks, status: 403, code: "forbidden"}.run(t, s, none)
		scenario{name: "deliveries", path: one + "/deliveries", status: 200}.run(t, s, reader)
		scenario{name: "rotate", method: "POST", path: one + "/rotate-secret", status: 200}.run(t, s, writer)
		scenario{name: "another workspace's", path: "/v1/workspaces/" + strings.Repeat("0", 8) + "-0000-7000-8000-000000000000/webhooks", status: 404, code: "not_found"}.run(t, s, reader)
		scenario{name: "delete", method: "DELETE", path: one, status: 204}.run(t, s, writer)
		log := "/v1/workspaces/" + s.Workspace + "/requests"
		scenario{name: "log", path: log, status: 403, code: "forbidden", has: []string{`"requiredScope":"requests:read"`}}.run(t, s, none)
		scenario{name: "log", path: log, status: 200}.run(t, s, keyWith(t, s, nil, accounts.RequestsRead))
	})
}
