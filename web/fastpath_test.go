package web_test

import (
	"context"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/web"
	"socialdata/web/webtest"
)

// aside is a cookie of somebody else's: with it the fast path of a lookup steps aside and the operation answers.
const aside = "theme=dark"

// bothWays asks the same twice, by the fast path and of the operation, and wants the same answer.
func bothWays(t *testing.T, s *webtest.Site, query, key string) *webtest.Reply {
	t.Helper()
	header := map[string]string{"Authorization": "Bearer " + key, "X-Request-Id": "same"}
	short := s.Do("GET", "/v1/items/lookup?"+query, nil, header)
	header["Cookie"] = aside
	long := s.Do("GET", "/v1/items/lookup?"+query, nil, header)
	for _, r := range []*webtest.Reply{short, long} {
		r.Header.Del("Server-Timing")
		r.Header.Del("Date")
	}
	if short.Status != long.Status || string(short.Body) != string(long.Body) || !maps.EqualFunc(short.Header, long.Header, equalValues) {
		t.Errorf("%s\nshort: %d %v %s\nlong:  %d %v %s", query, short.Status, short.Header, short.Body, long.Status, long.Header, long.Body)
	}
	return short
}

func equalValues(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }

// TestFastPathAnswersAsTheOperation holds the fast path to everything that the operation says.
func TestFastPathAnswersAsTheOperation(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ctx := context.Background()
		item := url.QueryEscape(s.Platforms.Samples()[0].Items[0])
		for _, live := range []string{"url=" + item, "url=" + item + "&include=transcript", "url=" + item + "&include=transcript&transcriptLanguage=en-US"} {
			if r := s.Do("GET", "/v1/items/lookup?"+live+"&maxAge=0", nil, s.AsKey()); r.Status != 200 {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		for _, query := range []string{
			"url=" + item, "url=" + item + "&include=transcript", "url=" + item + "&maxAge=365d", "maxAge=1h&url=" + item,
			"url=" + item + "&include=transcript&transcriptLanguage=en-us", "url=" + item + "&transcriptLanguage=en", "url=" + item + "&include=transcript&transcriptLanguage=",
			"url=" + item + "&include=transcript&transcriptLanguage=x", "url=" + item + "&include=transcript&transcriptLanguage=en&transcriptLanguage=de", "url=" + item + "&maxAge=01h",
			"url=" + item + "&maxAge=366d", "url=" + item + "&maxAge=", "url=" + item + "&maxAge=1", "url=" + item + "&maxAge=1y", "url=" + item + "&maxAge=%2B5m",
			"url=" + item + "&include=", "url=" + item + "&include=all", "url=" + item + "&url=" + item, "url=" + item + "&surprise=1", "", "url=", "url=x",
			"url=%00", "url=%FF", "url=https%3A%2F%2Fexample.com", "url=https%3A%2F%2Fwww.youtube.com%2F%40somebody", "url=" + strings.Repeat("a", 3000),
		} {
			bothWays(t, s, query, s.Key)
		}
		if r := bothWays(t, s, "url="+item, s.Key); r.Header.Get("Service-Credits-Charged") != "0" || !strings.Contains(string(r.Body), `"cached":true`) {
			t.Errorf("a repeat is free and cached: %v %s", r.Header, r.Body)
		}
		k, text, err := s.Store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "short", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()[:1]})
		if err != nil {
			t.Fatal(err)
		}
		bothWays(t, s, "url="+item, text)
		if used := lastUsed(t, s, k.ID); used == nil {
			t.Error("a key that is used on the fast path shows it")
		}
		if _, err := s.Store.Accounts.RevokeKey(ctx, s.Workspace, k.ID); err != nil {
			t.Fatal(err)
		}
		if r := bothWays(t, s, "url="+item, text); r.Code() != "invalid_credential" {
			t.Errorf("a revoked key: %d %s", r.Status, r.Body)
		}
		bothWays(t, s, "url="+item, "sd_nonsense")
	})
}

func lastUsed(t *testing.T, s *webtest.Site, id string) *int64 {
	t.Helper()
	page, err := s.Store.Accounts.Keys(context.Background(), s.Workspace, db.PageRequest{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range page.Items {
		if k.ID == id {
			return k.LastUsedAt
		}
	}
	return nil
}

// TestFastPathChargesTheFirstServing: what another workspace had fetched costs a credit, once, and nothing where there
// is none.
func TestFastPathChargesTheFirstServing(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ctx := context.Background()
		query := "url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])
		s.Do("GET", "/v1/items/lookup?"+query, nil, s.AsKey())
		price := billing.StandardPrices().Lookup
		for credits, want := range map[int64]string{price - 1: "insufficient_credits", price: ""} {
			w, err := s.Store.Accounts.CreateWorkspace(ctx, "Other", s.OwnerID, credits)
			if err != nil {
				t.Fatal(err)
			}
			_, key, err := s.Store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: w.ID, Name: "other", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()})
			if err != nil {
				t.Fatal(err)
			}
			for n, charged := range []string{standardLookup(), "0"} {
				r := s.Do("GET", "/v1/items/lookup?"+query, nil, map[string]string{"Authorization": "Bearer " + key})
				if want == "" && r.Header.Get("Source-Route") != "video_site.web" {
					t.Errorf("the answer came by %q", r.Header.Get("Source-Route"))
				}
				if r.Code() != want || want == "" && (r.Header.Get("Service-Credits-Charged") != charged || r.Header.Get("Service-Credits-Remaining") != "0") {
					t.Errorf("with %d credits, request %d: %d %v %s", credits, n, r.Status, r.Header, r.Body)
				}
			}
		}
	})
}

var remaining = regexp.MustCompile(`r=(\d+)`)

// TestFastPathCountsOnce: a lookup counts once against the limit, whichever way it goes.
func TestFastPathCountsOnce(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{Lookup: 6}}, func(t *testing.T, s *webtest.Site) {
		link := s.Platforms.Samples()[0].Items[0]
		ask := func(as map[string]string) *webtest.Reply {
			return s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(link), nil, as)
		}
		for n, want := range []string{"5", "4", "3", "2", "1", "0", "0"} {
			as := s.AsKey()
			if n == 2 {
				as["Cookie"] = aside
			}
			if n == 3 {
				s.Clock.Add(2 * time.Hour) // stored, and too old
			}
			r := ask(as)
			if found := remaining.FindStringSubmatch(r.Header.Get("RateLimit")); len(found) != 2 || found[1] != want {
				t.Errorf("request %d: %q, want r=%s", n, r.Header.Get("RateLimit"), want)
			}
			if refused := n == 6; refused != (r.Code() == "rate_limited") {
				t.Errorf("request %d: %d %s", n, r.Status, r.Body)
			}
		}
	})
}

// TestFastPathFetches: a lookup that nothing stored can answer is live, and looks as it does from the operation.
func TestFastPathFetches(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		path := "/v1/items/lookup?url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])
		var names [2][]string
		for n, cookie := range []string{"", aside} {
			as := s.AsKey()
			as["Cookie"] = cookie
			r := s.Do("GET", path, nil, as)
			if r.Status != 200 || !strings.Contains(string(r.Body), `"cached":false`) || r.Header.Get("Service-Credits-Charged") != standardLookup() ||
				!strings.Contains(r.Header.Get("Server-Timing"), "fetch;dur=") {
				t.Errorf("with the cookie %q: %d %v %.300s", cookie, r.Status, r.Header, r.Body)
			}
			names[n] = slices.Sorted(maps.Keys(r.Header))
			s.Clock.Add(2 * time.Hour)
		}
		if !slices.Equal(names[0], names[1]) {
			t.Errorf("headers %v, the operation's %v", names[0], names[1])
		}
		r := s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape("https://www.youtube.com/watch?v=aaaaaaaaaaa"), nil, s.AsKey())
		if r.Status != 404 || r.Header.Get("Service-Credits-Charged") != "0" || r.Header.Get("Service-Credits-Remaining") == "" {
			t.Errorf("a live lookup that fails: %d %v %.300s", r.Status, r.Header, r.Body)
		}
	})
}
