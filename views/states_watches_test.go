package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// watchStates are the pages of watches.
func watchStates() map[string]templ.Component {
	tube := views.Platform{Word: "YouTube"}
	daily := views.Field{Name: "credits", Label: "Credits a day, at most", Type: "number", Value: "100", Required: true}
	form := views.WatchForm{Name: views.Field{Name: "name", Label: "Name", Value: "Demo", Required: true}, CanImport: true, Imports: true, Daily: daily,
		Every:   []views.Option{{Value: "1h", Word: "Every hour, about 24 credits a day"}, {Value: "1d", Word: "Every day, about 1 credit a day", Chosen: true}},
		Choices: []views.WatchChoice{{Field: views.Field{Name: "sort", Label: "Order"}, Options: []views.Option{{Value: "latest", Word: "Latest", Chosen: true}}}},
		Days:    []views.Field{{Name: "startedFrom", Label: "Started from", Type: "date"}}, Settings: views.ImportSettings{Profiles: []views.Profile{{Value: "none", Word: "The facts", Price: 1, Chosen: true}},
			Hold: views.Field{Name: "hold", Label: "Keep media for", Value: "30"}, Tags: views.Field{Name: "tags", Label: "Tags, separated by commas"}},
		CanBackfill: true, Backfill: views.Field{Name: "backfill", Label: "Of what is there, import", Type: "number", Value: "0"}}
	form.CanReadAll, form.Thresholds = true, []views.ThresholdRow{{Field: views.Field{Name: "threshold-field-1", Label: "Number"}, Op: views.Field{Name: "threshold-op-1", Label: "Comparison"},
		Value: views.Field{Name: "threshold-value-1", Label: "Value", Type: "number", Value: "1000", Problem: "Enter a whole number."}, Fields: []views.Option{{Word: "None"}, {Value: "views", Word: "Views", Chosen: true}},
		Ops: []views.Option{{Value: "above", Word: "above", Chosen: true}}}}
	single := views.WatchForm{Name: form.Name, Every: form.Every, EveryProblem: "Choose how often.", Daily: daily, Open: true, Revision: 4}
	kinds := []views.Choice{{Word: "An account", Href: "/w/w1/watches/new?kind=account", On: true}, {Word: "A search", Href: "/w/w1/watches/new?kind=search"}}
	account := views.Field{Name: "account", Label: "Link to the account", Required: true}
	wrong := account
	wrong.Problem = "This is no link to an account that can be read."
	tabs := []views.Choice{{Word: "Runs", Href: "/w/w1/watches/1", On: true}, {Word: "All seen", Href: "/w/w1/watches/1?show=seen"}}
	one := views.Watch{Owned: true, Name: long, At: "/w/w1/watches/1", Source: "https://www.youtube.com/@demo", Link: "https://www.youtube.com/@demo", Platform: tube, Asked: "videos, latest",
		State: views.State{Tone: "bad", Word: "Failing"}, Trouble: "Its last three runs failed.", Every: "every day", Imports: "nothing", Backfill: "14 of 200: 186 remain", Tally: []views.Tally{{Word: "Still there", Count: "More than 1,000", Href: "/w/w1/watches/1?show=live", Note: "17 of these were missing from the last look. An item ends after two complete looks in a row without it"}, {Word: "Ended", Count: "not known", Href: "/w/w1/watches/1?show=ended", Why: "no look could tell"}}, ReadsAll: true, Thresholds: []string{"Views above 1,000", "Likes grow within 7 days by 50"}, Spent: 3, Daily: 100, Items: 1, Next: soon, Made: past,
		Form: form, Tabs: tabs, DeleteHref: "/w/w1/watches/1/delete", Feeds: "/w/w1/watches/1/feeds", Older: "/w/w1/watches/1?cursor=c", Runs: []views.WatchRun{
			{Began: past, State: views.State{Tone: "busy", Word: "Running"}, Said: "It is looking."},
			{Began: past, State: views.State{Tone: "good", Word: "News"}, Said: "5 new items.", Missed: "Five pages were all new.", Imports: "4 of 5", Pages: 5, Credits: 5, Took: "took 3 s"},
			{Began: past, State: views.State{Tone: "bad", Word: "Failed"}, Said: "The platform asked us to wait.", Code: "rate_limited"}}}
	seen := views.Watch{Name: "A search", At: one.At, Source: "“lamps”", Running: true, State: views.State{Tone: "busy", Word: "Running"}, Tabs: tabs, ShowsItems: true, Report: one.At + "/report", Feeds: one.At + "/feeds", Narrowed: true, AllHref: one.At + "?show=seen", Form: form, Seen: []views.WatchItem{
		{Title: long, Link: "https://www.youtube.com/watch?v=1", New: true, Seen: past, Published: past, Pictured: views.Pictured{Platform: tube}, Import: "/w/w1/imports/1"},
		{Title: "Failed", First: true, Link: "https://www.youtube.com/watch?v=4", Seen: past, Pictured: views.Pictured{Platform: tube}, Import: "/w/w1/imports/2", Failure: "The platform did not respond in time", TryHref: "/w/w1/try?url=y", ImportNow: &views.ImportNow{Action: "/w/w1/try/import", Price: "up to 4 credits"}},
		{Title: "Saved", Link: "https://www.youtube.com/watch?v=3", New: true, Seen: past, Pictured: views.Pictured{Platform: tube, Picture: "/m/1.jpg", Saved: "/w/w1/references/1"}},
		{Title: "Short", Link: "https://www.youtube.com/watch?v=2", Seen: past, TryHref: "/w/w1/try?url=x", ImportNow: &views.ImportNow{Action: "/w/w1/try/import", Price: "up to 4 credits", Hidden: []views.Hidden{{Name: "url", Value: "https://www.youtube.com/watch?v=2"}, {Name: "form", Value: "f1"}}}, Ended: past, Why: "two complete looks in a row lacked it", Days: "12 days"}}}
	items := func(href string, rows ...views.ReportItem) views.ReportList {
		return views.ReportList{Count: "1,240", Href: href, More: true, Rows: rows}
	}
	ad := views.ReportItem{Pictured: views.Pictured{Picture: "/media/m1", Saved: "/w/w1/references/r1", Platform: site}, Title: long, Link: "https://www.facebook.com/ads/library/?id=1", ID: "ad_library:1", Began: past, Seen: past, Days: "50 days", Counts: "12.5 k views, 3 likes", LastSeen: past, Reach: "4,100", Import: "/w/w1/imports/1"}
	gone := ad
	gone.Ended, gone.Why, gone.Began, gone.Counts, gone.Reach = past, "it says so itself", views.When{}, "", ""
	running := items(one.At+"?show=live", ad)
	running.Above = 3
	report := views.WatchReport{Name: long, Back: one.At, CSV: one.At + "/report.csv", Spans: []views.Choice{{Word: "7 days", Href: one.At + "/report?days=7"}, {Word: "30 days", Href: one.At + "/report?days=30", On: true}},
		Ads: true, Period: "the last 30 days", Range: "1 Jan 2026 to 31 Jan 2026, UTC", Tally: []views.Tally{{Word: "Running now", Count: "1,240", Href: one.At + "?show=live"}, {Word: "Creatives running", Count: "0"}},
		Days: views.ReportDays{Summary: "On 20 days a look could tell what ended: it had the whole list, or the newest of it in order.", Since: "First looked at on 4 Jan 2026.", Href: one.At + "?show=runs", More: 3, Failed: []views.ReportDay{{Day: "2026-01-05", Href: one.At + "?show=runs&from=x", Why: "The platform refused.", State: views.State{Tone: "bad", Word: "Blocked"}}},
			Chart: views.Chart{Name: "Looks", Unit: "look", Period: "the last 30 days", Zone: "UTC", Words: &views.ChartWords{Good: "Complete", Failed: "Failed", Other: "Incomplete"}, Bars: []views.Bar{{Label: "4 Jan", Good: 4, Href: "/x"}, {Label: "5 Jan", Failed: 3, Other: 1, Open: true}}}},
		Running: running, Ended: items(one.At+"?show=ended", gone), Found: views.ReportList{}, Published: items(one.At+"?show=published", ad),
		Creatives: []views.ReportCreative{{Title: long, Link: ad.Link, Variants: "12", Days: "50 days", Href: one.At + "?creative=x", Seen: past}, {Title: "Undated", Link: ad.Link, Variants: "1", Href: one.At + "?creative=y", Seen: past}},
		Reach:     views.ReportReach{Ads: "2 ads", Total: "4,460", Rows: []views.ReportReached{{Title: long, Link: ad.Link, Now: "4,100", Before: "4,000", Change: "+100"}, {Title: "New", Link: ad.Link, Now: "360"}}},
		Account:   &views.ReportAccount{Href: "/w/w1/accounts/a", Since: past, Growth: views.AccountGrowth{Days: []string{"7 days", "365 days"}, Rows: []views.Growth{{Name: "Followers", Now: "1,300", Seen: past, Changes: []string{"+300", ""}, Since: []views.When{past, {}}}}}}}
	return map[string]templ.Component{
		"watch-feeds": views.WatchFeedsPage(inside("Feeds", "watches"), views.WatchFeeds{Name: long, Back: one.At, At: one.At + "/feeds", Made: "https://social.example/f/token", Refusal: "A watch has at most 10 feeds.", MayMake: true,
			Rows: []views.WatchFeedRow{{Made: past, By: "Ada", Revoke: one.At + "/feeds/1/revoke"}, {Made: past, By: "an API key"}}}),
		"watch-feeds-none":   views.WatchFeedsPage(inside("Feeds", "watches"), views.WatchFeeds{Name: "A", Back: one.At, At: one.At + "/feeds"}),
		"watch-report":       views.WatchReportPage(inside("Report", "watches"), report),
		"watch-report-empty": views.WatchReportPage(inside("Report", "watches"), views.WatchReport{Name: "Item", Back: one.At, CSV: one.At + "/report.csv", Period: "the last 7 days", Days: views.ReportDays{Summary: "None.", Href: one.At, Chart: views.Chart{Unit: "look", Period: "the last 7 days"}}, Single: true, Account: &views.ReportAccount{}}),
		"watches": views.WatchesPage(inside("Watches", "watches"), views.Watches{New: "/w/w1/watches/new", Moving: true, Older: "/w/w1/watches?cursor=c", Rows: []views.WatchRow{
			{Name: long, Href: "/w/w1/watches/1", Source: "https://www.youtube.com/@demo", Platform: tube, State: views.State{Tone: "good", Word: "Active"}, Every: "every day", Next: soon, Last: past, New: views.WatchNew{Count: "7", Href: "/w/w1/watches/a1?show=new", Pictures: []string{"/m/1.jpg"}}, Found: "3 new items."},
			{Name: "lamps", Href: "/w/w1/watches/2", Source: "“lamps”", State: views.State{Tone: "calm", Word: "Paused"}, Why: "by an owner", Every: "every hour"}}}),
		"watches-empty-read": views.WatchesPage(inside("Watches", "watches"), views.Watches{}),
		"watches-empty":      views.WatchesPage(inside("Watches", "watches"), views.Watches{New: "/w/w1/watches/new"}),
		"watch-new":          views.NewWatchPage(inside("Add a watch", "watches"), views.NewWatch{Kinds: kinds, Kind: "account", Ask: []views.Field{wrong}}),
		"watch-new-search":   views.NewWatchPage(inside("Add a watch", "watches"), views.NewWatch{Kinds: kinds, Kind: "search", Ask: []views.Field{account}, Where: []views.Option{{Value: "video_site", Word: "YouTube"}}}),
		"watch-new-item":     views.NewWatchPage(inside("Add a watch", "watches"), views.NewWatch{Kinds: kinds, Kind: "item", Ask: []views.Field{account}}),
		"watch-new-account":  views.NewWatchPage(inside("Add a watch", "watches"), views.NewWatch{Kinds: kinds, Kind: "account", Ask: []views.Field{account}, Form: form, Refusal: "A workspace has at most 100 watches.", Found: &views.WatchFound{What: "The items of an account", Canonical: "https://www.youtube.com/@demo", Platform: tube, Source: "@demo", Already: []views.TagLink{{Tag: "Demo", Href: "/w/w1/watches/1"}, {Tag: "Demo, hourly", Href: "/w/w1/watches/2"}}, Price: "1 credit a page", Hidden: []views.Hidden{{Name: "kind", Value: "account"}}}}),
		"watch-new-list":     views.NewWatchPage(inside("Add a watch", "watches"), views.NewWatch{Kinds: kinds, Kind: "list", Ask: []views.Field{account}}),
		"watch":              views.WatchPage(inside("Watch", "watches"), one),
		"watch-seen":         views.WatchPage(inside("Watch", "watches"), seen),
		"watch-timeline":     views.WatchPage(inside("Watch", "watches"), views.Watch{Name: "Ads", At: one.At, Source: "x", Tabs: tabs, ShowsItems: true, Form: single, Timeline: &views.Timeline{Days: []views.When{past, past, past}, Rows: []views.TimelineRow{{Title: "A lamp", Link: "https://example.com/1", Days: "33 days", SeenDays: "3 days", Began: past, Until: past, Unseen: true, BeganAt: 100, SeenAt: 400, UntilAt: 1000}, {Title: long, Link: "https://example.com/2", SeenDays: "0 days", Ended: true, Began: past, Until: past, UntilAt: 20}}}}),
		"watch-new-run":      views.WatchPage(inside("Watch", "watches"), views.Watch{Owned: true, Name: "Item", At: one.At, Feeds: one.Feeds, DeleteHref: one.DeleteHref, Source: "x", Paused: true, State: views.State{Tone: "calm", Word: "Paused"}, Tabs: tabs, Form: single, Refusal: "Someone else changed it."}),
		"watch-unseen":       views.WatchPage(inside("Watch", "watches"), views.Watch{Name: "Item", At: one.At, Source: "x", Tabs: tabs, ShowsItems: true, Form: single}),
	}
}
