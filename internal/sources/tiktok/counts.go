package tiktok

import (
	"cmp"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// counts are the counts in one of an item's members.
type counts struct {
	content.Stats
	exact bool
}

// readCounts reads stats and statsV2 of the web, or statistics of the app. Counts are numbers or strings of digits.
func readCounts(r *scan.Reader) (n counts) {
	for key := range r.Object() {
		switch key {
		case "playCount", "play_count":
			n.Views = r.Int()
		case "diggCount", "digg_count":
			n.Likes = r.Int()
		case "commentCount", "comment_count":
			n.Comments = r.Int()
		case "shareCount", "share_count":
			n.Shares = r.Int()
		case "collectCount", "collect_count":
			n.Saves = r.Int()
		}
	}
	return n
}

// roundedFrom is the value from which the platform rounds its plain stats.
const roundedFrom = 10_000

// setStats prefers statsV2, which is exact; plain stats are rounded in lists and search.
func (c *clip) setStats(exact, plain counts) {
	c.stats = content.Stats{
		Views: cmp.Or(exact.Views, plain.Views), Likes: cmp.Or(exact.Likes, plain.Likes), Comments: cmp.Or(exact.Comments, plain.Comments),
		Shares: cmp.Or(exact.Shares, plain.Shares), Saves: cmp.Or(exact.Saves, plain.Saves),
	}
	c.viewsRounded = exact.Views == nil && !plain.exact && plain.Views != nil && *plain.Views >= roundedFrom
}
