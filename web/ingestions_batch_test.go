package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/web"
	"socialdata/web/webtest"
)

type importAnswer struct {
	Object  string
	Results []struct {
		Index, Status int
		Import        *struct {
			ID, State, SourceURL string
			Progress             struct{ NextAttemptAt *time.Time }
		}
		Error *struct {
			Code    string
			Details struct {
				Fields []struct{ Name, Reason string }
			}
		}
	}
}

// importAll sends a batch of imports.
func importAll(t *testing.T, s *webtest.Site, key, body string, status int) (importAnswer, *webtest.Reply) {
	t.Helper()
	as := s.AsKey()
	if key != "" {
		as["Idempotency-Key"] = key
	}
	r := s.Do("POST", "/v1/ingestions/batch", body, as)
	if r.Status != status {
		t.Fatalf("%d, want %d: %.400s", r.Status, status, r.Body)
	}
	var a importAnswer
	testkit.Must(t, json.Unmarshal(r.Body, &a))
	return a, r
}

// importsBody are the bodies of imports of several links.
func importsBody(links ...string) string {
	rows := []string{}
	for _, l := range links {
		rows = append(rows, fmt.Sprintf(`{"sourceUrl":%q}`, l))
	}
	return `{"imports":[` + strings.Join(rows, ",") + `]}`
}

// TestABatchOfImports: every import is accepted or refused by itself, by the rules of a single one, and a repeat gives the
// same.
func TestABatchOfImports(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		clips := s.Platforms.Samples()[1].Items
		body := fmt.Sprintf(`{"imports":[{"sourceUrl":%q,"mediaProfile":"none","tags":["a"]},{"sourceUrl":"nonsense"},{"sourceUrl":"https://example.com/x"},`+
			`{"sourceUrl":%q,"notes":%q},{"sourceUrl":%q,"some":1},7,{},{"sourceUrl":%q}]}`, clips[0], clips[1], strings.Repeat("n", 20_001), clips[1], clips[0])
		a, r := importAll(t, s, "mine", body, http.StatusOK)
		asTheContractSays(t, contractOf(t, s), "POST", "/v1/ingestions/batch", r)
		for n, want := range []struct{ code, field string }{{}, {"invalid_input", "imports[1].sourceUrl"}, {"unsupported_object", ""}, {"invalid_input", "imports[3].notes"},
			{"invalid_input", "imports[4].some"}, {"invalid_input", "imports[5]"}, {"invalid_input", "imports[6].sourceUrl"}, {}} {
			row := a.Results[n]
			switch {
			case row.Index != n || (row.Import == nil) == (row.Error == nil):
				t.Errorf("row %d: %+v", n, row)
			case want.code == "" && (row.Status != 202 || row.Import == nil || row.Import.State != "accepted"):
				t.Errorf("row %d: %+v", n, row)
			case want.code != "" && (row.Error.Code != want.code || row.Status < 400 || want.field != "" && row.Error.Details.Fields[0].Name != want.field):
				t.Errorf("row %d: %d %+v", n, row.Status, row.Error)
			}
		}
		if len(s.Delivered) != 2 || r.Header.Get("Idempotency-Replayed") != "" || a.Results[0].Import.ID == a.Results[7].Import.ID {
			t.Errorf("%d delivered, %v", len(s.Delivered), r.Header)
		}
		_, again := importAll(t, s, "mine", body, http.StatusOK)
		if strings.ReplaceAll(string(again.Body), again.Header.Get("X-Request-Id"), "") != strings.ReplaceAll(string(r.Body), r.Header.Get("X-Request-Id"), "") ||
			again.Header.Get("Idempotency-Replayed") != "true" || len(s.Delivered) != 2 {
			t.Errorf("the repeat: %s", again.Body)
		}
		as := s.AsKey()
		as["Idempotency-Key"] = "mine/0"
		if one := s.Do("POST", "/v1/ingestions", fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":"none","tags":["a"]}`, clips[0]), as); one.Status != http.StatusAccepted || one.JSON(t)["id"] != a.Results[0].Import.ID {
			t.Errorf("the key of the first: %d %s", one.Status, one.Body)
		}
		other, _ := importAll(t, s, "mine", importsBody(clips[1], clips[1]), http.StatusOK)
		if other.Results[0].Error == nil || other.Results[0].Error.Code != "idempotency_conflict" || other.Results[1].Import == nil {
			t.Errorf("another body under the key: %+v", other)
		}
		page, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(page.Items) != 3 {
			t.Errorf("%d imports", len(page.Items))
		}
	})
}

// TestBatchesOfImportsThatAreRefusedAsAWhole start nothing.
func TestBatchesOfImportsThatAreRefusedAsAWhole(t *testing.T) {
	s := embedded(t, webtest.Options{})
	clip := s.Platforms.Samples()[1].Items[0]
	for name, c := range map[string]struct {
		key, body string
		status    int
	}{
		"none":         {"k", `{"imports":[]}`, 400},
		"101":          {"k", importsBody(strings.Split(strings.Repeat(clip+" ", 101), " ")[:101]...), 400},
		"no key":       {"", importsBody(clip), 400},
		"another name": {"k", `{"imports":[{"sourceUrl":"` + clip + `"}],"urls":[]}`, 400},
		"a huge body":  {"k", importsBody(clip, strings.Repeat("x", 300<<10)), 413},
	} {
		t.Run(name, func(t *testing.T) { importAll(t, s, c.key, c.body, c.status) })
	}
	if len(s.Delivered) > 0 {
		t.Errorf("%d delivered", len(s.Delivered))
	}
}

// TestImportsCountOneByOne: a batch, many links on the page and several that are imported again take as much of the limit as
// they import. What does not fit is accepted and waits until the limit has room, what would wait for over an hour is
// refused, and what was accepted before takes nothing.
func TestImportsCountOneByOne(t *testing.T) {
	links := func(s *webtest.Site, n int) []string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("https://www.tiktok.com/@mira.oven/video/75591424409600000%02d", i))
		}
		return list
	}
	each(t, webtest.Options{Rates: web.Rates{Import: 4}}, func(t *testing.T, s *webtest.Site) {
		_, r := importAll(t, s, "one", importsBody(links(s, 3)...), http.StatusOK)
		if left := r.Header.Get("RateLimit"); !strings.HasPrefix(left, `"import";r=1;`) {
			t.Errorf("after three of four: %s", left)
		}
		a, r := importAll(t, s, "one", importsBody(links(s, 7)...), http.StatusOK)
		for n, row := range a.Results {
			if row.Import == nil || (n < 4) != (row.Import.Progress.NextAttemptAt == nil) {
				t.Fatalf("row %d: %+v", n, row)
			}
			if at := row.Import.Progress.NextAttemptAt; at != nil { // one every 15 s
				if wait := time.Until(*at).Seconds(); wait < float64(15*(n-4)) || wait > float64(15*(n-3)) {
					t.Errorf("row %d begins in %v s", n, wait)
				}
			}
		}
		if r.Header.Get("Retry-After") != "" || len(s.Delivered) != 4 {
			t.Errorf("%v, %d delivered", r.Header, len(s.Delivered))
		}
		as := s.AsKey()
		as["Idempotency-Key"] = "single"
		if one := s.Do("POST", "/v1/ingestions", fmt.Sprintf(`{"sourceUrl":%q}`, links(s, 1)[0]), as); one.Status != http.StatusTooManyRequests {
			t.Errorf("a single one overtakes those that wait: %d", one.Status)
		}
		again, r := importAll(t, s, "one", importsBody(links(s, 7)...), http.StatusOK)
		if r.Header.Get("Idempotency-Replayed") != "true" || again.Results[6].Import.ID != a.Results[6].Import.ID || len(s.Delivered) != 4 {
			t.Errorf("the repeat: %+v", again)
		}
	})
	t.Run("for over an hour", func(t *testing.T) {
		s := embedded(t, webtest.Options{Rates: web.Rates{Import: 1}})
		a, r := importAll(t, s, "one", importsBody(links(s, 63)...), http.StatusOK)
		for n, row := range a.Results {
			if waits := n < 61; waits != (row.Import != nil) || !waits && (row.Status != 429 || row.Error.Code != "rate_limited") {
				t.Errorf("row %d: %+v", n, row)
			}
		}
		if r.Header.Get("Retry-After") == "" || len(s.Delivered) != 1 {
			t.Errorf("%v, %d delivered", r.Header, len(s.Delivered))
		}
	})
	t.Run("pages", func(t *testing.T) {
		s := embedded(t, webtest.Options{Rates: web.Rates{Import: 1}})
		importAll(t, s, "k", importsBody(links(s, 60)...), http.StatusOK)
		status, _, said := send(t, s, "/w/"+s.Workspace+"/imports/many", s.AsOwner(), "links", strings.Join(links(s, 63)[60:], "\n"), "profile", "none", "hold", "30", "form", db.NewID(), "step", "import")
		if n := strings.Count(said, "Send it again later"); status != http.StatusOK || n != 2 || len(s.Delivered) != 1 {
			t.Errorf("%d: %d left out, %d delivered", status, n, len(s.Delivered))
		}
		if rest := strings.Join(links(s, 63)[61:], " "); !strings.Contains(said, `name="links" value="`+rest+`"`) || !strings.Contains(said, "Go on with the 2 links") {
			t.Error("those over the limit cannot be sent again")
		}
	})
	t.Run("at the price that was seen", func(t *testing.T) {
		s := embedded(t, webtest.Options{})
		post := func(agreed, profile string) (string, int64) {
			t.Helper()
			_, _, said := send(t, s, "/w/"+s.Workspace+"/imports/many", s.AsOwner(), "links", strings.Join(links(s, 2), "\n"), "profile", profile, "hold", "30", "form", db.NewID(), "step", "import", "agreed", agreed)
			list, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 9})
			testkit.Must(t, err)
			return said, int64(len(list.Items))
		}
		if said, n := post("2", "full"); n != 0 || !strings.Contains(said, "Nothing is imported yet") || !strings.Contains(said, `name="agreed" value="10"`) || !strings.Contains(said, "up to <strong>10 credits</strong>") {
			t.Errorf("dearer than what was seen: %d started\n%s", n, said)
		}
		if said, n := post("10", "full"); n != 2 || strings.Contains(said, "Nothing is imported yet") {
			t.Errorf("for what was seen: %d started\n%s", n, said)
		}
	})
	t.Run("again only what may succeed", func(t *testing.T) {
		s := embedded(t, webtest.Options{})
		form, pages := db.NewID(), "/w/"+s.Workspace+"/imports"
		send(t, s, pages+"/many", s.AsOwner(), "links", strings.Join(links(s, 2), "\n"), "profile", "none", "hold", "30", "form", form, "step", "import")
		list, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 9})
		testkit.Must(t, err)
		reads := func(path, text string, times int) {
			t.Helper()
			if n := strings.Count(string(s.Do("GET", pages+path, nil, s.AsOwner()).Body), text); n != times {
				t.Errorf("%s: %q %d times, want %d", path, text, n, times)
			}
		}
		for n, code := range []apierror.Code{apierror.CodeUnavailableRemoved, apierror.CodeSourceChanged} {
			run, _ := modelstest.Open(t, s.Store, list.Items[n].ID, list.Items[n].Subject)
			testkit.Must(t, s.Store.Imports.EndRun(t.Context(), run, imports.Outcome{Code: code}))
			reads("/"+list.Items[n].ID, ">Import again</button>", n)
			reads("?state=failed&code="+string(code), "Run all again", n)
		}
		reads("/many/"+form, ">Import again</button>", 1)
	})
	t.Run("again", func(t *testing.T) {
		s := embedded(t, webtest.Options{Rates: web.Rates{Import: 4}})
		a, _ := importAll(t, s, "k", importsBody(links(s, 3)...), http.StatusOK)
		form := url.Values{"form": {db.NewID()}}
		for _, row := range a.Results {
			_, err := s.Store.Imports.Cancel(t.Context(), s.Workspace, row.Import.ID)
			testkit.Must(t, err)
			form.Add("id", row.Import.ID)
		}
		as := s.AsOwner()
		as["Content-Type"] = "application/x-www-form-urlencoded"
		if r := s.Do("POST", "/w/"+s.Workspace+"/imports/bulk/again", form.Encode(), as); r.Status != http.StatusSeeOther || len(s.Delivered) != 4 {
			t.Errorf("%d, %d delivered", r.Status, len(s.Delivered))
		}
		if page := s.Do("GET", "/w/"+s.Workspace+"/imports", nil, s.AsOwner()); strings.Count(string(page.Body), "the limit on imports a minute is reached") != 2 {
			t.Error("two wait for the limit, and the list does not say so")
		}
	})
}
