package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// channelStates are the pages of an account of a platform, and of references side by side.
func channelStates() map[string]templ.Component {
	card := views.ReferenceCard{ID: "r1", Title: "Ramen", Views: "12,481", Href: "/w/w1/references/r1", Platform: site, Poster: "/media/t", Video: "/media/v", Length: "3:10", Published: past, Runs: "Runs for 12 days"}
	whole := views.Channel{ID: "video_site:UC1", Name: "Lantern Kitchen", Handle: "lanternkitchen", Platform: site, Link: "https://video.example/@lanternkitchen", WatchHref: "/w/w1/watches/new", TryHref: "/w/w1/try", LookPrice: "1 credit",
		Growth: views.AccountGrowth{Days: []string{"7 days", "30 days", "90 days"}, Rows: []views.Growth{{Name: "Followers", Now: "about 12,400", Seen: past, Changes: []string{"about +120", "about +480", ""}}}},
		Best:   []views.ReferenceCard{card}, Latest: []views.ReferenceCard{card, {ID: "r2", Title: long, Href: "/w/w1/references/r2", Platform: site, State: views.State{Tone: "warn", Word: "Hold ended"}}},
		Bio: "Supper for two.", Facts: []views.Fact{{Name: "Followers", Value: "12,400"}, {Name: "Country", Missing: "not shown by the platform"}}, More: true, AllHref: "/w/w1/references?account=video_site:UC1", EraseHref: "/w/w1/accounts/video_site:UC1/erase", Watches: []views.TagLink{{Tag: "Lanterns", Href: "/w/w1/watches/1"}, {Tag: long, Href: "/w/w1/watches/2"}}}
	compared := views.Compared{Remove: "/w/w1/references/compare?id=r2&id=r3", ReferenceCard: card, Player: views.Player{Video: "/media/v", Poster: "/media/t"}, Hook: "First you feed the starter.", Words: long,
		Shots: []views.Shot{{At: "0:00", Length: "2.0 s", Wide: 500}, {At: "0:02", Length: "2.0 s", From: 501, Wide: 499}}}
	return map[string]templ.Component{
		"compare": views.ComparePage(inside("Compare", "references"), views.Comparison{Columns: []views.Compared{compared, {ReferenceCard: views.ReferenceCard{ID: "r3", Title: "A picture", Href: "/w/w1/references/r3", Platform: site}, Player: views.Player{Image: "/media/r3"}}, {ReferenceCard: views.ReferenceCard{ID: "r2", Title: long, Href: "/w/w1/references/r2", Platform: site}, Player: views.Player{Why: "No media is stored."}}},
			Rows: []views.ComparedRow{{Name: "Views", Differs: true, Facts: []views.Fact{{Name: "Views", Value: "12,481"}, {Name: "Views", Value: "40"}, {Name: "Views", Missing: "hidden by the platform"}}}, {Name: "Advertiser", Facts: []views.Fact{{}, {}, {Name: "Advertiser", Value: "Lanterns"}}}}}),
		"compare-gone": views.ComparePage(inside("Compare", "references"), views.Comparison{}),
		"channel":      views.ChannelPage(inside("Lantern Kitchen", "references"), whole),
		"channel-bare": views.ChannelPage(inside("video_site:UC1", "references"), views.Channel{ID: "video_site:UC1", Name: "video_site:UC1", Platform: site, TryHref: "/w/w1/try", Growth: views.AccountGrowth{Days: whole.Growth.Days, Rows: []views.Growth{{Name: "Followers", Now: "12,400", Seen: past, Changes: []string{"", "", ""}}}}}),
	}
}
