package web_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

// looked makes a run of a watch: it sees rows, or fails with a fault.
func looked(t *testing.T, s *webtest.Site, id string, fault *apierror.Error, rows ...watches.Row) {
	t.Helper()
	_, err := s.Store.Watches.RunNow(t.Context(), s.Workspace, id)
	testkit.Must(t, err)
	j, err := s.Store.Work.Take(t.Context(), work.Watches, id)
	testkit.Must(t, err)
	c, _, err := s.Store.Watches.Begin(t.Context(), j, 1)
	testkit.Must(t, err)
	if fault != nil {
		testkit.Must(t, s.Store.Watches.FinishFault(t.Context(), c, fault))
		return
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	known, err := s.Store.Watches.KnownItems(t.Context(), id, ids)
	testkit.Must(t, err)
	testkit.Must(t, s.Store.Watches.FinishList(t.Context(), c, &watches.Look{Rows: rows, Ended: true, Known: known}, watches.Imported{}))
}

// watchOfAds makes a watch of ads that has seen three, of which one ended and one is new, and that was refused once.
func watchOfAds(t *testing.T, s *webtest.Site, source watches.Source) string {
	t.Helper()
	w, err := s.Store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: s.Workspace, Name: "Copperline", Every: "1h", DailyCredits: 100, Source: source})
	testkit.Must(t, err)
	ad := func(id string, daysAgo int, reach int64) watches.Row {
		title := "=Ad " + id
		return watches.Row{ID: "ad_library:" + id, URL: "https://www.facebook.com/ads/library/?id=" + id, Title: &title, MadeAt: new(time.Now().AddDate(0, 0, -daysAgo)),
			Facts: watches.Facts{Media: "picture-" + id[:1], EUReach: &reach}}
	}
	looked(t, s, w.ID, nil, ad("11", 50, 4000), ad("21", 9, 60))
	ended := ad("21", 9, 60)
	ended.Active = new(false)
	looked(t, s, w.ID, nil, ad("12", 1, 300), ad("11", 50, 4100), ended)
	looked(t, s, w.ID, apierror.New(apierror.CodeRouteDegraded))
	return w.ID
}

// TestReportOfAWatch reads a report by API, page and CSV: each number leads to exactly its rows, and another workspace sees none of it.
func TestReportOfAWatch(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := watchOfAds(t, s, watches.Source{Kind: watches.Account, Account: "ad_library:123456789"})
		at := "/v1/watches/" + id + "/report"
		got := scenario{name: "report", path: at, status: 200, has: []string{`"daysRunning":50`, `"codes":["route_degraded"]`, `"total":4460`}}.run(t, s, s.AsKey())
		asTheContractSays(t, contractOf(t, s), "GET", at, got)
		report := got.JSON(t)
		for list, want := range map[string]int{"running": 2, "ended": 1, "new": 1} {
			group := report[list].(map[string]any)
			if n := int(group["count"].(float64)); n != want {
				t.Errorf("%s: %d", list, n)
			}
			rows := scenario{name: list, path: group["rows"].(string), status: 200}.run(t, s, s.AsKey()).JSON(t)["items"].([]any)
			if len(rows) != want {
				t.Errorf("%s counts %d and leads to %d rows", list, want, len(rows))
			}
		}
		creatives := report["creatives"].(map[string]any)
		first := creatives["items"].([]any)[0].(map[string]any)
		if creatives["count"].(float64) != 1 || first["variants"].(float64) != 2 {
			t.Errorf("creatives: %v", creatives)
		}
		if rows := (scenario{name: "variants", path: first["rows"].(string), status: 200}.run(t, s, s.AsKey()).JSON(t)["items"].([]any)); len(rows) != 2 {
			t.Errorf("%d variants", len(rows))
		}
		looks := report["looks"].(map[string]any)
		if runs := (scenario{name: "runs", path: looks["rows"].(string), status: 200}.run(t, s, s.AsKey()).JSON(t)["items"].([]any)); len(runs) != 3 {
			t.Errorf("%d runs", len(runs))
		}
		longAgo := "?from=2025-01-01T00:00:00Z&to=2025-01-31T00:00:00Z"
		scenario{name: "another period", path: at + longAgo, status: 200, has: []string{`"new":{"count":0`, `"running":{"count":2`}}.run(t, s, s.AsKey())
		for _, wrong := range []string{"?from=2025-01-01T00:00:00Z", "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "?to=yesterday"} {
			scenario{name: wrong, path: at + wrong, status: 400, code: "invalid_input"}.run(t, s, s.AsKey())
		}
		_, text, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "other", CreatedBy: s.OwnerID, Scopes: []accounts.Scope{accounts.ReferencesRead}})
		testkit.Must(t, err)
		scenario{name: "another scope", path: at, status: 403, code: "forbidden"}.run(t, s, map[string]string{"Authorization": "Bearer " + text})
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		_, text, err = s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: other.ID, Name: "k", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()})
		testkit.Must(t, err)
		scenario{name: "of another workspace", path: at, status: 404, code: "not_found"}.run(t, s, map[string]string{"Authorization": "Bearer " + text})

		saved := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "ad_library:12"})
		modelstest.Run(t, s.Store, "UPDATE saved_references SET canonical_url = ? WHERE id = ?", "https://www.facebook.com/ads/library/?id=12", saved)
		page := "/w/" + s.Workspace + "/watches/" + id
		body := string(s.Do("GET", page+"/report", nil, s.AsOwner()).Body)
		for _, want := range []string{`aria-label="Running now: 2"`, `aria-label="New: 1"`, `aria-label="Ended: 1"`, `aria-label="Started: 2"`, "4,460 in all, over 3 ads", "50 days", "2 variants of =Ad 11", "report.csv?from=",
			`href="/w/` + s.Workspace + `/references/` + saved + `" aria-label="Saved: =Ad 12"`} {
			if !strings.Contains(body, want) {
				_, main, _ := strings.Cut(body, "<main")
				t.Errorf("no %q in %s", want, main)
			}
		}
		_, running, _ := strings.Cut(body, `<h2 id="running">`)
		if running, _, _ = strings.Cut(running, "</section>"); strings.Contains(running, "=Ad 12") || !strings.Contains(running, "=Ad 11") || !strings.Contains(running, "And 1 new one above.") {
			t.Errorf("what runs repeats what is new: %s", running)
		}
		for _, list := range []struct{ show, has, hasNot string }{{"new", "=Ad 12", "=Ad 11"}, {"ended", "=Ad 21", "=Ad 12"}} {
			href := between(t, body, `href="`+page+`?`, `show=`+list.show)
			if shown := string(s.Do("GET", page+"?"+href, nil, s.AsOwner()).Body); !strings.Contains(shown, list.has) || strings.Contains(shown, list.hasNot) || !strings.Contains(shown, "Show all") {
				t.Errorf("%s is not the list of %s", href, list.show)
			}
		}
		for _, show := range []string{"ended", "new", "published"} {
			if shown := string(s.Do("GET", page+"?show="+show+"&from=2025-01-01T00:00:00Z&to=2025-01-31T00:00:00Z", nil, s.AsOwner()).Body); strings.Contains(shown, "=Ad") || !strings.Contains(shown, "Nothing is in this part of the list.") {
				t.Errorf("%s of another period shows items", show)
			}
		}
		if shown := string(s.Do("GET", page+"?show=runs&to=2025-01-31T00:00:00Z", nil, s.AsOwner()).Body); !strings.Contains(shown, "has not run") {
			t.Error("runs of another period are shown")
		}
		if got := s.Do("GET", "/w/"+other.ID+"/watches/"+id+"/report", nil, s.AsOwner()); got.Status != 404 {
			t.Errorf("the page below another workspace: %d", got.Status)
		}
		table, err := csv.NewReader(strings.NewReader(string(s.Do("GET", page+"/report.csv", nil, s.AsOwner()).Body))).ReadAll()
		testkit.Must(t, err)
		if len(table) != 4 || table[1][2] != "'=Ad 21" && table[1][2] != "'=Ad 11" {
			t.Errorf("the table: %v", table)
		}
	})
}

// between returns what follows the prefix up to the quote, of the first such place that contains a word.
func between(t *testing.T, body, prefix, word string) string {
	t.Helper()
	for _, part := range strings.Split(body, prefix)[1:] {
		if href, _, _ := strings.Cut(part, `"`); strings.Contains(href, word) {
			return strings.ReplaceAll(href, "&amp;", "&")
		}
	}
	t.Fatalf("no link with %s", word)
	return ""
}

// TestReportTellsGrowthOfTheAccount where the workspace was served its counts, and says that it is unknown elsewhere.
func TestReportTellsGrowthOfTheAccount(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := watchOfAds(t, s, watches.Source{Kind: watches.Account, Account: "clip_site:@lantern"})
		at, page := "/v1/watches/"+id+"/report", "/w/"+s.Workspace+"/watches/"+id+"/report"
		scenario{name: "unknown", path: at, status: 200, has: []string{`"growth":{"accountId":null,"since":null,"counts":[],"rows":null}`}}.run(t, s, s.AsKey())
		body := string(s.Do("GET", page, nil, s.AsOwner()).Body)
		if !strings.Contains(body, `<a href="/w/`+s.Workspace+`/try?url=https%3A%2F%2Fwww.tiktok.com%2F%40lantern">Look the account up once</a>`) {
			t.Error("the page does not say why growth is unknown, or how it begins")
		}
		modelstest.Run(t, s.Store, "INSERT INTO account_names (platform, name, account_id, seen_at) VALUES ('clip_site', '@lantern', 'clip_site:42', 1)")
		testkit.Must(t, s.Store.Tx(t.Context(), func(tx *gorm.DB) error {
			for _, seen := range [][2]int{{8, 1000}, {0, 1300}} {
				at := db.Micros(s.Store.Now().AddDate(0, 0, -seen[0]))
				if err := history.Add(tx, s.Workspace, []history.Seen{{Subject: "clip_site:42", Counts: fmt.Sprintf(`{"followers":%d}`, seen[1]), Source: history.Lookup, At: at}}); err != nil {
					return err
				}
			}
			return nil
		}))
		growth := scenario{name: "known", path: at, status: 200}.run(t, s, s.AsKey()).JSON(t)["growth"].(map[string]any)
		counts := growth["counts"].([]any)
		followers := counts[0].(map[string]any)
		changes := followers["changes"].([]any)
		week, month := changes[0].(map[string]any), changes[1].(map[string]any)
		if len(counts) != 1 || followers["value"].(float64) != 1300 || week["change"].(float64) != 300 || month["change"] != nil || month["since"] != nil || growth["accountId"] != "clip_site:42" {
			t.Errorf("growth: %v", growth)
		}
		scenario{name: "its rows", path: growth["rows"].(string), status: 200, has: []string{`"followers":1000`, `"followers":1300`}}.run(t, s, s.AsKey())
		if body := string(s.Do("GET", page, nil, s.AsOwner()).Body); !strings.Contains(body, "+300") || !strings.Contains(body, "not known") || !strings.Contains(body, url.PathEscape("clip_site:42")) {
			t.Error("the page does not show the growth")
		}
	})
}

// TestAReportDrawsItsWholePeriod draws the days before the first look, too, and says when that was, or since when runs are kept. What is
// empty is named in one sentence, below the lists that have rows.
func TestAReportDrawsItsWholePeriod(t *testing.T) {
	s := embedded(t, webtest.Options{})
	at := "/w/" + s.Workspace + "/watches/" + watchThatRan(t, s) + "/report"
	first := s.Store.Now().AddDate(0, 0, -3)
	modelstest.Run(t, s.Store, "UPDATE watch_runs SET started_at = ? WHERE id = (SELECT MIN(id) FROM watch_runs)", db.Micros(first))
	for _, tt := range []struct {
		made time.Time
		says string
	}{{first, "First looked at on "}, {first.AddDate(-1, 0, 0), "Runs are kept since "}} {
		modelstest.Run(t, s.Store, "UPDATE watches SET created_at = ?", db.Micros(tt.made))
		body := string(s.Do("GET", at, nil, s.AsOwner()).Body)
		if n := strings.Count(body, " data-bar "); n < 30 {
			t.Errorf("%d bars", n)
		}
		if !strings.Contains(body, tt.says+first.UTC().Format("2 Jan 2006")+".") {
			t.Errorf("the page lacks %q", tt.says)
		}
	}
	modelstest.Run(t, s.Store, "DELETE FROM watch_items")
	body := mainOf(string(s.Do("GET", at, nil, s.AsOwner()).Body))
	if !strings.Contains(body, "Nothing new was found in the last 30 days. Whether anything ended in the last 30 days is not known: no look could tell. Nothing that it has seen is still there.</p> <section") || strings.Contains(body, `id="new"`) || strings.Contains(body, `id="ended"`) {
		t.Errorf("what is empty: %s", body)
	}
}

// TestAReportSaysThatEndsAreNotKnown where no look could tell; one that could knows that nothing has ended.
func TestAReportSaysThatEndsAreNotKnown(t *testing.T) {
	s := embedded(t, webtest.Options{})
	w, err := s.Store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: s.Workspace, Name: "Copperline", Every: "1h", DailyCredits: 100, Source: watches.Source{Kind: watches.Account, Account: "clip_site:@slow.crafts"}})
	testkit.Must(t, err)
	looked(t, s, w.ID, nil, watches.Row{ID: "clip_site:1", URL: "https://www.tiktok.com/@slow.crafts/video/1"})
	at := "/w/" + s.Workspace + "/watches/" + w.ID
	for _, tt := range []struct {
		complete bool
		count    string
		says     []string
	}{{true, `aria-label="Ended: 0"`, []string{"On 1 day a look could tell what ended", "Nothing ended in the last 30 days"}},
		{false, ">not known</small>", []string{"On no day could a look tell what ended.", "Whether anything ended in the last 30 days is not known"}}} {
		modelstest.Run(t, s.Store, "UPDATE watch_runs SET complete = ?", tt.complete)
		report := string(s.Do("GET", at+"/report", nil, s.AsOwner()).Body)
		for _, says := range tt.says {
			if !strings.Contains(report, says) {
				t.Errorf("complete %v: the report lacks %q", tt.complete, says)
			}
		}
		if known := s.Do("GET", "/v1/watches/"+w.ID+"/report", nil, s.AsKey()).JSON(t)["ended"].(map[string]any)["count"] != nil; known != tt.complete {
			t.Errorf("complete %v: the API knows the number that ended: %v", tt.complete, known)
		}
		for _, body := range []string{report, string(s.Do("GET", at, nil, s.AsOwner()).Body)} {
			if !strings.Contains(body, tt.count) || strings.Contains(body, "no look could tell</small>") == tt.complete {
				t.Errorf("complete %v: it does not say %q", tt.complete, tt.count)
			}
		}
	}
}

// TestWhatTheLastLookDidNotReach still counts as there, and the page says of how much that is so.
func TestWhatTheLastLookDidNotReach(t *testing.T) {
	s := embedded(t, webtest.Options{})
	w, err := s.Store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: s.Workspace, Name: "Copperline", Every: "1h", DailyCredits: 100, Source: watches.Source{Kind: watches.Account, Account: "clip_site:@slow.crafts"}})
	testkit.Must(t, err)
	row := func(n string) watches.Row {
		return watches.Row{ID: "clip_site:" + n, URL: "https://www.tiktok.com/@slow.crafts/video/" + n}
	}
	at := "/w/" + s.Workspace + "/watches/" + w.ID + "?show=timeline"
	looked(t, s, w.ID, nil, row("1"), row("2"), row("3"))
	if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); strings.Contains(body, "missing from the last look") || !strings.Contains(body, `aria-label="Still there: 3"`) {
		t.Error("after the first look")
	}
	looked(t, s, w.ID, nil, row("3"))
	body := string(s.Do("GET", at, nil, s.AsOwner()).Body)
	for _, says := range []string{`aria-label="Still there: 3"`, "Still there: 2 of these were missing from the last look. An item ends after two complete looks in a row without it.</p>", "What a look does not read counts as still there."} {
		if !strings.Contains(body, says) {
			t.Errorf("the page lacks %q", says)
		}
	}
	if n := strings.Count(body, ", not in the last look<"); n != 2 {
		t.Errorf("%d bars say so", n)
	}
}

// TestReportsUseTheWordsOfWhatTheyWatch holds that only a report of ads says that items run, or calls them creatives.
func TestReportsUseTheWordsOfWhatTheyWatch(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		report := func(id string) string {
			return string(s.Do("GET", "/w/"+s.Workspace+"/watches/"+id+"/report", nil, s.AsOwner()).Body)
		}
		ads, posts := report(watchOfAds(t, s, watches.Source{Kind: watches.Account, Account: "ad_library:123456789"})), report(watchThatRan(t, s))
		for _, word := range []string{"Running now", "Creatives running", "<dt>Started</dt>"} {
			if !strings.Contains(ads, word) || strings.Contains(posts, word) {
				t.Errorf("%q: of ads %v, of posts %v", word, strings.Contains(ads, word), strings.Contains(posts, word))
			}
		}
		if strings.Contains(posts, "reative") || !strings.Contains(posts, `aria-label="Still there: `) {
			t.Errorf("the report of an account: %s", posts)
		}
	})
}
