package support

import (
	"context"

	"socialdata/models/db"
)

// MostLookedThrough is how many failures are looked through for what was solved since: each is looked up, so more would make the list wait.
const MostLookedThrough = 1000

// addSolved adds to groups how many of their failures were solved since, in one statement.
func (s *Store) addSolved(ctx context.Context, f FailureFilter, groups []FailureGroup) error {
	total := int64(0)
	for _, g := range groups {
		total += g.Count
	}
	if total == 0 || total > MostLookedThrough {
		return nil
	}
	var rows []FailureGroup
	q := failed(s.Read(ctx), f).Where(solvedBySQL + " <> ''").Select(failureCode + " AS code, COALESCE(a.reason, '') AS reason, i.platform, COALESCE(a.route_id, '') AS route_id, COUNT(*) AS count")
	if err := q.Group("1, 2, 3, 4").Scan(&rows).Error; err != nil {
		return db.Error(err)
	}
	for _, solved := range rows {
		for n := range groups {
			if g := &groups[n]; g.Code == solved.Code && g.Reason == solved.Reason && g.Platform == solved.Platform && g.RouteID == solved.RouteID {
				g.Solved = solved.Count
			}
		}
	}
	return nil
}
