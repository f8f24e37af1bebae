package web_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"socialdata/handlers/operations"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// made returns requests for every operation that makes something, by its id.
func made(t *testing.T, s *webtest.Site) map[string]scenario {
	t.Helper()
	ws := "/v1/workspaces/" + s.Workspace
	hook := scenario{name: "hook", method: "POST", path: ws + "/webhooks", body: `{"url":"https://example.com/first","events":["import.failed"]}`, status: 201}.run(t, s, s.AsOwner()).JSON(t)["id"].(string)
	watch := scenario{name: "watch", method: "POST", path: "/v1/watches", status: 201,
		body: `{"name":"w","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"1h"}`}.run(t, s, s.AsOwner()).JSON(t)["id"].(string)
	delivery := scenario{name: "test", method: "POST", path: ws + "/webhooks/" + hook + "/test", status: 202}.run(t, s, s.AsOwner()).JSON(t)["id"].(string)
	export := scenario{name: "export", method: "POST", path: "/v1/exports", body: anExport, status: 201}.run(t, s, s.AsOwner()).JSON(t)["id"].(string)
	return map[string]scenario{
		"createWorkspace": {path: "/v1/workspaces", body: `{"name":"Second"}`, status: 201},
		"createInvite":    {path: ws + "/invites", body: `{"email":"ada@example.com","role":"member"}`, status: 201},
		"createKey":       {path: ws + "/api-keys", body: `{"name":"ci","scopes":["ingestions:write"]}`, status: 201},
		"createWebhook":   {path: ws + "/webhooks", body: `{"url":"https://example.com/second","events":["import.failed"]}`, status: 201},
		"testWebhook":     {path: ws + "/webhooks/" + hook + "/test", status: 202},
		"resendDelivery":  {path: ws + "/webhooks/" + hook + "/deliveries/" + delivery + "/resend", status: 202},
		"createWatch":     {path: "/v1/watches", body: `{"name":"x","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"1h"}`, status: 201},
		"createWatchFeed": {path: "/v1/watches/" + watch + "/feeds", status: 201},
		"createExport":    {path: "/v1/exports", body: `{"kind":"references","format":"parquet","schedule":"daily","prefix":"lake"}`, status: 201},
		"createBoard":     {path: "/v1/boards", body: `{"name":"Lamps"}`, status: 201},
		"createShare":     {path: "/v1/shares", body: `{"reference":"` + modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{}) + `","openGraph":true}`, status: 201},
		"createChange":    {path: "/v1/changes", body: `{"filter":{},"addTags":["x"],"delaySeconds":60}`, status: 202},
		"createCapture":   {path: "/v1/captures", body: captureBody(sourcestest.Captures(1)[1], importing("")), status: 201},
		"importCapture":   {path: "/v1/captures/" + captureAs(t, s, s.AsKey(), captureBody(sourcestest.Captures(1)[1], nil)).ID + "/imports", body: `{"mediaProfile":"none"}`, status: 202},
		"createRetry":     {path: "/v1/ingestions/retries", body: `{"perMinute":1}`, status: 202},
		"runWatch":        {path: "/v1/watches/" + watch + "/run", status: 202},
		"runExport":       {path: "/v1/exports/" + export + "/run", status: 202},
	}
}

func withIdempotencyKey(as map[string]string, key string) map[string]string {
	as = maps.Clone(as)
	as["Idempotency-Key"] = key
	return as
}

// TestWhatIsSentAgainIsMadeOnce sends each request that makes something eight times at once, then again: there is one
// record, every answer is the first one, secrets included, and another body under the key is refused.
func TestWhatIsSentAgainIsMadeOnce(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		requests, router := made(t, s), contractOf(t, s)
		rows := func() (n int64) {
			for _, table := range []string{"workspaces", "invites", "api_keys", "webhooks", "deliveries", "watches", "watch_feeds", "exports", "boards", "shares", "reruns", "reference_changes", "captures"} {
				var of int64
				testkit.Must(t, s.Store.Read(t.Context()).Raw("SELECT COUNT(*) FROM "+table).Scan(&of).Error)
				n += of
			}
			return n
		}
		for _, op := range (&v1.Handlers{Service: &operations.Service{Store: s.Store}}).Operations() {
			r, known := requests[op.ID]
			if op.Repeatable() != known {
				t.Errorf("%s: takes a key %v, in this test %v", op.ID, op.Repeatable(), known)
			}
			if !known {
				continue
			}
			t.Run(op.ID, func(t *testing.T) {
				before, as := rows(), withIdempotencyKey(s.AsOwner(), op.ID)
				as["X-Workspace-Id"] = s.Workspace
				answers := make([]*webtest.Reply, 8)
				var all sync.WaitGroup
				for n := range answers {
					all.Go(func() { answers[n] = s.Do("POST", r.path, r.body, as) })
				}
				all.Wait()
				first := 0
				for _, a := range answers {
					if a.Header.Get("Idempotency-Replayed") == "" {
						first++
					}
					if a.Status != r.status || string(a.Body) != string(answers[0].Body) {
						t.Errorf("%d %.200s, the first %.200s", a.Status, a.Body, answers[0].Body)
					}
				}
				if first != 1 || rows() > before+1 {
					t.Errorf("made %d times, %d rows more", first, rows()-before)
				}
				asTheContractSays(t, router, "POST", r.path, answers[0])
				if r.body != nil {
					other := strings.NewReplacer(`"name":"`, `"name":"another `, "ada@", "eve@", "/second", "/third", `"openGraph":true`, `"openGraph":false`, `"perMinute":1`, `"perMinute":2`, `"delaySeconds":60`, `"delaySeconds":59`, `"mediaProfile":"none"`, `"mediaProfile":"full"`, `"schedule":"daily"`, `"schedule":"hourly"`).Replace(r.body.(string))
					if a := s.Do("POST", r.path, other, as); a.Status != http.StatusConflict || a.Code() != "idempotency_conflict" {
						t.Errorf("another body: %d %.200s", a.Status, a.Body)
					}
				}
			})
		}
	})
}

// TestARefusalLeavesTheKeyFree: what was refused is undone and may be sent again, mended or as it was; an import and a watch
// do not share a key; what is sent again by somebody else is theirs.
func TestARefusalLeavesTheKeyFree(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		keys := "/v1/workspaces/" + s.Workspace + "/api-keys"
		as := withIdempotencyKey(s.AsOwner(), "k")
		if r := s.Do("POST", keys, `{"name":"ci","scopes":["nonsense"]}`, as); r.Status != http.StatusBadRequest {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		for n := range 50 { // one less than fits beside the site's own
			r := s.Do("POST", keys, `{"name":"ci","scopes":[]}`, s.AsOwner())
			if n < 48 && r.Status != http.StatusCreated {
				t.Fatalf("%d: %s", n, r.Body)
			}
		}
		full := s.Do("POST", keys, `{"name":"last","scopes":[]}`, as)
		if full.Status < 400 {
			t.Fatalf("%d %s", full.Status, full.Body)
		}
		var list struct {
			Items []struct{ ID, State, Name string }
		}
		testkit.Must(t, json.Unmarshal(s.Do("GET", keys+"?limit=100", nil, s.AsOwner()).Body, &list))
		for _, k := range list.Items {
			if k.Name == "ci" && k.State == "active" {
				s.Do("DELETE", keys+"/"+k.ID, nil, s.AsOwner())
				break
			}
		}
		one, again := s.Do("POST", keys, `{"name":"last","scopes":[]}`, as), s.Do("POST", keys, `{ "scopes": [], "name": "last" }`, as)
		if one.Status != http.StatusCreated || one.Header.Get("Idempotency-Replayed") != "" || string(again.Body) != string(one.Body) || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%d %s, then %d %s", one.Status, one.Body, again.Status, again.Body)
		}
		if r := s.Do("POST", "/v1/ingestions", `{"sourceUrl":"`+s.Platforms.Samples()[1].Items[0]+`"}`, withIdempotencyKey(s.AsKey(), "k")); r.Code() != "idempotency_conflict" {
			t.Errorf("an import under the key: %d %s", r.Status, r.Body)
		}
		if r := s.Do("POST", keys, `{"name":"x","scopes":[]}`, withIdempotencyKey(s.AsOwner(), strings.Repeat("k", 256))); r.Code() != "invalid_input" {
			t.Errorf("a long key: %d %s", r.Status, r.Body)
		}
	})
}
