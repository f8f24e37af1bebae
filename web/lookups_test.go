package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/web"
	"socialdata/web/webtest"
)

// batchRow is one result of a batch of lookups; a line's usage is that of the last one.
type batchRow struct {
	Index  *int
	Object string
	URL    string
	Status int
	Item   *struct {
		ID    string
		Usage struct{ CreditsCharged int64 }
	}
	Error *struct {
		Code    string
		Details struct {
			Fields []struct{ Name, In string }
		}
	}
	Usage            *batchUsage
	CreditsRemaining int64
}

type batchUsage struct {
	CreditsCharged int64
	Lines          []struct{ Part string }
}

type lookupAnswer struct {
	Object  string
	Results []batchRow
	Usage   batchUsage
}

func urlsBody(t *testing.T, urls ...string) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"urls": urls})
	testkit.Must(t, err)
	return string(b)
}

// lookUpAll sends a batch and reads its answer.
func lookUpAll(t *testing.T, s *webtest.Site, body string, status int) (lookupAnswer, *webtest.Reply) {
	t.Helper()
	r := s.Do("POST", "/v1/items/lookups", body, s.AsKey())
	if r.Status != status {
		t.Fatalf("%d, want %d: %.400s", r.Status, status, r.Body)
	}
	var a lookupAnswer
	testkit.Must(t, json.Unmarshal(r.Body, &a))
	return a, r
}

// TestABatchOfLookups: every link has its own answer, in order; what is wrong with one concerns no other.
func TestABatchOfLookups(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		items := s.Platforms.Samples()[0].Items
		id := items[0][strings.LastIndex(items[0], "=")+1:]
		urls := []string{items[0], "nonsense", "https://example.com/post", "https://youtu.be/" + id, "https://www.youtube.com/watch?v=aaaaaaaaaaa", items[1],
			strings.Repeat("x", 2100), "", "https://www.youtube.com/@lanternkitchen"}
		a, r := lookUpAll(t, s, urlsBody(t, urls...), http.StatusOK)
		asTheContractSays(t, contractOf(t, s), "POST", "/v1/items/lookups", r)
		if a.Object != "batch" || len(a.Results) != len(urls) || a.Usage.CreditsCharged != 2 || len(a.Usage.Lines) != 1 {
			t.Fatalf("%s", r.Body)
		}
		for n, want := range []string{"", "invalid_input", "unsupported_object", "", "not_found", "", "invalid_input", "invalid_input", "unsupported_object"} {
			row := a.Results[n]
			switch {
			case *row.Index != n || row.URL != urls[n] || (row.Item == nil) == (row.Error == nil):
				t.Errorf("row %d: %+v", n, row)
			case want == "" && (row.Item == nil || row.Status != 200):
				t.Errorf("row %d failed: %+v", n, row.Error)
			case want != "" && (row.Error == nil || row.Error.Code != want || row.Status < 400):
				t.Errorf("row %d: %+v, want %s", n, row, want)
			case want == "invalid_input" && (len(row.Error.Details.Fields) != 1 || row.Error.Details.Fields[0].Name != fmt.Sprintf("urls[%d]", n)):
				t.Errorf("row %d names %+v", n, row.Error.Details)
			}
		}
		if one, again := a.Results[0].Item, a.Results[3].Item; one.ID != again.ID || one.Usage.CreditsCharged != 1 || again.Usage.CreditsCharged != 0 {
			t.Errorf("equal links: %+v and %+v", one, again)
		}
		if r.Header.Get("Service-Credits-Charged") != "2" || r.Header.Get("Service-Credits-Remaining") != "998" {
			t.Errorf("headers: %v", r.Header)
		}
		if a, r = lookUpAll(t, s, urlsBody(t, urls...), http.StatusOK); a.Usage.CreditsCharged != 0 || r.Header.Get("Service-Credits-Remaining") != "998" {
			t.Errorf("a repeat: %+v, %v", a.Usage, r.Header)
		}
		got := logged(t, s, "?operation=lookupItems")
		if len(got) != 2 || got[1]["creditsCharged"] != 2.0 || got[0]["creditsCharged"] != 0.0 || got[0]["status"] != 200.0 {
			t.Errorf("the request log: %v", got)
		}
	})
}

// TestABatchLineByLine: with JSON lines each answer is a line and the last one says what all cost.
func TestABatchLineByLine(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		items := s.Platforms.Samples()[1].Items
		as := s.AsKey()
		as["Accept"] = "application/x-ndjson"
		r := s.Do("POST", "/v1/items/lookups", urlsBody(t, items[0], "nonsense", items[1], items[0]), as)
		asTheContractSays(t, contractOf(t, s), "POST", "/v1/items/lookups", r)
		if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "application/x-ndjson" || r.Header.Get("Service-Credits-Charged") != "" {
			t.Errorf("%d %v", r.Status, r.Header)
		}
		seen := map[int]batchRow{}
		var last batchRow
		for lines := bufio.NewScanner(bytes.NewReader(r.Body)); lines.Scan(); {
			last = batchRow{}
			testkit.Must(t, json.Unmarshal(lines.Bytes(), &last))
			if last.Index != nil {
				seen[*last.Index] = last
			}
		}
		if len(seen) != 4 || last.Object != "batch" || last.Usage == nil || last.Usage.CreditsCharged != 2 || last.CreditsRemaining != 998 {
			t.Errorf("%s", r.Body)
		}
		if seen[1].Error == nil || seen[3].Item == nil || seen[3].Item.Usage.CreditsCharged+seen[0].Item.Usage.CreditsCharged != 1 {
			t.Errorf("%+v", seen)
		}
		if got := logged(t, s, "?operation=lookupItems"); len(got) != 1 || got[0]["creditsCharged"] != 2.0 {
			t.Errorf("the request log: %v", got)
		}
	})
}

// TestBatchesThatAreRefusedAsAWhole run nothing.
func TestBatchesThatAreRefusedAsAWhole(t *testing.T) {
	s := embedded(t, webtest.Options{})
	item := s.Platforms.Samples()[0].Items[0]
	many := make([]string, 101)
	for n := range many {
		many[n] = item
	}
	for name, c := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"no links":                        {`{"urls":[]}`, 400, "invalid_input"},
		"101 links":                       {urlsBody(t, many...), 400, "invalid_input"},
		"no list":                         {`{"urls":"` + item + `"}`, 400, "invalid_input"},
		"nothing":                         {`{}`, 400, "invalid_input"},
		"an unknown name":                 {`{"urls":["` + item + `"],"fresh":true}`, 400, "invalid_input"},
		"a language without a transcript": {`{"urls":["` + item + `"],"transcriptLanguage":"de"}`, 400, "invalid_input"},
		"a wrong age":                     {`{"urls":["` + item + `"],"maxAge":"2y"}`, 400, "invalid_input"},
		"no JSON":                         {`urls`, 400, "invalid_input"},
		"a huge body":                     {`{"urls":["` + strings.Repeat("x", 300<<10) + `"]}`, 413, "limit_exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.Do("POST", "/v1/items/lookups", c.body, s.AsKey())
			if r.Status != c.status || r.Code() != c.code {
				t.Errorf("%d %s", r.Status, r.Body)
			}
			checkAnswer(t, name, r)
		})
	}
	a, _ := lookUpAll(t, s, `{"urls":["`+item+`",5,null,{"a":1}]}`, http.StatusOK)
	for n, row := range a.Results {
		if (row.Error != nil) != (n > 0) {
			t.Errorf("row %d: %+v", n, row)
		}
	}
}

// TestABatchCountsItsDistinctLinks: it fits as a whole or takes nothing of the limit.
func TestABatchCountsItsDistinctLinks(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{Lookup: 4}}, func(t *testing.T, s *webtest.Site) {
		items := s.Platforms.Samples()[0].Items
		id := items[0][strings.LastIndex(items[0], "=")+1:]
		_, r := lookUpAll(t, s, urlsBody(t, items[0], "https://youtu.be/"+id, items[1], items[2], items[0]), http.StatusOK)
		if left := r.Header.Get("RateLimit"); !strings.HasPrefix(left, `"lookup";r=1;`) {
			t.Errorf("left: %s", left)
		}
		_, r = lookUpAll(t, s, urlsBody(t, items[0], items[1]), http.StatusTooManyRequests)
		if r.Code() != "rate_limited" || r.Header.Get("Retry-After") == "" || r.Header.Get("Service-Credits-Charged") != "0" {
			t.Errorf("%s %v", r.Body, r.Header)
		}
		if _, r = lookUpAll(t, s, urlsBody(t, items[0], items[1], items[2], "a", "b"), http.StatusTooManyRequests); !strings.Contains(string(r.Body), "send fewer") {
			t.Errorf("%s", r.Body)
		}
		lookUpAll(t, s, urlsBody(t, items[0]), http.StatusOK)
	})
}

// TestAFailingPlatformFailsEachLinkOfABatch as it fails a single lookup, and costs nothing.
func TestAFailingPlatformFailsEachLinkOfABatch(t *testing.T) {
	s := embedded(t, webtest.Options{})
	s.Platforms.Fail(simulator.Failure{Status: 500})
	items := s.Platforms.Samples()[0].Items
	a, r := lookUpAll(t, s, urlsBody(t, items[0], items[1]), http.StatusOK)
	for n, row := range a.Results {
		if row.Error == nil || row.Status < 500 {
			t.Errorf("row %d: %+v", n, row)
		}
	}
	if a.Usage.CreditsCharged != 0 || r.Header.Get("Service-Credits-Remaining") != "1000" {
		t.Errorf("%+v", a.Usage)
	}
	if !strings.Contains(s.Log.String(), "a lookup of a batch failed") {
		t.Error("the causes are not logged")
	}
}
