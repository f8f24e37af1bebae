package watches_test

import (
	"fmt"
	"slices"
	"testing"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
)

// TestFreshIsWhatWasToldThisWeek counts the new items of a week, not what was there at the first run nor what is older, and nothing for
// another workspace.
func TestFreshIsWhatWasToldThisWeek(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, id := modelstest.Install(t, s, 1).Workspace, db.NewID()
		modelstest.Run(t, s, `INSERT INTO watches (id, workspace_id, name, source, every, import, daily_credits, state, paused_reason, failures, spent, spent_on, whole, items, counts, gone_code, last_run_id,
			revision, created_at) VALUES (?, ?, 'Lanterns', '{}', '1h', '', 100, 'active', '', 0, 0, '', TRUE, 0, '', '', '', 1, 1)`, id, w)
		now := s.NowMicros()
		for n := range 12 {
			at, told := now-int64(n+1), n < 6
			if n == 5 {
				at -= watches.FreshFor.Microseconds()
			}
			modelstest.Run(t, s, "INSERT INTO watch_items (watch_id, item_id, position, url, first_seen_at, told, import_id) VALUES (?, ?, ?, 'u', ?, ?, '')", id, fmt.Sprintf("i%02d", n), n, at, told)
		}
		fresh, err := s.Watches.Fresh(t.Context(), w, "u", []string{db.NewID(), id})
		modelstest.Must(t, err)
		if f := fresh[id]; len(fresh) != 1 || f.Count != 5 || len(f.Latest) != 4 || f.Latest[0].ItemID != "i00" {
			t.Errorf("%+v", fresh)
		}
		if other, err := s.Watches.Fresh(t.Context(), db.NewID(), "u", []string{id}); err != nil || len(other) != 0 {
			t.Errorf("another workspace sees %+v, %v", other, err)
		}
		for workspace, want := range map[string][]watches.Finder{w: {{ID: id, Name: "Lanterns", Count: 5}}, db.NewID(): nil} {
			if found, err := s.Watches.Finders(t.Context(), workspace, "u"); err != nil || !slices.Equal(found, want) {
				t.Errorf("%v found something, %v, want %v", found, err, want)
			}
		}
		for told, want := range map[bool]int{true: 6, false: 12} {
			p, err := s.Watches.LatestItems(t.Context(), w, id, watches.ItemFilter{Told: told}, db.PageRequest{Limit: 100})
			if modelstest.Must(t, err); len(p.Items) != want {
				t.Errorf("told %v: %d items", told, len(p.Items))
			}
		}
		modelstest.Run(t, s, `INSERT INTO watch_items (watch_id, item_id, position, url, first_seen_at, last_seen_at, told, import_id)
			WITH RECURSIVE more(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM more WHERE n < 1200) SELECT ?, 'm' || n, n, 'u', `+fmt.Sprint(now)+`, 1, TRUE, '' FROM more`, id)
		fresh, err = s.Watches.Fresh(t.Context(), w, "u", []string{id})
		modelstest.Must(t, err)
		all, err := s.Watches.Finders(t.Context(), w, "u")
		modelstest.Must(t, err)
		live, err := s.Watches.CountItems(t.Context(), id, watches.Live)
		if modelstest.Must(t, err); fresh[id].Count != watches.MostFreshCounted+1 || len(all) != 1 || all[0].Count != watches.MostFreshCounted+1 || live != watches.MostFreshCounted+1 {
			t.Errorf("of many %d, %v and %d are counted", fresh[id].Count, all, live)
		}
	})
}
