package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// workStates are the pages of an owner's daily work.
func workStates() map[string]templ.Component {
	return merged(overviewStates(), keyStates(), webhookStates(), exportStates(), watchStates(), tryStates(), importStates())
}

func merged(all ...map[string]templ.Component) map[string]templ.Component {
	out := map[string]templ.Component{}
	for _, states := range all {
		for name, page := range states {
			out[name] = page
		}
	}
	return out
}

func rows() []views.ImportRow {
	return []views.ImportRow{
		{ID: "i1", Title: "Ramen", Picture: "/media/p", Link: "https://www.youtube.com/watch?v=1", Platform: site, State: good, Made: past, Href: "/w/w1/imports/i1", Can: views.CanComeAgain, Price: 2},
		{ID: "i2", Can: views.CanCancel, Link: "https://www.youtube.com/watch?v=2", Platform: site, State: busy, Doing: "Downloading media", Made: past, Href: "/w/w1/imports/i2"},
		{Link: "https://example.com/3", Platform: site, State: views.State{Tone: "calm", Word: "Failed, saved since"}, Saved: "/w/w1/references/r1", Failure: "The platform is too slow", Code: "network_timeout", Made: past, Href: "/w/w1/imports/i4"},
		{Link: "https://example.com/" + long, Platform: site, State: bad, Failure: "This content has been removed", Code: "unavailable_removed", Made: past, Href: "/w/w1/imports/i3"},
	}
}

func overviewStates() map[string]templ.Component {
	ranges := []views.Choice{{Word: "6 hours", Href: "?range=6h", On: true}, {Word: "24 hours", Href: "?range=24h"}}
	from, to := views.Field{Name: "from", Label: "First day (UTC)", Type: "date"}, views.Field{Name: "to", Label: "Last day (UTC)", Type: "date"}
	bars := []views.Bar{{Label: "21 Nov 08:00", Good: 7}, {Label: "21 Nov 09:00"}, {Label: "21 Nov 10:00", Good: 3, Failed: 12}, {Label: "21 Nov 11:00", Failed: 1}, {Label: "21 Nov 12:00", Good: 12481, Other: 1, Open: true}}
	full := views.Overview{Balance: 12481, Spent: 519, Granted: 13000, Imports: views.Totals{Total: 24, Succeeded: 10, Failed: 13, InFlight: 1}, Flying: rows()[1:2], FlyingTotal: 7, SpentNow: 31, FailedMore: true, ImportsChange: "+20 % on the period before", FailedChange: "none in the period before", SpentChange: "as in the period before", LatestFailures: true,
		Lasts: "lasts about 12 days at the pace of the last 7 days", Span: views.Span{Ranges: ranges, From: from, To: to, Period: "the last 6 hours"},
		Charts:    []views.Chart{{Name: "Imports", Unit: "import", Zone: "UTC", Period: "the last 6 hours", Bars: bars}, {Name: "Spending", Unit: "credit", Spent: true, Zone: "UTC", Period: "the last 6 hours", Bars: bars}},
		Failures:  []views.Share{{Name: "This content has been removed", Code: "unavailable_removed", Count: 12, Part: -1, Href: "/w/w1/imports?code=unavailable_removed"}, {Name: "All attempts failed", Code: "retry_exhausted", Count: 1, Part: -1}},
		Platforms: []views.Share{{Name: "YouTube", Count: 20, Part: 13}, {Name: "TikTok", Count: 4}}}
	one := full
	one.Flying, one.FlyingTotal, one.Failures, one.Platforms = nil, 0, nil, nil
	one.Charts = []views.Chart{{Name: "Imports", Unit: "import", Zone: "UTC", Period: "the last 6 hours", Bars: bars[:2]}, {Name: "Spending", Unit: "credit", Spent: true, Zone: "UTC", Period: "the last 6 hours", Bars: bars[1:2]}}
	one.Problem = "Give a first and a last day, at most 90 days apart."
	return map[string]templ.Component{
		"overview":        views.OverviewPage(inside("Overview", "overview"), full),
		"overview-little": views.OverviewPage(inside("Overview", "overview"), one),
		"overview-alerts": views.OverviewPage(inside("Overview", "overview"), views.Overview{Balance: 12, Span: views.Span{Period: "the last 30 days"}, Fresh: true, Steps: &views.FirstSteps{}, Alerts: []views.Alert{
			{Says: "The balance is low: 12 credits left.", Do: "See credits", Href: "/w/w1/credits"},
			{Says: "The endpoint https://a-very-long-name.example/" + long + " failed for five days and was disabled. Nothing is sent to it any more.", Do: "Mend it", Href: "/w/w1/webhooks/h1", Bad: true},
			{Says: "No credits are left: whatever costs some is refused. An owner can get more.", Bad: true},
			{Says: "New in the last seven days from “" + long + "”: 1 item.", Do: "See what is new", Href: "/w/w1/watches/x1?show=new", Quiet: true, Seen: &views.Seen{Action: "/w/w1/news/seen", Watch: "x1", Until: "2026-11-21T14:00:00Z", Of: "“" + long + "”"}}}}),
		"overview-fresh":  views.OverviewPage(inside("Overview", "overview"), views.Overview{Balance: 1, Granted: 1, Span: views.Span{Period: "the last 30 days"}, Fresh: true, Steps: &views.FirstSteps{}}),
		"overview-steps":  views.OverviewPage(inside("Overview", "overview"), views.Overview{Balance: 990, Span: views.Span{Period: "the last 30 days"}, Steps: &views.FirstSteps{Looked: true, Imported: true}}),
		"overview-member": views.OverviewPage(asMember(inside("Overview", "overview")), views.Overview{Balance: 1000, Span: views.Span{Period: "the last 30 days"}, Fresh: true, Steps: &views.FirstSteps{}}),
	}
}

func keyStates() map[string]templ.Component {
	budget := views.KeyBudget{Daily: views.Field{Name: "daily", Label: "Credits a day", Hint: "Empty: no limit.", Value: "0"}, Monthly: views.Field{Name: "monthly", Label: "Credits a month"}}
	form := views.KeyForm{Budget: budget, Presets: []views.Preset{{Name: "Read only", Value: "read-only"}, {Name: "Lookups", Value: "lookups"}}, Name: views.Field{Name: "name", Label: "Name", Required: true}, Expires: views.Field{Name: "days", Label: "Ends after", Type: "number"},
		Scopes: []views.ScopeGroup{{Resource: "References", Scopes: []views.Scope{{Name: "references:read", Access: "Read", Says: "list and read references", Chosen: true, Presets: []string{"read-only"}}, {Name: "references:write", Access: "Write", Says: "edit and delete references"}}},
			{Resource: "Media", Scopes: []views.Scope{{Name: "media:read", Access: "Read", Says: "make download links to kept media"}}}}}
	open := form
	open.Open = true
	wrong := open
	wrong.Name.Problem = "The name is needed."
	list := []views.KeyRow{{Name: long, Prefix: "sdt_abcdefgh", Test: true, State: views.State{Tone: "good", Word: "Works"}, May: []views.Scope{{Name: "references:read", Says: "list and read references"}, {Name: "media:read", Says: "make download links to kept media"}, {Name: "events:read", Says: "read what happened"}}, Made: past, Used: past, Expires: soon, Budget: "3 of 10 credits a day", RevokeHref: "/w/w1/keys/k1/revoke", BudgetHref: "/w/w1/keys/k1/budget"},
		{Name: "old", Prefix: "sd_ijklmnop", State: views.State{Tone: "calm", Word: "Revoked"}, Made: past}}
	return map[string]templ.Component{
		"keys": views.KeysPage(inside("Keys", "keys"), views.Keys{Form: form, Rows: list, Older: "/w/w1/keys?cursor=x", Newest: "/w/w1/keys"}),
		"key-budget": views.KeyBudgetPage(inside("Limits of a key", "keys"), views.KeyBudget{Key: long, Which: "It begins with sd_abcdef and was never used.", Spending: "/w/w1/credits?by=key%3Ak1", Back: "/w/w1/keys", Daily: budget.Daily,
			Monthly: views.Field{Name: "monthly", Label: "Credits a month", Value: "x", Problem: "Enter a whole number of credits, or nothing."}}),
		"keys-left": views.KeysPage(inside("Keys", "keys"), views.Keys{Form: form, Left: "2 live keys of people who have left", RevokeLeft: "/w/w1/keys/revoke-left",
			Rows: []views.KeyRow{{Name: "ci", Prefix: "sd_abcdefgh", State: views.State{Tone: "good", Word: "Works"}, Made: past, CreatorLeft: true, Everything: true, May: []views.Scope{{Name: "a:read"}, {Name: "b:read"}, {Name: "c:read"}}, RevokeHref: "/w/w1/keys/k1/revoke"}}}),
		"confirm-option": views.ConfirmPage(inside("Remove Ada?", "members"), views.Confirm{Question: "Remove Ada?", Verb: "Remove Ada", Back: "/w/w1/members", BackWord: "Members", Keep: "Keep them", Goes: "Ada cannot open this workspace any more.",
			Option: &views.Tick{Name: "revokeKeys", Label: "Also revoke 2 keys of theirs, which otherwise go on working", Chosen: true}}),
		"keys-empty":   views.KeysPage(inside("Keys", "keys"), views.Keys{Form: open}),
		"keys-made":    views.KeysPage(inside("Keys", "keys"), views.Keys{Form: form, Rows: list, New: &views.NewKey{Name: "ci", Key: "sd_secret", Curl: "curl …"}}),
		"keys-refused": views.KeysPage(inside("Keys", "keys"), views.Keys{Form: wrong, Rows: list, Refusal: "A workspace has at most 50 live keys. Revoke one first."}),
	}
}

func tryStates() map[string]templ.Component {
	link := views.Field{Name: "url", Label: "Link", Type: "url", Value: "https://youtu.be/x"}
	hold := views.Field{Name: "hold", Label: "Keep media for", Type: "number", Value: "30"}
	found := views.Found{Supported: true, Platform: site, Target: "A video", Name: "YouTube video x", Canonical: "https://www.youtube.com/watch?v=x", ID: "video_site:x", Importable: true, LookupPrice: "1 credit."}
	it := views.Try{Link: link, Found: &found, Balance: 961, FormID: "f1", Settings: views.ImportSettings{Transcript: true, TranscriptPrice: 1, Hold: hold, Evidence: &views.EvidenceChoice{Pictures: true},
		Profiles: []views.Profile{{Value: "none", Word: "The facts", Says: "What the platform shows.", Price: 1, Alone: "1 credit", WithTranscript: "up to 2 credits", Chosen: true}}}}
	unsupported, looked, failed, saved := it, it, it, it
	kept := found
	kept.Saved, kept.Title, kept.Picture = &views.SavedReference{ID: "z", Title: long, Href: "/w/w1/references/z", Made: past}, long, "/media/z"
	saved.Found = &kept
	unsupported.Found = &views.Found{Canonical: "https://example.com/" + long, Why: "This is no link to one of the four sources."}
	looked.Looked = &views.Looked{Charged: 1, Remaining: 960, Observed: past, Took: "12 ms", Lookup: "/w/1/try/lookup#answer", Link: "https://example.com/1",
		Languages: []views.Option{{Value: "de", Word: "German (de)", Chosen: true}, {Value: "en", Word: "Original (en)"}}, JSON: "{\n  \"object\": \"item\"\n}",
		Post: post(), Picture: "/w/w1/try/picture?url=x", TranscriptNote: "2 lines in en.", Lines: []views.Line{{At: "0:00", Text: "Welcome back."}}, LinesLeft: 1,
		Facts: []views.Fact{{Name: "Title", Value: long}, {Name: "Shares", Missing: "not available"}}}
	failed.Failure = &views.TryFailure{Happened: "This content has been removed", Code: "unavailable_removed", Do: "It cannot be recovered.", RequestID: "req-1"}
	return map[string]templ.Component{
		"try": views.TryPage(inside("Try or import a link", "try"), views.Try{Link: views.Field{Name: "url", Label: "Link", Type: "url"}}),
		"try-demo": views.TryPage(inside("Try or import a link", "try"), views.Try{Link: views.Field{Name: "url", Label: "Link", Type: "url"}, Examples: []views.TagLink{{Tag: "YouTube", Href: "/w/w1/try?url=y"}, {Tag: "TikTok", Href: "/w/w1/try?url=t"}},
			Recent: []views.ImportRow{{ID: "i1", Title: long, Link: "https://example.com/1", Platform: site, State: views.State{Tone: "good", Word: "Succeeded"}, Made: past, Href: "/w/w1/imports/i1"}}}),
		"try-found": views.TryPage(inside("Try or import a link", "try"), it),
		"try-saved": views.TryPage(inside("Try or import a link", "try"), saved),
		"import-many": views.ManyLinksPage(inside("Import many links", "imports"), views.ManyLinks{Links: views.Field{Name: "links", Label: "Links"}, FormID: "f1", Count: 1, Price: 6, Balance: 5, PassedOver: []string{"Line 2 has no link: “soup”"},
			Rows: []views.ManyRow{{Link: "https://youtu.be/x", Platform: site, Says: "A video"}, {Link: "https://youtu.be/y", Title: "Soup", Picture: "/w/w1/try/picture?url=y", Platform: site, Says: "A video", Failed: &views.FailedImport{At: past, Why: "this content is private", Href: "/w/w1/imports/i9"}},
				{Link: "https://youtu.be/z", Title: "Stew", Picture: "/media/z", Platform: site, Says: "A video", Saved: &views.SavedReference{Title: "Stew", Href: "/w/w1/references/z", Made: past}}, {Link: long, Problem: "This is not a link."}}}),
		"import-many-started": views.ManyStartedPage(inside("Imported together", "imports"), views.ManyStarted{Said: "1 import started.", ListHref: "/w/w1/imports",
			Later: &views.ManyLater{Links: "https://youtu.be/y", FormID: "f1", Profile: "full", Hold: "30", Transcript: true, Count: 1},
			Left: []views.ManyRow{{Link: "https://youtu.be/y", Platform: site, Problem: "It is over the limit."}, {Link: "https://youtu.be/z", Title: "Stew", Platform: site, Saved: &views.SavedReference{Title: "Stew", Href: "/w/w1/references/z", Made: past},
				Lacks: []string{"It did not get the tags: it would have too many tags."}}}, Imports: rows()[:2], Moving: true, Progress: "1 succeeded, 1 not finished.", Cost: "3 credits charged, up to 7 credits in all.", Gallery: "/w/w1/references"}),
		"try-unsupported": views.TryPage(inside("Try or import a link", "try"), unsupported),
		"try-looked":      views.TryPage(inside("Try or import a link", "try"), looked),
		"try-bare":        views.TryPage(inside("Try or import a link", "try"), bareTry(looked)),
		"try-list":        views.TryPage(inside("Try or import a link", "try"), listedTry(looked)),
		"try-list-empty":  views.TryPage(inside("Try or import a link", "try"), views.Try{Link: looked.Link, Listed: &views.Listed{Title: "Nothing yet", Observed: past, Cached: true}}),
		"try-failed":      views.TryPage(inside("Try or import a link", "try"), failed),
	}
}

// listedTry is a page of a playlist.
func listedTry(v views.Try) views.Try {
	v.Looked, v.Listed = nil, &views.Listed{Charged: 1, Remaining: 9, Observed: past, Title: "Slow suppers", Total: "62 items in all.", More: true, JSON: "{}", Rows: []views.ListedRow{
		{Title: long, Link: "https://www.youtube.com/watch?v=1", By: "Lantern Kitchen", Views: "about 1,200", Published: "3 days ago", TryHref: "/w/w1/try?url=x"}}}
	return v
}

// bareTry is a lookup of which little came.
func bareTry(v views.Try) views.Try {
	v.Looked = &views.Looked{Observed: past, Cached: true, Took: "3 ms", Facts: []views.Fact{{Name: "Shares", Missing: "not offered on this kind of post"}}}
	return v
}

func importStates() map[string]templ.Component {
	filters := views.Imports{Search: views.Field{Name: "q", Label: "Search titles, a link or an id", Type: "search"}, FromDay: views.Field{Name: "from", Label: "From day (UTC)", Type: "date"},
		ToDay: views.Field{Name: "to", Label: "To day (UTC)", Type: "date"}, ExportHref: "/w/w1/imports/export.csv",
		Bulk: views.Bulk{Cancel: "/w/w1/imports/bulk/cancel", Again: "/w/w1/imports/bulk/again", FormID: "f1", Cannot: "the content is removed, private, restricted or not found"}, States: []views.Option{{Word: "Any", Chosen: true}}, Platforms: []views.Option{{Word: "Any"}}, Codes: []views.Option{{Word: "Any"}}}
	list, none := filters, filters
	list.Rows, list.Moving, list.Older = rows(), true, "/w/w1/imports?cursor=x"
	none.Filtered = true
	ofFailed := list
	ofFailed.RunAll, ofFailed.Total = "/w/w1/imports/retries/new?state=failed", "143 imports"
	moves := views.RerunProgress{State: busy, Moving: true, Done: 61, Total: 143, Left: "At most 3 minutes to go.", Counts: []views.RerunCount{{State: bad, N: 2, Why: []views.Share{{Name: "The platform's response has changed", Count: 2}}}}}
	retry := views.Retry{Href: "/w/w1/imports/retries/r1", What: "Failed imports, " + long, WhatHref: "/w/w1/imports?state=failed", PerMinute: 30, More: true, Made: past, Progress: moves, MayChange: true}
	paused, ended := retry, retry
	paused.Paused, paused.Refusal = true, "It has ended. Nothing was changed."
	ended.MayChange, ended.Progress = false, views.RerunProgress{State: good, Done: 143, Total: 143}
	ended.Imports, ended.MoreImports = rows(), true
	runAll := views.RunAll{What: "Failed imports", Back: "/w/w1/imports?state=failed", Action: "/w/w1/imports/retries/new?state=failed", Count: "143 of 147. Left out: 2 imported again since, 2 cannot succeed, as the content is removed, private, restricted or not found.", Price: "Each that succeeds costs 1 to 5 credits, by what it keeps: up to 715 credits in all.",
		Balance: 12481, Rate: views.Field{Name: "perMinute", Label: "Imports a minute", Type: "number", Value: "61", Problem: "The rate is at most 60.", Required: true}, Refusal: "As many of these as a workspace may have are running."}
	done := views.Stage{Name: "Read the source", State: views.State{Tone: "good", Word: "Done"}, Took: "442 ms", From: 0, Wide: 300}
	broken := views.Stage{Name: "Download media", State: bad, Took: "1.4 s", Code: "network_transport", Failure: "The connection to the platform failed", From: 300, Wide: 700}
	caused := broken
	caused.Cause = "read tcp: connection reset by peer " + long
	next := views.Attempt{Number: 1, State: bad, Route: route("video_site.web"), Version: "1", Began: past, Next: "Next is attempt 2 at 2026-11-21 14:02:10 UTC.", Stages: []views.Stage{done, broken}}
	said := []views.CapturedComment{{By: long, Handle: "@somebody", Text: long, Likes: "about 1,200 likes", Published: past, Replies: []views.CapturedComment{{By: "@author", Text: "Thank you", ByAuthor: true}}}}
	for len(said) < 12 {
		said = append(said, views.CapturedComment{Text: "Nice"})
	}
	waits := views.Import{ID: "i1", Link: "https://youtu.be/x", Canonical: "https://www.youtube.com/watch?v=x", Platform: site, State: views.State{Tone: "warn", Word: "Waiting to retry"},
		Doing: "Attempt 2 in 2 min", Keeps: "the facts", Evidence: "Full: the platform’s own answers, a picture of the page", Price: "Up to 1 credit, charged when it has succeeded.", Made: past, Moving: true, CancelHref: "/w/w1/imports/i1/cancel", Attempts: []views.Attempt{next}}
	failed, kept, fresh := waits, waits, waits
	failed.State, failed.Doing, failed.Moving, failed.CancelHref, failed.Ended = bad, "", false, "", past
	failed.RequestID = "01890a5d-ac96-774b-bcce-b302099a8057"
	failed.Failure, failed.Code, failed.Do, failed.AgainHref, failed.FormID = "All attempts failed", "retry_exhausted", "Import again later.", "/w/w1/imports/i1/again", "f1"
	failed.Attempts = []views.Attempt{{Number: 1, State: bad, Began: past, Stages: []views.Stage{done, caused}}}
	kept.Comments = &views.CapturedComments{Count: 13, Rows: said, Ends: past}
	kept.State, kept.Moving, kept.Reference, kept.Link = good, false, "/w/w1/references/r1", "https://example.com/"+long
	fresh.State, fresh.Doing, fresh.Attempts = views.State{Tone: "busy", Word: "Waiting"}, "Starts as soon as a worker is free", nil
	return map[string]templ.Component{
		"imports-of-failed":    views.ImportsPage(inside("Imports", "imports"), ofFailed),
		"imports-run-all":      views.RunAllPage(inside("Run all again", "imports"), runAll),
		"imports-run-none":     views.RunAllPage(inside("Run all again", "imports"), views.RunAll{What: "Failed imports", Back: "/w/w1/imports", Count: "0 imports.", None: true}),
		"imports-retry":        views.RetryPage(inside("Run again", "imports"), retry),
		"imports-retry-paused": views.RetryPage(inside("Run again", "imports"), paused),
		"imports-retry-done":   views.RetryPage(inside("Run again", "imports"), ended),
		"imports":              views.ImportsPage(inside("Imports", "imports"), list),
		"imports-empty":        views.ImportsPage(inside("Imports", "imports"), filters),
		"imports-none":         views.ImportsPage(inside("Imports", "imports"), none),
		"import-waiting":       views.ImportPage(inside("Import", "imports"), waits),
		"import-failed":        views.ImportPage(inside("Import", "imports"), failed),
		"import-succeeded":     views.ImportPage(inside("Import", "imports"), kept),
		"import-fresh":         views.ImportPage(inside("Import", "imports"), fresh),
	}
}
