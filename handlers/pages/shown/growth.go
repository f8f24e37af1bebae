package shown

import (
	"socialdata/handlers/pages/page"
	"socialdata/models/history"
	"socialdata/views"
)

// countWords names the counts of an account.
var countWords = map[string]string{"followers": "Followers", "following": "Following", "items": "Posts", "views": "Views"}

// AccountGrowth returns how the counts of an account have grown.
func AccountGrowth(b *page.Base, g *history.Growth) views.AccountGrowth {
	v := views.AccountGrowth{Days: page.Map(history.GrowthDays(), func(d int) string { return views.Count(d, "day") })}
	for _, count := range g.Counts() {
		approximate := g.Now.Approximate && count.Field == "followers" // platforms round no other count of an account
		row := views.Growth{Name: countWords[count.Field], Now: views.Number(count.Value), Seen: b.When(&g.At)}
		if approximate {
			row.Now = "about " + row.Now
		}
		for _, x := range count.Changes {
			said := ""
			if x.By != nil {
				said = views.Signed(*x.By, approximate)
			}
			row.Changes, row.Since = append(row.Changes, said), append(row.Since, b.When(x.Since))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
