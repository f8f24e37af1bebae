package web_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"socialdata/jobs/jobstest"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestPricesAreReadFromOneList changes every price and meets the new ones in charges, refusals, the contract and the pages.
func TestPricesAreReadFromOneList(t *testing.T) {
	prices := billing.Prices{Lookup: 103, Page: 104, Import: 105, Transcript: 107, Analysis: 111, Media: 113}
	clock := &modelstest.Clock{}
	s := webtest.New(t, modelstest.OpenAt(t, "", t.TempDir(), clock, &prices), clock, jobstest.InProcess(t), webtest.Options{Credits: 103 + 104 + 435})
	sample := s.Platforms.Samples()[0]
	for _, c := range []struct{ name, path, charged, remaining string }{
		{"lookup", "/v1/items/lookup?url=" + url.QueryEscape(sample.Items[0]), "103", "539"},
		{"stored and paid", "/v1/items/lookup?maxAge=1h&url=" + url.QueryEscape(sample.Items[0]), "0", "539"},
		{"page", "/v1/items?account=" + url.QueryEscape(sample.Accounts[0]), "104", "435"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := s.Do("GET", c.path, nil, s.AsKey())
			if r.Status != 200 || r.Header.Get("Service-Credits-Charged") != c.charged || r.Header.Get("Service-Credits-Remaining") != c.remaining {
				t.Errorf("%d, charged %q of %q, want %q of %q", r.Status, r.Header.Get("Service-Credits-Charged"),
					r.Header.Get("Service-Credits-Remaining"), c.charged, c.remaining)
			}
		})
	}
	t.Run("import", func(t *testing.T) {
		r := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": sample.Items[0], "mediaProfile": "full"}, withKey(s, "full"))
		if !strings.Contains(string(r.Body), `"required":436`) || r.Status != 402 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r = s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": sample.Items[0], "mediaProfile": "analysis"}, withKey(s, "analysis")); r.Status != 202 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
	for path, texts := range map[string][]string{
		"/openapi.json":                  {"103 credits for a live fetch", "104 credits for a live page", "105 to 436 credits"},
		"/docs":                          {">103<", ">104<", ">105<", "+107", "+111", "+113"},
		"/w/" + s.Workspace + "/credits": {">103<", ">104<", ">105<", "+107", "+111", "+113"},
		"/w/" + s.Workspace + "/try?url=" + url.QueryEscape(sample.Items[0]): {"103 credits: it is read live", "107 credits more", "105 credits", "216 credits", "329 credits"},
	} {
		t.Run(strings.Split(path, "?")[0], func(t *testing.T) {
			body := string(s.Do("GET", path, nil, s.AsOwner()).Body)
			for _, text := range texts {
				if !strings.Contains(body, text) {
					t.Errorf("%s does not say %q", path, text)
				}
			}
		})
	}
}

func withKey(s *webtest.Site, idempotencyKey string) map[string]string {
	header := s.AsKey()
	header["Idempotency-Key"] = idempotencyKey
	return header
}

// standardLookup returns the price of a lookup as headers show it.
func standardLookup() string { return strconv.FormatInt(billing.StandardPrices().Lookup, 10) }
