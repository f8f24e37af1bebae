package history

import (
	"socialdata/internal/content"
	"socialdata/models/db"
)

// CountGrowth is a count of an account with its growth.
type CountGrowth struct {
	Field   string // followers, following, items or views
	Value   int64
	Changes []CountChange // by GrowthDays
}

// CountChange is how a count changed over some days; By and Since are nil if it was not seen near their beginning.
type CountChange struct {
	Days  int
	By    *int64
	Since *int64
}

// Counts returns the counts of an account that are known, with how each has grown; nil for an account that is unknown.
func (g *Growth) Counts() (list []CountGrowth) {
	if g == nil || g.Now == nil {
		return nil
	}
	now := accountCounts(g.Now)
	for n, field := range []string{"followers", "following", "items", "views"} {
		if now[n] == nil {
			continue
		}
		one := CountGrowth{Field: field, Value: *now[n]}
		for _, then := range g.Then {
			change := CountChange{Days: then.Days}
			if then.Record != nil {
				if was := accountCounts(then.Record)[n]; was != nil {
					change.By, change.Since = new(*now[n]-*was), &then.At
				}
			}
			one.Changes = append(one.Changes, change)
		}
		list = append(list, one)
	}
	return list
}

// accountCounts returns the counts of a record: followers, following, items and views.
func accountCounts(r *Record) []*int64 {
	s := db.FromJSON[content.AccountStats](r.Counts)
	return []*int64{s.Followers, s.Following, s.Items, s.Views}
}
