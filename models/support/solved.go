package support

import (
	"context"

	"socialdata/models/db"
	"socialdata/models/reruns"
)

// MostLookedThrough is how many failures are looked through for what was solved since and for what would run again: each is looked up, so
// more would make the list wait.
const MostLookedThrough = 1000

// addSolved adds to groups how many of their failures were solved since, and how many would run again, in one statement.
func (s *Store) addSolved(ctx context.Context, f FailureFilter, groups []FailureGroup) error {
	total := int64(0)
	for _, g := range groups {
		total += g.Count
	}
	if total == 0 || total > MostLookedThrough {
		return nil
	}
	var rows []struct {
		FailureGroup
		SolvedSince, WouldRun int64
	}
	each := failed(s.Read(ctx), f).Select(kindColumns+", "+solvedBySQL+" AS solved_by, ? AS skip", reruns.SkipNow(reruns.OfSupport))
	q := s.Read(ctx).Table("(?) AS failures", each).Group("code, reason, platform, route_id").
		Select("code, reason, platform, route_id, SUM(CASE WHEN solved_by <> '' THEN 1 ELSE 0 END) AS solved_since, SUM(CASE WHEN skip = '' THEN 1 ELSE 0 END) AS would_run")
	if err := q.Scan(&rows).Error; err != nil {
		return db.Error(err)
	}
	for n := range groups {
		groups[n].LookedThrough = true
		for _, r := range rows {
			if r.Kind() == groups[n].Kind() {
				groups[n].Solved, groups[n].Runs = r.SolvedSince, r.WouldRun
			}
		}
	}
	return nil
}
