package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/web"
	"socialdata/web/webtest"
)

// estimateSteps is how many calls are estimated and then made on each store.
const estimateSteps = 400

// TestEstimatesHoldTheCharge walks randomly through every operation that can be a dry run: two workspaces, fresh and old
// answers, pages and cursors, failures of platforms and empty balances. Each call is estimated first, which contacts no
// platform and stores nothing, and then costs what was said.
func TestEstimatesHoldTheCharge(t *testing.T) {
	each(t, webtest.Options{Credits: 50}, func(t *testing.T, s *webtest.Site) {
		seed := rand.Uint64()
		w := &estimateWalk{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, s: s, keys: []string{s.Key, newOther(t, s).key}, seen: map[string]int{}}
		for range estimateSteps {
			w.step()
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
		for _, want := range []string{"stored 0", "stored 1", "live 1", "live 0", "402", "502"} {
			if w.seen[want] == 0 {
				t.Errorf("seed %d: no call was %q: %v", seed, want, w.seen)
			}
		}
	})
}

type estimateWalk struct {
	*rand.Rand
	t       *testing.T
	s       *webtest.Site
	keys    []string
	cursors []string       // paths of next pages, behind the number of the key that may read them
	seen    map[string]int // outcomes
}

// call is a random lookup: the number of its key and its path.
func (w *estimateWalk) call() (key int, path string) {
	key = w.IntN(len(w.keys))
	if len(w.cursors) > 0 && w.IntN(4) == 0 {
		of, next, _ := strings.Cut(w.cursors[w.IntN(len(w.cursors))], " ")
		key, _ = strconv.Atoi(of)
		return key, next
	}
	samples := w.s.Platforms.Samples()
	sample := samples[w.IntN(len(samples))]
	item, account := url.QueryEscape(sample.Items[w.IntN(min(2, len(sample.Items)))]), url.QueryEscape(sample.Accounts[0])
	switch w.IntN(6) {
	case 0:
		path = "/v1/items/lookup?url=" + item
	case 1:
		path = "/v1/items/lookup?include=transcript&url=" + item
	case 2:
		path = "/v1/accounts/lookup?url=" + url.QueryEscape("https://www.youtube.com/@lanternkitchen")
	case 3:
		path = "/v1/items?account=" + account
	case 4:
		path = "/v1/comments?url=" + item
	default:
		path = "/v1/search?platform=video_site&q=" + []string{"ramen", "kettle"}[w.IntN(2)]
	}
	if age := []string{"", "0", "10m", "24h"}[w.IntN(4)]; age != "" {
		path += "&maxAge=" + age
	}
	return key, path
}

func (w *estimateWalk) step() {
	w.t.Helper()
	switch w.IntN(8) {
	case 0:
		w.s.Clock.Add(time.Duration(w.IntN(90)) * time.Minute)
	case 1:
		w.s.Platforms.Fail(simulator.Failure{Status: 502, Times: 1})
	case 2:
		w.s.Platforms.Heal()
	}
	key, path := w.call()
	header := map[string]string{"Authorization": "Bearer " + w.keys[key]}
	before, calls := w.stored(), w.s.Calls.Load()
	e := w.s.Do("GET", path+"&dryRun=true", nil, header)
	if after := w.stored(); after != before || w.s.Calls.Load() != calls {
		w.t.Errorf("%s: the estimate stored or asked something: %s, was %s", path, after, before)
	}
	r := w.s.Do("GET", path, nil, header)
	charged, _ := strconv.ParseInt(r.Header.Get("Service-Credits-Charged"), 10, 64)
	if e.Status != 200 {
		if r.Status != 402 && (r.Status != e.Status || r.Code() != e.Code()) {
			w.t.Errorf("%s: the estimate is %d %s, the call %d %s", path, e.Status, e.Body, r.Status, r.Body)
		}
		return
	}
	said := e.JSON(w.t)
	credits := said["credits"].(map[string]any)
	least, most := int64(credits["min"].(float64)), int64(credits["max"].(float64))
	w.seen[strconv.Itoa(r.Status)]++
	switch {
	case e.Header.Get("Service-Credits-Charged") != "0":
		w.t.Errorf("%s: the estimate cost %s", path, e.Header.Get("Service-Credits-Charged"))
	case r.Status == 402 && said["sufficient"] == true, r.Status == 200 && said["sufficient"] == false && charged == most && most > 0:
		w.t.Errorf("%s: %d, said %s", path, r.Status, e.Body)
	case r.Status == 200 && (charged < least || charged > most):
		w.t.Errorf("%s: charged %d, said %s", path, charged, e.Body)
	case r.Status == 200:
		w.seen[fmt.Sprintf("%s %d", said["wouldServe"], charged)]++
		w.keepCursor(key, path, r)
	}
}

// keepCursor remembers the next page of a list.
func (w *estimateWalk) keepCursor(key int, path string, r *webtest.Reply) {
	page, _ := r.JSON(w.t)["page"].(map[string]any)
	if next, more := page["nextCursor"].(string); more {
		path, _, _ = strings.Cut(path, "&cursor=")
		w.cursors = append(w.cursors, fmt.Sprintf("%d %s&cursor=%s", key, path, url.QueryEscape(next)))
	}
}

// stored says how many rows each table has.
func (w *estimateWalk) stored() string {
	var b strings.Builder
	for _, table := range []string{"observations", "entitlements", "ledger_entries", "list_sessions", "list_session_rows", "account_names", "count_records", "route_operations", "fetch_leases", "imports"} {
		fmt.Fprintf(&b, "%s %d, ", table, modelstest.CountRows(w.t, w.s.Store, table))
	}
	return b.String()
}

// TestEstimatesOfImports holds what is said of an import: its parts, what is enough, and that nothing is accepted.
func TestEstimatesOfImports(t *testing.T) {
	each(t, webtest.Options{Credits: 3}, func(t *testing.T, s *webtest.Site) {
		link := s.Platforms.Samples()[0].Items[0]
		for _, c := range []struct {
			scenario
			profile string
		}{
			{scenario{name: "facts alone", status: 200, has: []string{`"credits":{"min":1,"max":1}`, `"sufficient":true`, `"wouldServe":"live"`}}, "none"},
			{scenario{name: "more than the balance", status: 200, has: []string{`"min":1,"max":5`, `"sufficient":false`, `{"part":"media","min":0,"max":2}`}}, "full"},
		} {
			c.method, c.path = "POST", "/v1/ingestions?dryRun=true"
			c.body = map[string]any{"sourceUrl": link, "mediaProfile": c.profile, "transcript": false}
			c.run(t, s, s.AsKey())
		}
		scenario{name: "a link of nobody", method: "POST", path: "/v1/ingestions?dryRun=true", body: map[string]any{"sourceUrl": "https://example.com/x"}, status: 422, code: "unsupported_object"}.run(t, s, s.AsKey())
		scenario{name: "without a key for later", method: "POST", path: "/v1/ingestions", body: map[string]any{"sourceUrl": link}, status: 400, code: "invalid_input",
			has: []string{`"name":"Idempotency-Key"`, `"reason":"required"`}}.run(t, s, s.AsKey())
		scenario{name: "neither true nor false", path: "/v1/items/lookup?dryRun=yes&url=" + url.QueryEscape(link), status: 400, code: "invalid_input", has: []string{`"name":"dryRun"`}}.run(t, s, s.AsKey())
		if n := modelstest.CountRows(t, s.Store, "imports"); n != 0 || len(s.Delivered) != 0 {
			t.Errorf("%d imports, delivered %v", n, s.Delivered)
		}
	})
}

// TestEstimatesSayWhichRoutesWork switches a route off.
func TestEstimatesSayWhichRoutesWork(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		path := "/v1/items/lookup?dryRun=true&url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])
		routes := func() []any { return s.Do("GET", path, nil, s.AsKey()).JSON(t)["routes"].([]any) }
		first := routes()[0].(map[string]any)
		if first["state"] != "enabled" {
			t.Errorf("at first %v", first)
		}
		modelstest.Run(t, s.Store, "INSERT INTO route_switches (route_id, off_reason, off_since) VALUES (?, 'a test', 1)", first["id"])
		if now := routes()[0].(map[string]any); now["state"] != "disabled" {
			t.Errorf("switched off: %v", now)
		}
	})
}

// TestMe says who calls, with a key and with a session.
func TestMe(t *testing.T) {
	each(t, webtest.Options{Credits: 77, Rates: web.Rates{Lookup: 60}}, func(t *testing.T, s *webtest.Site) {
		router := contractOf(t, s)
		s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(s.Platforms.Samples()[0].Items[0]), nil, s.AsKey())
		key := scenario{name: "a key", path: "/v1/me", status: 200, has: []string{`"name":"test"`, `"user":null`, `"role":null`, `"balance":76`, `"version":"1.2.0"`,
			`{"name":"lookup","limit":60,"remaining":59,`, `{"name":"import","limit":null,"remaining":null,`}}.run(t, s, s.AsKey())
		asTheContractSays(t, router, "GET", "/v1/me", key)
		person := scenario{name: "a person", path: "/v1/me", status: 200, has: []string{`"key":null`, `"role":"owner"`, `"scopes":[]`, webtest.OwnerEmail}}.run(t, s, s.AsOwner())
		asTheContractSays(t, router, "GET", "/v1/me", person)
		if scopes := key.JSON(t)["scopes"].([]any); !slices.Contains(scopes, any(string(accounts.Scopes()[0]))) {
			t.Errorf("scopes %v", scopes)
		}
		scenario{name: "nobody", path: "/v1/me", status: 401, code: "unauthenticated"}.run(t, s, nil)
		_, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Second", s.OwnerID, 1)
		testkit.Must(t, err)
		scenario{name: "a person of two workspaces", path: "/v1/me", status: 400, code: "invalid_input", has: []string{"X-Workspace-Id"}}.run(t, s, s.AsOwner())
	})
}
