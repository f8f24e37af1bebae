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
	q := failed(s.Read(ctx), f).Where(solvedBySQL + " <> ''").Select(kindColumns + ", COUNT(*) AS count")
	if err := q.Group("1, 2, 3, 4").Scan(&rows).Error; err != nil {
		return db.Error(err)
	}
	solved := map[FailureKind]int64{}
	for _, r := range rows {
		solved[r.Kind()] = r.Count
	}
	for n := range groups {
		groups[n].Solved = solved[groups[n].Kind()]
	}
	return nil
}
