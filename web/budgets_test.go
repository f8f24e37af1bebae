package web_test

import (
	"net/url"
	"slices"
	"testing"

	"socialdata/handlers/operations"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/web/webtest"
)

// keyWith makes a key with a budget a day, and returns the header that carries it.
func keyWith(t *testing.T, s *webtest.Site, daily *int64, scopes ...accounts.Scope) map[string]string {
	t.Helper()
	_, text, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "limited", CreatedBy: s.OwnerID, Scopes: scopes,
		KeyBounds: accounts.KeyBounds{DailyCredits: daily}})
	testkit.Must(t, err)
	return map[string]string{"Authorization": "Bearer " + text}
}

// TestAKeyThatMaySpendNothingSpendsNothing sends every operation that has a price with a key whose budget is 0: none is answered,
// no platform is asked, and what the workspace has paid for is served free.
func TestAKeyThatMaySpendNothingSpendsNothing(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		item, other := s.Platforms.Samples()[0].Items[0], s.Platforms.Samples()[1].Items[0]
		lookup := "/v1/items/lookup?url=" + url.QueryEscape(item)
		scenario{name: "paid", path: lookup, status: 200}.run(t, s, s.AsKey())
		watch := scenario{name: "a watch", method: "POST", path: "/v1/watches", status: 201,
			body: `{"name":"w","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"1h"}`}.run(t, s, s.AsKey()).JSON(t)["id"].(string)
		requests := map[string]scenario{
			"lookupItem":      {path: "/v1/items/lookup?maxAge=0&url=" + url.QueryEscape(other)},
			"lookupAccount":   {path: "/v1/accounts/lookup?platform=video_site&handle=lanternkitchen"},
			"listItems":       {path: "/v1/items?account=video_site:@lanternkitchen"},
			"listComments":    {path: "/v1/comments?url=" + url.QueryEscape(item)},
			"search":          {path: "/v1/search?platform=video_site&q=ramen"},
			"createIngestion": {method: "POST", path: "/v1/ingestions", body: `{"sourceUrl":"` + other + `"}`},
			"createWatch":     {method: "POST", path: "/v1/watches", body: `{"name":"x","source":{"kind":"item","url":"` + item + `"},"every":"1h"}`},
			"runWatch":        {method: "POST", path: "/v1/watches/" + watch + "/run"},
			"lookupItems":     {method: "POST", path: "/v1/items/lookups", body: `{"urls":["` + other + `"]}`},
			"lookupAccounts":  {method: "POST", path: "/v1/accounts/lookups", body: `{"accounts":["video_site:@lanternkitchen"]}`},
			"listItemPages":   {method: "POST", path: "/v1/items/pages", body: `{"accounts":["video_site:@lanternkitchen"]}`},
			"createCapture": {method: "POST", path: "/v1/captures", body: captureBody(sourcestest.Captures(1)[1], func(body map[string]any) {
				body["import"] = map[string]any{"mediaProfile": "analysis"}
			})},
			"importCapture":    {method: "POST", path: "/v1/captures/" + captureAs(t, s, s.AsKey(), captureBody(sourcestest.Captures(1)[1], nil)).ID + "/imports", body: `{"mediaProfile":"analysis"}`},
			"createRetry":      {method: "POST", path: "/v1/ingestions/retries", body: `{}`},
			"createIngestions": {method: "POST", path: "/v1/ingestions/batch", body: `{"imports":[{"sourceUrl":"` + other + `"}]}`},
		}
		calls, nothing := s.Calls.Load(), keyWith(t, s, new(int64(0)), accounts.Scopes()...)
		nothing["Idempotency-Key"] = "none"
		for _, op := range (&v1.Handlers{Service: &operations.Service{Store: s.Store}}).Operations() {
			if op.Price == nil {
				continue
			}
			r, known := requests[op.ID]
			if !known {
				t.Errorf("%s has a price and no request in this test", op.ID)
				continue
			}
			r.name, r.status, r.code, r.has = op.ID, 402, "insufficient_credits", []string{`"limit":"key"`}
			if slices.Contains([]string{"lookupItems", "lookupAccounts", "listItemPages", "createIngestions"}, op.ID) {
				r.status, r.code, r.has = 200, "", append(r.has, `"status":402`)
			}
			r.run(t, s, nothing)
		}
		scenario{name: "more watching", method: "PATCH", path: "/v1/watches/" + watch, body: `{"every":"1h","dailyCredits":9}`, status: 402, code: "insufficient_credits"}.run(t, s, nothing)
		scenario{name: "less watching", method: "PATCH", path: "/v1/watches/" + watch, body: `{"paused":true}`, status: 200}.run(t, s, nothing)
		scenario{name: "free", path: lookup, status: 200, has: []string{`"creditsCharged":0`}}.run(t, s, nothing)
		if now := s.Calls.Load(); now != calls {
			t.Errorf("%d calls to platforms", now-calls)
		}
	})
}

// TestKeysHaveBudgets: an owner sets, changes and lifts them, the key sees what is left, and a refusal says when to come again.
func TestKeysHaveBudgets(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		router, keys := contractOf(t, s), "/v1/workspaces/"+s.Workspace+"/api-keys"
		made := scenario{name: "make", method: "POST", path: keys, body: `{"name":"ci","scopes":[],"dailyCredits":1,"monthlyCredits":null}`, status: 201,
			has: []string{`"dailyCredits":1`, `"monthlyCredits":null`, `"spentToday":0`}}.run(t, s, s.AsOwner())
		asTheContractSays(t, router, "POST", keys, made)
		key := map[string]string{"Authorization": "Bearer " + made.JSON(t)["key"].(string)}
		items := s.Platforms.Samples()[0].Items
		scenario{name: "one", path: "/v1/items/lookup?maxAge=0&url=" + url.QueryEscape(items[0]), status: 200}.run(t, s, key)
		refused := scenario{name: "two", path: "/v1/items/lookup?maxAge=0&url=" + url.QueryEscape(items[0]), status: 402, code: "insufficient_credits",
			has: []string{`"limit":"key"`, `"period":"day"`, `"remaining":0`, `"resetsAt":"`}}
		refused.run(t, s, key)
		me := scenario{name: "me", path: "/v1/me", status: 200, has: []string{`"remaining":0`, `"spentToday":1`, `"resetsAt":"`}}.run(t, s, key)
		asTheContractSays(t, router, "GET", "/v1/me", me)
		scenario{name: "dry run", path: "/v1/items/lookup?dryRun=true&maxAge=0&url=" + url.QueryEscape(items[0]), status: 200, has: []string{`"sufficient":false`}}.run(t, s, key)
		path := keys + "/" + made.JSON(t)["id"].(string)
		changed := scenario{name: "raise", method: "PATCH", path: path, body: `{"name":"nightly","dailyCredits":2}`, status: 200,
			has: []string{`"name":"nightly"`, `"dailyCredits":2`, `"spentToday":1`}}.run(t, s, s.AsOwner())
		asTheContractSays(t, router, "PATCH", path, changed)
		scenario{name: "two again", path: refused.path, status: 200}.run(t, s, key)
		refused.run(t, s, key)
		scenario{name: "the page", path: "/w/" + s.Workspace + "/keys/" + made.JSON(t)["id"].(string) + "/budget", status: 200, has: []string{"It begins with sd_", "and was last used", "Spent today: 2. ", "Spent this month: 2. "}}.run(t, s, s.AsOwner())
		scenario{name: "the page that ends it", path: "/w/" + s.Workspace + "/keys/" + made.JSON(t)["id"].(string) + "/revoke", status: 200, has: []string{"It begins with sd_", "and was last used"}}.run(t, s, s.AsOwner())
		scenario{name: "lift", method: "PATCH", path: path, body: `{"dailyCredits":null}`, status: 200, has: []string{`"dailyCredits":null`}}.run(t, s, s.AsOwner())
		scenario{name: "lifted", path: refused.path, status: 200}.run(t, s, key)
		scenario{name: "no key's own", method: "PATCH", path: path, body: `{"dailyCredits":null}`, status: 403, code: "forbidden"}.run(t, s, key)
		scenario{name: "negative", method: "PATCH", path: path, body: `{"dailyCredits":-1}`, status: 400, code: "invalid_input"}.run(t, s, s.AsOwner())
		scenario{name: "events", path: "/v1/events?type=key.budget", status: 200, has: []string{`"period":"day"`, `"limit":2`, `"spent":2`, `"limit":1`}}.run(t, s, s.AsKey())
	})
}
