package web_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"testing"

	"socialdata/web/webtest"
)

// shownPage is what a test reads of a page of any list.
type shownPage struct {
	Data []struct{ ID string }
	Page struct {
		NextCursor *string
		HasMore    bool
	}
}

func readPage(t *testing.T, s *webtest.Site, path string) (p shownPage, charged string) {
	t.Helper()
	r := scenario{name: path, path: path, status: 200}.run(t, s, s.AsKey())
	if err := json.Unmarshal(r.Body, &p); err != nil {
		t.Fatal(err)
	}
	return p, r.Header.Get("Service-Credits-Charged")
}

// TestALimitCutsAPage walks the first page of every kind of list three rows at a time: the rows are those of the whole page in
// their order, none is lost or repeated, and the walk costs one page and asks the platform once, even without a stored page
// that is fresh enough. Then the cursor leads to the second page. A reader with another limit is not disturbed.
func TestALimitCutsAPage(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		item := url.QueryEscape(s.Platforms.Samples()[0].Items[0])
		for _, list := range []string{"/v1/items?account=video_site:@lanternkitchen", "/v1/search?platform=video_site&q=ramen", "/v1/comments?url=" + item} {
			before := s.Calls.Load()
			cut, charged := readPage(t, s, list+"&maxAge=0&limit=3")
			calls := s.Calls.Load()
			if charged != "1" || len(cut.Data) != 3 || !cut.Page.HasMore || calls == before {
				t.Fatalf("%s: %d rows, %s charged, %d calls", list, len(cut.Data), charged, calls-before)
			}
			whole, charged := readPage(t, s, list)
			if charged != "0" || len(whole.Data) < 4 {
				t.Fatalf("%s: the whole page has %d rows and costs %s", list, len(whole.Data), charged)
			}
			got := cut.Data
			for len(got) < len(whole.Data) {
				limit := 2 + len(got)%2
				cut, charged = readPage(t, s, list+"&maxAge=0&limit="+strconv.Itoa(limit)+"&cursor="+url.QueryEscape(*cut.Page.NextCursor))
				if again, _ := readPage(t, s, list); len(again.Data) != len(whole.Data) || charged != "0" || len(cut.Data) == 0 || len(cut.Data) > limit {
					t.Fatalf("%s: %d rows, %s charged", list, len(cut.Data), charged)
				}
				got = append(got, cut.Data...)
			}
			for n := range whole.Data {
				if got[n] != whole.Data[n] {
					t.Errorf("%s: row %d is %s, want %s", list, n, got[n].ID, whole.Data[n].ID)
				}
			}
			if now := s.Calls.Load(); now != calls {
				t.Errorf("%s: the rest of the page took %d calls", list, now-calls)
			}
			if (cut.Page.NextCursor == nil) != (whole.Page.NextCursor == nil) {
				t.Errorf("%s: ends with %v, the whole page with %v", list, cut.Page, whole.Page)
			}
			if cut.Page.NextCursor != nil {
				second, _ := readPage(t, s, list+"&cursor="+url.QueryEscape(*cut.Page.NextCursor))
				want, _ := readPage(t, s, list+"&cursor="+url.QueryEscape(*whole.Page.NextCursor))
				if len(second.Data) == 0 || second.Data[0] != want.Data[0] {
					t.Errorf("%s: the second page begins with %v, want %v", list, second.Data, want.Data)
				}
			}
		}
		scenario{name: "none", path: "/v1/items?account=video_site:@lanternkitchen&limit=0", status: 400, code: "invalid_input", fields: []string{"limit/range"}}.run(t, s, s.AsKey())
	})
}
