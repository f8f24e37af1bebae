package web_test

import (
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/watches"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

// TestThresholdsOfWatches makes, reads, replaces and removes thresholds, and refuses those that say nothing.
func TestThresholdsOfWatches(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		body := func(thresholds string) string {
			return `{"name":"w","every":"1h","readsAll":true,"source":{"kind":"account","account":"video_site:@a"},"thresholds":` + thresholds + `}`
		}
		for thresholds, field := range map[string]string{
			`[{"field":"views","op":"grows","value":5}]`:                                                                                            "thresholds[0].within/required",
			`[{"field":"views","op":"grows","value":0,"within":"7d"}]`:                                                                              "thresholds[0].value/range",
			`[{"field":"views","op":"above","value":5,"within":"7d"}]`:                                                                              "thresholds[0].within/conflict",
			`[{"field":"views","op":"above","value":5},{"field":"views","op":"above","value":5}]`:                                                   "thresholds[1]/conflict",
			`[{"field":"followers","op":"above","value":5}]`:                                                                                        "thresholds[0].field/enum",
			`[{"field":"views","op":"above","value":-1}]`:                                                                                           "thresholds[0].value/range",
			`[` + strings.Repeat(`{"field":"views","op":"above","value":5},`, watches.MostThresholds) + `{"field":"likes","op":"below","value":1}]`: "thresholds/length",
		} {
			scenario{name: thresholds, method: "POST", path: "/v1/watches", body: body(thresholds), status: 400, code: "invalid_input", fields: []string{field}}.run(t, s, s.AsKey())
		}
		router := contractOf(t, s)
		made := scenario{name: "make", method: "POST", path: "/v1/watches", body: body(`[{"field":"views","op":"above","value":1000},{"field":"euReach","op":"grows","value":50,"within":"7d"}]`), status: 201,
			has: []string{`"readsAll":true`, `"thresholds":[{"field":"views","op":"above","value":1000},{"field":"euReach","op":"grows","value":50,"within":"7d"}]`}}.run(t, s, s.AsKey())
		asTheContractSays(t, router, "POST", "/v1/watches", made)
		path := "/v1/watches/" + made.JSON(t)["id"].(string)
		kept := `"thresholds":[{"field":"likes","op":"below","value":3}]`
		scenario{name: "replace", method: "PATCH", path: path, body: `{` + kept + `,"readsAll":false}`, status: 200, has: []string{kept, `"readsAll":false`}}.run(t, s, s.AsKey())
		scenario{name: "leave", method: "PATCH", path: path, body: `{"name":"x"}`, status: 200, has: []string{kept}}.run(t, s, s.AsKey())
		scenario{name: "remove", method: "PATCH", path: path, body: `{"thresholds":[]}`, status: 200, has: []string{`"thresholds":[]`}}.run(t, s, s.AsKey())
	})
}

// TestItemsOfWatchesByState lists what is still there and what has ended: two complete looks lack it.
func TestItemsOfWatchesByState(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := watchThatRan(t, s)
		at := time.Now()
		row := func(id string, age time.Duration) watches.Row {
			return watches.Row{ID: "clip_site:" + id, URL: "https://www.tiktok.com/@slow.crafts/video/" + id, PublishedAt: new(at.Add(-age))}
		}
		stays, leaves, oldest := row("7300000000000000005", 2*time.Hour), row("7300000000000000004", 3*time.Hour), row("7300000000000000001", 9*time.Hour)
		for _, rows := range [][]watches.Row{{stays, leaves, oldest}, {stays, oldest}, {stays, oldest}} {
			lookOnce(t, s, id, rows)
		}
		router := contractOf(t, s)
		for state, want := range map[string]string{"live": stays.ID, "ended": leaves.ID} {
			path := "/v1/watches/" + id + "/items?state=" + state
			got := scenario{name: state, path: path, status: 200, has: []string{`"id":"` + want + `"`, `"state":"` + state + `"`}}.run(t, s, s.AsKey())
			asTheContractSays(t, router, "GET", path, got)
			if other := map[string]string{"live": leaves.ID, "ended": stays.ID}[state]; strings.Contains(string(got.Body), other) {
				t.Errorf("%s lists %s: %s", state, other, got.Body)
			}
		}
		shown := string(s.Do("GET", "/w/"+s.Workspace+"/watches/"+id+"?show=runs", "", s.AsOwner()).Body)
		for _, want := range []string{`aria-label="Still there: 4"`, `aria-label="Ended: 1"`, `aria-label="New this week: 4"`} {
			if !strings.Contains(shown, want) {
				t.Errorf("the page of the watch lacks %s", want)
			}
		}
		scenario{name: "another state", path: "/v1/watches/" + id + "/items?state=gone", status: 400, code: "invalid_input", fields: []string{"state/enum"}}.run(t, s, s.AsKey())
	})
}

// lookOnce makes a watch look at the whole of its list.
func lookOnce(t *testing.T, s *webtest.Site, id string, rows []watches.Row) {
	t.Helper()
	ids := make([]string, len(rows))
	for n, r := range rows {
		ids[n] = r.ID
	}
	known, err := s.Store.Watches.KnownItems(t.Context(), id, ids)
	testkit.Must(t, err)
	_, err = s.Store.Watches.RunNow(t.Context(), s.Workspace, id)
	testkit.Must(t, err)
	j, err := s.Store.Work.Take(t.Context(), work.Watches, id)
	testkit.Must(t, err)
	c, _, err := s.Store.Watches.Begin(t.Context(), j, 1)
	testkit.Must(t, err)
	testkit.Must(t, s.Store.Watches.NotePage(t.Context(), c, 1, 1))
	look := &watches.Look{Rows: rows, Known: known, NewestFirst: true, Ended: true, FirstPage: len(rows)}
	testkit.Must(t, s.Store.Watches.FinishList(t.Context(), c, look, watches.Imported{}))
}
