package web_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"socialdata/internal/sources/simulator"
	"socialdata/web/webtest"
)

// contractOf makes a router over the site's own contract.
func contractOf(t *testing.T, s *webtest.Site) routers.Router {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// lines teaches the validator, once, that JSON lines are a text.
var lines sync.Once

// asTheContractSays validates an answer against /openapi.json.
func asTheContractSays(t *testing.T, router routers.Router, method, path string, r *webtest.Reply) {
	t.Helper()
	bare, _, _ := strings.Cut(path, "?")
	req := &http.Request{Method: method, URL: &url.URL{Path: bare}, Header: http.Header{}}
	route, params, err := router.FindRoute(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, bare, err)
	}
	lines.Do(func() { openapi3filter.RegisterBodyDecoder("application/x-ndjson", openapi3filter.PlainBodyDecoder) })
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route},
		Status:                 r.Status, Header: r.Header, Body: io.NopCloser(bytes.NewReader(r.Body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
	}
}

// TestLookupsOfEveryPlatform asks the simulated platforms for a sample of everything and holds each answer against the
// contract and the rules of credits.
func TestLookupsOfEveryPlatform(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		router := contractOf(t, s)
		ask := func(path string, kv ...string) *webtest.Reply {
			t.Helper()
			q := url.Values{}
			for i := 0; i+1 < len(kv); i += 2 {
				q.Set(kv[i], kv[i+1])
			}
			path += "?" + q.Encode()
			r := s.Do("GET", path, nil, s.AsKey())
			if r.Status != 200 {
				t.Errorf("%s: %d %.300s", path, r.Status, r.Body)
			}
			asTheContractSays(t, router, "GET", path, r)
			return r
		}
		for _, sample := range s.Platforms.Samples() {
			first := ask("/v1/items/lookup", "url", sample.Items[0])
			again := ask("/v1/items/lookup", "url", sample.Items[0])
			if first.Header.Get("Service-Credits-Charged") != standardLookup() || again.Header.Get("Service-Credits-Charged") != "0" {
				t.Errorf("%s: a live item costs its price, its repeat nothing", sample.Platform)
			}
			ask("/v1/items/lookup", "url", sample.Items[1], "include", "transcript")
			ask("/v1/items", "account", sample.Accounts[0])
			switch sample.Platform {
			case "ad_library":
				ask("/v1/search", "platform", sample.Platform, "q", "the")
				continue
			case "video_site", "clip_site":
				ask("/v1/search", "platform", sample.Platform, "q", "a")
				ask("/v1/search", "platform", sample.Platform, "q", "a", "type", "accounts")
			}
			if strings.HasPrefix(sample.Accounts[0], "http") {
				ask("/v1/accounts/lookup", "url", sample.Accounts[0])
			}
			ask("/v1/comments", "url", sample.Items[0])
		}
		asTheContractSays(t, router, "GET", "/v1/source-routes", s.Do("GET", "/v1/source-routes", nil, s.AsKey()))
	})
}

// TestFaultsOfThePlatformsAreFree plays each failure and holds the answer's code, and that nothing is charged.
func TestFaultsOfThePlatformsAreFree(t *testing.T) {
	page := "<!doctype html><title>Hello</title><p>We moved."
	for name, c := range map[string]struct {
		failure simulator.Failure
		codes   string
	}{
		"429":                {simulator.Failure{Status: 429, Header: map[string]string{"Retry-After": "7"}}, "route_degraded"},
		"500":                {simulator.Failure{Status: 500}, "network_transport"},
		"a cut connection":   {simulator.Failure{Reset: true}, "network_transport"},
		"half an answer":     {simulator.Failure{CutHalf: true}, "network_transport"},
		"an empty answer":    {simulator.Failure{Status: 200}, "route_degraded source_changed"},
		"another page":       {simulator.Failure{Status: 200, Header: map[string]string{"Content-Type": "text/html"}, Body: page}, "source_changed route_degraded"},
		"ten megabytes":      {simulator.Failure{Status: 200, Body: strings.Repeat("junk ", 2<<20)}, "source_changed route_degraded"},
		"thirteen megabytes": {simulator.Failure{Status: 200, Body: strings.Repeat("more junk!!!!", 1<<20)}, "source_changed"},
	} {
		t.Run(name, func(t *testing.T) {
			s := embedded(t, webtest.Options{})
			s.Platforms.Fail(c.failure)
			for _, sample := range s.Platforms.Samples() {
				r := s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(sample.Items[0]), nil, s.AsKey())
				if !strings.Contains(c.codes, r.Code()) || r.Code() == "" {
					t.Errorf("%s: %d %q, want %s: %.300s", sample.Platform, r.Status, r.Code(), c.codes, r.Body)
				}
				if r.Header.Get("Service-Credits-Charged") != "0" || r.Header.Get("Service-Credits-Remaining") != "1000" {
					t.Errorf("%s: charged %s, remaining %s", sample.Platform, r.Header.Get("Service-Credits-Charged"), r.Header.Get("Service-Credits-Remaining"))
				}
				checkAnswer(t, sample.Platform, r)
			}
		})
	}
}

// TestChainsUnderInsertionAndDeletion reads whole lists while rows come and go: no row comes twice, and every row that
// was there from beginning to end is given.
func TestChainsUnderInsertionAndDeletion(t *testing.T) {
	for seed := range uint64(4) {
		s := embedded(t, webtest.Options{})
		random := rand.New(rand.NewPCG(seed, 1))
		for _, sample := range s.Platforms.Samples() {
			before := walk(t, s, sample.Accounts[0], nil)
			removed := map[string]bool{}
			handle := sample.Accounts[0][strings.LastIndexAny(strings.TrimRight(sample.Accounts[0], "/"), ":/@")+1:]
			during := walk(t, s, sample.Accounts[0], func() {
				if s.Platforms.Publish(sample.Platform, strings.TrimRight(handle, "/")) == "" {
					t.Fatalf("%s: nothing was published for %s", sample.Platform, handle)
				}
				if len(before) > 0 && random.IntN(2) == 0 {
					id := before[random.IntN(len(before))]
					removed[id] = true
					_, local, _ := strings.Cut(id, ":")
					s.Platforms.Remove(sample.Platform, local)
				}
			})
			given := map[string]bool{}
			for _, id := range during {
				given[id] = true
			}
			missed := 0
			for _, id := range before {
				if !given[id] && !removed[id] {
					missed++
				}
			}
			// Where a platform pages by offset, rows that it moves past us while others are deleted may be missed.
			if missed > len(removed) {
				t.Errorf("%s: %d of %d rows were missed with %d deleted while reading", sample.Platform, missed, len(before), len(removed))
			}
		}
	}
}

// walk reads a list to its end and returns the ids; between runs between two pages.
func walk(t *testing.T, s *webtest.Site, account string, between func()) []string {
	t.Helper()
	var ids []string
	seen := map[string]bool{}
	cursor := ""
	for page := 0; ; page++ {
		path := "/v1/items?maxAge=0&account=" + url.QueryEscape(account)
		if cursor != "" {
			path += "&cursor=" + url.QueryEscape(cursor)
		}
		r := s.Do("GET", path, nil, s.AsKey())
		if r.Status != 200 {
			t.Fatalf("%s: %d %.300s", path, r.Status, r.Body)
		}
		body := r.JSON(t)
		for _, row := range body["data"].([]any) {
			id := row.(map[string]any)["id"].(string)
			if seen[id] {
				t.Errorf("%s: page %d gives %s again", account, page+1, id)
			}
			seen[id] = true
			ids = append(ids, id)
		}
		paging := body["page"].(map[string]any)
		cursor, _ = paging["nextCursor"].(string)
		if paging["hasMore"].(bool) != (cursor != "") {
			t.Errorf("%s: hasMore %v with cursor %q", account, paging["hasMore"], cursor)
		}
		if cursor == "" || page > 50 {
			return ids
		}
		if between != nil {
			between()
		}
	}
}
