package watches_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
)

// ad makes a row of an ad that began days before the test's clock, with what it has reached.
func (w *watching) ad(id, media string, daysAgo int, reach int64) watches.Row {
	r := watches.Row{ID: id, URL: "https://example.com/" + id, MadeAt: new(w.clock.Now().AddDate(0, 0, -daysAgo)), Facts: watches.Facts{Media: media}}
	if reach > 0 {
		r.Facts.EUReach = &reach
	}
	return r
}

// lookRows makes a complete run that sees these rows.
func (w *watching) lookRows(rows ...watches.Row) *watches.Run {
	return w.lookAt("", &watches.Look{Ended: true, Rows: rows})
}

func (w *watching) report(a watches.Asked) *watches.Report {
	w.t.Helper()
	r, err := w.Watches.Report(w.t.Context(), w.id, a)
	testkit.Must(w.t, err)
	return r
}

// ids returns the ids of items, and how many there are in all.
func ids(g watches.Group) string {
	list := []string{fmt.Sprint(g.Count)}
	for _, i := range g.Items {
		list = append(list, i.ItemID)
	}
	return strings.Join(list, " ")
}

// TestReportOfAds looks at ads for some days, one of them a day on which the platform refuses, and reads the report.
func TestReportOfAds(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		began := w.clock.Now()
		a, b, c := w.ad("a", "picture1", 30, 1000), w.ad("b", "picture1", 10, 500), w.ad("c", "picture2", 40, 0)
		undated := watches.Row{ID: "u", URL: "https://example.com/u"}
		w.lookRows(a, b, c, undated)
		w.clock.Add(24 * time.Hour)
		a.Facts.EUReach = new(int64(1500))
		w.lookRows(a, b, c, undated)
		w.clock.Add(24 * time.Hour)
		fault := w.claim()
		testkit.Must(w.t, w.Watches.FinishFault(w.t.Context(), fault, apierror.New(apierror.CodeRouteDegraded)))
		w.clock.Add(24 * time.Hour)
		d := w.ad("d", "picture3", 1, 70)
		c.Active = new(false)
		w.lookRows(a, b, c, d, undated)

		asked := watches.Asked{From: began.Add(12 * time.Hour), Before: w.clock.Now().Add(time.Hour), Ads: true}
		r := w.report(asked)
		if got := ids(r.Running); got != "4 a b d u" {
			w.t.Errorf("runs, the longest first: %s", got)
		}
		if got := ids(r.Ended); got != "1 c" {
			w.t.Errorf("ended: %s", got)
		}
		if got := ids(r.Found); got != "1 d" {
			w.t.Errorf("found: %s", got)
		}
		if got := ids(r.Started); got != "1 d" {
			w.t.Errorf("started: %s", got)
		}
		if got := r.Creatives; got.Count != 2 || len(got.Items) != 2 || got.Items[0].Variants != 2 || got.Items[0].Item.Creative != "media:picture1" || *got.Items[0].Running(w.clock.Now()) != 33 {
			w.t.Errorf("creatives: %+v", got)
		}
		if got := r.Reach; got.Ads != 3 || got.Total != 2070 || len(got.Items) != 3 || got.Items[0].Item.ItemID != "a" || *got.Items[0].Before != 1000 || len(got.Items[0].Points) != 1 || got.Items[0].Points[0].Reach != 1500 ||
			got.Items[2].Before != nil || len(got.Items[2].Points) != 1 {
			w.t.Errorf("reach: %+v", got)
		}
		var days []string
		for _, d := range r.Days {
			days = append(days, fmt.Sprint(d.Coverage(), d.Codes, d.Found, d.Ended))
		}
		if got := strings.Join(days, ", "); !strings.Contains(got, "failed[route_degraded] 0 0, ") || !strings.Contains(got, "complete[] 1 1") || *r.RunsSince < db.Micros(began) || *r.RunsSince > db.Micros(began.Add(3*time.Hour)) {
			w.t.Errorf("days: %s, since %d", got, *r.RunsSince)
		}
		asked.Ads, asked.Before = false, began.Add(13*time.Hour)
		before := w.report(asked)
		if got := ids(before.Running); !strings.HasPrefix(got, "4 d") || before.Ended.Count != 0 || before.Found.Count != 0 || len(before.Days) > 2 {
			w.t.Errorf("another period: %s %+v %+v", got, before.Ended, before.Days)
		}
	})
}

// TestReportOfPosts lists what was published in the period by its views; what has no time counts from when it was found.
func TestReportOfPosts(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		post := func(id string, views int64, daysAgo int) watches.Row {
			r := watches.Row{ID: id, URL: "https://example.com/" + id, Facts: watches.Facts{Stats: content.Stats{Views: &views}}}
			if daysAgo > 0 {
				r.PublishedAt = new(w.clock.Now().AddDate(0, 0, -daysAgo))
			}
			return r
		}
		w.lookRows(post("old", 9000, 90), post("recent", 50, 5), post("first", 80, 0))
		w.lookRows(post("found", 700, 0), post("old", 9000, 90), post("recent", 60, 5), post("first", 80, 0))
		now := w.clock.Now()
		asked := watches.Asked{From: now.AddDate(0, 0, -30), Before: now.Add(time.Minute)}
		r := w.report(asked)
		if got := ids(watches.Group{Items: r.Viewed}); got != "0 found recent" || *r.Viewed[1].Views != 60 {
			w.t.Errorf("most viewed: %s", got)
		}
		p, err := w.Watches.Items(w.t.Context(), w.workspace, w.id, watches.ItemFilter{Published: watches.Period{From: &asked.From, Before: &asked.Before}}, db.PageRequest{Limit: 10})
		testkit.Must(w.t, err)
		if got := ids(watches.Group{Items: p.Items}); got != "0 recent found" {
			w.t.Errorf("its rows: %s", got)
		}
	})
}

// TestAReportIsBounded reads reports of three ads and of ninety: both need the same few statements, and lists end.
func TestAReportIsBounded(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		var rows []watches.Row
		for n := range 90 {
			rows = append(rows, w.ad(fmt.Sprintf("a%02d", n), fmt.Sprintf("picture%d", n/2), n+1, int64(n)+1))
			rows[n].Facts.Stats.Views = new(int64(n))
		}
		w.lookRows(rows[:3]...)
		asked := watches.Asked{From: w.clock.Now().AddDate(0, 0, -300), Before: w.clock.Now().AddDate(0, 0, 30), Ads: true}
		statements := 0
		modelstest.Capture(w.t, w.Store, func(string, []any) { statements++ })
		w.report(asked)
		few := statements
		w.lookRows(rows...)
		statements = 0
		r := w.report(asked)
		if statements != few || statements > 20 {
			w.t.Errorf("%d statements of three ads, %d of ninety", few, statements)
		}
		if r.Running.Count != 90 || len(r.Running.Items) != watches.ReportRows || r.Creatives.Count != 45 || len(r.Creatives.Items) != watches.ReportRows || r.Found.Count != 87 || len(r.Found.Items) != watches.ReportRows || len(r.Reach.Items) != 10 || r.Reach.Ads != 90 || len(r.Days) != 331 || r.Started.Count != 90 || len(r.Started.Items) != watches.ReportRows {
			w.t.Errorf("%d run, %d creatives, %d found, %d days", r.Running.Count, r.Creatives.Count, r.Found.Count, len(r.Days))
		}
		w.id, statements = w.make(watches.NewWatch{}), 0
		w.report(asked)
		asked.Ads = false
		if w.report(asked); statements != 2*8 {
			w.t.Errorf("%d statements of two reports without an ad, want 16", statements)
		}
		midnight := w.clock.Now().UTC().Truncate(24 * time.Hour)
		if r := w.report(watches.Asked{From: midnight, Before: midnight.AddDate(0, 0, 2)}); len(r.Days) != 2 || !r.Days[1].Start.Equal(midnight.AddDate(0, 0, 1)) {
			w.t.Errorf("the days %+v", r.Days)
		}
	})
}

// TestItemsAreFiltered selects items by each of the filters.
func TestItemsAreFiltered(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		w.lookRows(w.ad("b", "picture2", 2, 0), w.ad("a", "picture1", 3, 0))
		ended := w.ad("a", "picture1", 3, 0)
		ended.Active = new(false)
		w.lookRows(ended, w.ad("b", "picture2", 2, 0), w.ad("c", "picture2", 1, 0))
		later := new(w.clock.Now().Add(-time.Minute))
		for want, f := range map[string]watches.ItemFilter{
			"a b c": {}, "b c": {State: watches.Live}, "c": {Told: true}, "a": {Ended: watches.Period{From: later}}, "": {Ended: watches.Period{Before: later}},
			"a b": {FirstSeen: watches.Period{Before: later}},
		} {
			for _, list := range []func() (*db.RecordPage[watches.Item], error){
				func() (*db.RecordPage[watches.Item], error) {
					return w.Watches.Items(w.t.Context(), w.workspace, w.id, f, db.PageRequest{Limit: 10})
				},
			} {
				p, err := list()
				testkit.Must(w.t, err)
				if got := strings.TrimPrefix(ids(watches.Group{Items: p.Items}), "0"); strings.TrimSpace(got) != want {
					w.t.Errorf("%+v: %q, want %q", f, got, want)
				}
			}
		}
		p, err := w.Watches.LatestItems(w.t.Context(), w.workspace, w.id, watches.ItemFilter{Creative: "media:picture2"}, db.PageRequest{Limit: 10})
		testkit.Must(w.t, err)
		if got := ids(watches.Group{Items: p.Items}); got != "0 c b" {
			w.t.Errorf("of a creative: %s", got)
		}
	})
}
