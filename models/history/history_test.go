package history_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/models/modelstest"
)

const item = "video_site:g6QYSy6P-nW"

func views(n int64) string { return history.CountsOf(content.Stats{Views: &n}) }

// record adds what was seen in a transaction of its own.
func record(t *testing.T, s *models.Store, workspace string, seen ...history.Seen) {
	t.Helper()
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return history.Add(tx, workspace, seen) }))
}

// told lists the records of a subject in short: counts, since, until, whether the platform rounds.
func told(t *testing.T, s *models.Store, workspace, subject string, during history.Period) []string {
	t.Helper()
	p, err := s.History.Records(t.Context(), workspace, subject, during, db.PageRequest{Limit: 100})
	testkit.Must(t, err)
	list := []string{}
	for _, r := range p.Items {
		list = append(list, fmt.Sprintf("%s %d-%d %t %s", r.Counts[:12], r.ObservedAt, r.ConfirmedAt, r.Approximate, r.Source))
	}
	return list
}

// TestARecordForEachChange confirms what stays, adds what changes, and leaves out what is older, unknown or somebody else's.
func TestARecordForEachChange(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 0)
		testkit.Must(t, err)
		w := in.Workspace
		record(t, s, w, history.Seen{Subject: item, Counts: views(10), Source: history.Lookup, At: 100})
		record(t, s, w, history.Seen{Subject: item, Counts: views(10), Source: history.List, At: 200})
		record(t, s, w, history.Seen{Subject: item, Counts: views(12), Source: history.Import, At: 300},
			history.Seen{Subject: item, Counts: views(13), Source: history.Lookup, At: 350}, // of one transaction the last counts
			history.Seen{Subject: "clip_site:1", Counts: views(1), Source: history.List, At: 300})
		record(t, s, w, history.Seen{Subject: item, Counts: views(11), Source: history.Lookup, At: 250}) // a stored answer that is older
		record(t, s, w, history.Seen{Subject: item, Counts: "", Source: history.Lookup, At: 400})
		record(t, s, w, history.Seen{Subject: item, Counts: views(10), Approximate: true, Source: history.List, At: 500})
		record(t, s, w, history.Seen{Subject: item, Counts: views(13), Source: history.Lookup, At: 600})
		record(t, s, other.ID, history.Seen{Subject: item, Counts: views(99), Source: history.Lookup, At: 700})
		want := []string{`{"views":10, 500-500 true list`, `{"views":13, 350-600 false lookup`, `{"views":10, 100-200 false lookup`}
		if diff := cmp.Diff(want, told(t, s, w, item, history.Period{})); diff != "" {
			t.Errorf("the history differs (-want +got)\n%s", diff)
		}
		from, before := time.UnixMicro(350), time.UnixMicro(500)
		if diff := cmp.Diff(want[1:2], told(t, s, w, item, history.Period{From: &from, Before: &before})); diff != "" {
			t.Errorf("a period differs (-want +got)\n%s", diff)
		}
	})
}

// TestHistoryIsSwept forgets what was last seen two years ago, and nothing else.
func TestHistoryIsSwept(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := modelstest.Install(t, s, 0).Workspace
		record(t, s, w, history.Seen{Subject: item, Counts: views(1), Source: history.Lookup, At: db.Micros(clock.Now())})
		clock.Add(2*365*24*time.Hour - time.Hour)
		record(t, s, w, history.Seen{Subject: item, Counts: views(2), Source: history.Lookup, At: db.Micros(clock.Now())})
		testkit.Must(t, s.Housekeep(t.Context()))
		if got := told(t, s, w, item, history.Period{}); len(got) != 2 {
			t.Errorf("before its time it forgot: %v", got)
		}
		clock.Add(2 * time.Hour)
		testkit.Must(t, s.Housekeep(t.Context()))
		if got := told(t, s, w, item, history.Period{}); len(got) != 1 {
			t.Errorf("it kept %v", got)
		}
	})
}

// TestGrowthIsNeverGuessed tells growth where counts were seen near the beginning of a period, and null elsewhere.
func TestGrowthIsNeverGuessed(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w, now := modelstest.Install(t, s, 0).Workspace, clock.Now()
		seen := func(daysAgo int, n int64, approximate bool) {
			record(t, s, w, history.Seen{Subject: item, Counts: views(n), Approximate: approximate, Source: history.Lookup, At: db.Micros(now.AddDate(0, 0, -daysAgo))})
		}
		unknown, err := s.History.Growth(t.Context(), w, item, now)
		testkit.Must(t, err)
		if unknown.Now != nil {
			t.Errorf("of nothing: %+v", unknown)
		}
		seen(40, 100, false) // seen again ten days later: in the slack of 30 days, but not of 7
		seen(35, 100, false)
		seen(20, 9, true) // rounded
		seen(3, 130, false)
		g, err := s.History.Growth(t.Context(), w, item, now)
		testkit.Must(t, err)
		known := map[int]int64{}
		for _, then := range g.Then {
			if then.Record != nil {
				known[then.Days] = then.At
			}
		}
		if diff := cmp.Diff(map[int]int64{30: db.Micros(now.AddDate(0, 0, -35))}, known); diff != "" || g.Now.Counts != views(130) || g.Since != db.Micros(now.AddDate(0, 0, -40)) {
			t.Errorf("%+v\n%s", g, diff)
		}
		elsewhere, err := s.History.Growth(t.Context(), db.NewID(), item, now)
		testkit.Must(t, err)
		if elsewhere.Now != nil {
			t.Error("another workspace sees the growth")
		}
	})
}
