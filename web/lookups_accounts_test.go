package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/web"
	"socialdata/web/webtest"
)

// batchOfAccounts is the answer of a batch of accounts, or of their first pages.
type batchOfAccounts struct {
	Results []struct {
		Index, Status int
		Asked         string
		Account       *struct {
			ID    string
			Usage batchUsage
		}
		Page *struct {
			Data []struct{ ID string }
			Page struct{ NextCursor string }
		}
		Error *struct {
			Code    string
			Details struct {
				Fields []struct{ Name, Reason string }
			}
		}
	}
	Usage batchUsage
}

func askAccounts(t *testing.T, s *webtest.Site, path, body string) (a batchOfAccounts, r *webtest.Reply) {
	t.Helper()
	if r = s.Do("POST", path, body, s.AsKey()); r.Status != http.StatusOK {
		t.Fatalf("%d: %.400s", r.Status, r.Body)
	}
	testkit.Must(t, json.Unmarshal(r.Body, &a))
	return a, r
}

// TestABatchOfAccounts: accounts by handle, id and link fail on their own, equal ones are charged once, and lines are rows.
func TestABatchOfAccounts(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := s.Platforms.Samples()[0].Accounts[0]
		body := fmt.Sprintf(`{"accounts":["video_site:@lanternkitchen","video_site:@LanternKitchen",%q,"nonsense","https://www.youtube.com/watch?v=aaaaaaaaaaa",7,"https://www.youtube.com/@nobody-at-all"]}`, id)
		a, r := askAccounts(t, s, "/v1/accounts/lookups", body)
		asTheContractSays(t, contractOf(t, s), "POST", "/v1/accounts/lookups", r)
		for n, want := range []string{"", "", "", "invalid_input", "unsupported_object", "invalid_input", "not_found"} {
			row := a.Results[n]
			if row.Index != n || (row.Account == nil) == (row.Error == nil) || want == "" && row.Status != 200 || want != "" && (row.Error == nil || row.Error.Code != want) {
				t.Errorf("row %d: %+v, want %q", n, row, want)
			}
		}
		if f := a.Results[3].Error.Details.Fields; len(f) != 1 || f[0].Name != "accounts[3]" {
			t.Errorf("what is wrong with row 3: %+v", f)
		}
		if one := a.Results[1]; one.Account.Usage.CreditsCharged != 0 || one.Asked != "video_site:@LanternKitchen" {
			t.Errorf("an equal row: %+v", one)
		}
		if r.Header.Get("Service-Credits-Charged") != fmt.Sprint(a.Usage.CreditsCharged) || a.Usage.CreditsCharged < 1 || a.Usage.CreditsCharged > 2 {
			t.Errorf("charged %v and %+v", r.Header, a.Usage)
		}
		as := s.AsKey()
		as["Accept"] = "application/x-ndjson"
		lines := strings.Split(strings.TrimSpace(string(s.Do("POST", "/v1/accounts/lookups", body, as).Body)), "\n")
		if len(lines) != 8 || !strings.Contains(lines[7], `"creditsRemaining"`) || !strings.Contains(lines[0], `"asked"`) {
			t.Errorf("%d lines, the last one %s", len(lines), lines[len(lines)-1])
		}
	})
}

// TestABatchOfFirstPages: each row is the first page of its list, whose cursor goes on as that of a single list.
func TestABatchOfFirstPages(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		video, clip := "video_site:@lanternkitchen", s.Platforms.Samples()[1].Accounts[0]
		a, r := askAccounts(t, s, "/v1/items/pages", fmt.Sprintf(`{"accounts":[%q,%q,"nonsense"],"limit":2}`, video, clip))
		asTheContractSays(t, contractOf(t, s), "POST", "/v1/items/pages", r)
		for n, row := range a.Results[:2] {
			if row.Status != 200 || row.Page == nil || len(row.Page.Data) != 2 {
				t.Fatalf("row %d: %+v", n, row)
			}
		}
		if a.Results[2].Error == nil || a.Results[2].Error.Code != "invalid_input" || a.Usage.CreditsCharged != 2 {
			t.Errorf("%+v, charged %+v", a.Results[2], a.Usage)
		}
		next := s.Do("GET", "/v1/items?limit=2&account="+video+"&cursor="+a.Results[0].Page.Page.NextCursor, nil, s.AsKey())
		if next.Status != 200 || strings.Contains(string(next.Body), a.Results[0].Page.Data[0].ID) {
			t.Errorf("the next page: %d %.300s", next.Status, next.Body)
		}
		a, _ = askAccounts(t, s, "/v1/items/pages", fmt.Sprintf(`{"accounts":[%q,%q],"sort":"popular"}`, video, clip))
		if read := a.Results[0]; read.Page == nil {
			t.Errorf("a platform that reads the order: %+v", read.Error)
		}
		if other := a.Results[1]; other.Error == nil || other.Error.Code != "invalid_input" || other.Error.Details.Fields[0].Name != "sort" {
			t.Errorf("a platform that reads no such order: %+v", other)
		}
	})
}

// TestABatchOfAccountsCountsThem: it takes as much of the limit as it holds different accounts, or nothing.
func TestABatchOfAccountsCountsThem(t *testing.T) {
	s := embedded(t, webtest.Options{Rates: web.Rates{Lookup: 5}})
	body := `{"accounts":["video_site:@a-b","video_site:@A-B","video_site:@c-d","x"]}`
	if left := s.Do("POST", "/v1/accounts/lookups", body, s.AsKey()).Header.Get("RateLimit"); !strings.HasPrefix(left, `"lookup";r=2;`) {
		t.Errorf("after three of five: %s", left)
	}
	if r := s.Do("POST", "/v1/items/pages", body, s.AsKey()); r.Status != http.StatusTooManyRequests {
		t.Errorf("three where two are left: %d", r.Status)
	}
}
