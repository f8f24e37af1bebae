package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// asSupport is the frame of somebody without a workspace of their own.
func asSupport(title, place string) views.Frame {
	return views.Frame{Title: title, Place: place, Now: "2026-11-21T14:00:00Z", Here: "/support", Person: &views.Person{Name: "Sam Support", Email: "sam@example.com", Support: true}}
}

// route is a route with its name in words.
func route(id string) views.Route { return views.Route{ID: id, Word: "YouTube website"} }

// supportStates are the pages of support.
func supportStates() map[string]templ.Component {
	reason := views.Field{Name: "reason", Label: "Reason", Hint: "The owners read it.", Example: "Why", Max: 500, Required: true}
	missing := reason
	missing.Problem = "The reason is needed."
	ranges := []views.Choice{{Href: "/support?range=1h", Word: "1 hour"}, {Href: "/support?range=24h", Word: "24 hours", On: true}}
	anyOf := []views.Option{{Word: "Any"}, {Value: "network_transport", Word: "network_transport", Chosen: true}}
	failures := views.Failures{Ranges: ranges, Range: "24h", Span: "24 hours", Codes: anyOf, Platforms: anyOf, Routes: anyOf, Open: []views.Option{{Word: "Any"}, {Value: "yes", Word: "Open only"}}, Total: 6, Trying: 2,
		Known: []views.FailureGroup{{Code: "source_changed", Words: "The platform's response has changed", Platform: site, Count: 2, Open: 2, Trend: make([]int64, 12), Last: past, Href: "/support#each",
			Mark: "/support/known?code=source_changed", Note: long, MendedIn: "1.3.0", Until: soon}},
		Groups: []views.FailureGroup{
			{Code: "route_degraded", Words: "The platform asked for a bot check", Platform: site, Count: 1, Open: 1, Trend: make([]int64, 12), Last: past, Href: "/support#each", Mark: "/support/known?code=route_degraded",
				Note: "Ticket 12", Until: past, Returned: "in version 1.3.1"},
			{Code: "network_transport", Words: "The connection to the platform failed", Platform: site, Route: route("video_site.web"), Count: 4, Solved: 2, Open: 1, Before: 1, Workspaces: 2,
				Trend: []int64{0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3}, Last: past, Href: "/support?code=network_transport", RunAgain: "/support/reruns/new?code=network_transport", Runs: 1, Replay: "/support/replay?code=network_transport",
				Rows: []views.FailedRow{{Href: "/support/imports/i1", Link: "https://example.com/" + long, Workspace: long, WorkspaceHref: "/support/workspaces/w1", Stage: "Reading the source",
					Cause: "network_transport routeId=video_site.web: lookup source(item:video_site:1): EOF", Attempts: 5, Made: past, Solved: "/support/imports/i2"},
					{Href: "/support/imports/i3", Link: "https://example.com/3", Workspace: "W", WorkspaceHref: "/support/workspaces/w2", Stage: "Downloading the media", Cause: "no answer came in time", Raw: "i/o timeout", Attempts: 1, Made: past}}},
			{Code: "internal_error", Words: long, Platform: site, Count: 1, Solved: 1, Replay: "/support/replay?code=internal_error", Trend: make([]int64, 12), Last: past, Href: "/support?code=internal_error"}},
		Older: "/support?cursor=c", RunAgain: "/support/reruns/new?range=24h", Runs: 5}
	filtered := views.Failures{Find: views.Field{Name: "find", Label: "Link", Value: "nothing", Problem: "Nothing is known by this."}, Ranges: ranges, Range: "24h", Span: "24 hours", Codes: anyOf, Platforms: anyOf,
		Routes: anyOf, Filtered: true, Workspace: "w1", WorkspaceName: "Lantern Kitchen", AllWorkspaces: "/support?range=24h"}
	failed := views.SupportImport{ID: "i1", Link: "https://example.com/1", Canonical: "https://example.com/1", Platform: site, Subject: "video_site:1", Keeps: "the facts", Price: "Up to 1 credit, charged when it has succeeded.",
		Workspace: "Lantern Kitchen", WorkspaceHref: "/support/workspaces/w1", Balance: 12481, State: bad, Ended: true, LastCode: "network_transport",
		Words: "The connection to the platform failed", FailedStage: "Reading the source", Cause: long, LastRoute: route("video_site.web"), RequestID: "req-1", Attempt: 2, Made: past, Finished: past,
		Reruns: []string{"i2"}, SolvedBy: "i2", Alike: "/support?code=network_transport", Reason: missing, Refusal: "This workspace is already importing this link. Nothing was changed.",
		Attempts: []views.Attempt{{Number: 1, State: bad, Route: route("video_site.web"), Version: "1", Began: past, Stages: []views.Stage{
			{Name: "Check the link", State: good, Took: "1 ms", Wide: 100}, {Name: "Read the source", State: bad, Took: "1.4 s", From: 100, Wide: 900, Code: "network_transport",
				Failure: "The connection to the platform failed", Cause: "the connection was closed before the answer ended", Raw: "EOF"}}},
			{Number: 2, State: bad, Began: past, Stages: []views.Stage{{Name: "Read the source", State: bad, Code: "route_degraded", Failure: "The platform asked for a bot check",
				Answer: &views.PlatformAnswer{Status: "200 OK", Title: "Please verify", Marker: "captcha", Head: "<title>Please verify</title>"}}}}}}
	removed := failed
	removed.SolvedBy, removed.Refusal, removed.Unavailable = "", "", "It cannot succeed, as the content is removed, private, restricted or not found."
	running := views.SupportImport{ID: "i2", Link: "https://example.com/1", Platform: site, Workspace: "Lantern Kitchen", WorkspaceHref: "/support/workspaces/w1", State: busy, RerunOf: "i1", Made: past, Next: soon, Reason: reason}
	workspace := views.SupportWorkspace{ID: "w1", Name: long, Href: "/support/workspaces/w1", Made: past, Balance: 12481, Granted: 13000, Spent: 519, Members: 3, Imports: 40, Failed: 2, Failures: "/support?workspace=w1"}
	listed := []views.ListedImport{{Href: "/support/imports/i1", Link: "https://example.com/" + long, Subject: "video_site:1", Platform: site, State: bad, Code: "network_transport", Failure: "The connection to the platform failed", Workspace: long,
		WorkspaceHref: "/support/workspaces/w1", Made: past}, {Href: "/support/imports/i2", Link: "https://example.com/2", Platform: site, State: good, Workspace: "W", WorkspaceHref: "/support/workspaces/w2", Made: past}}
	sorts := []views.Choice{{Word: "Newest", Href: "/support/workspaces", On: true}, {Word: "Highest share of failures, 24 h", Href: "/support/workspaces?sort=failures"}}
	known := views.Known{Code: "route_degraded", Reason: "bot_check", Words: "The platform asked for a bot check", Platform: site, PlatformName: "video_site", Route: route("video_site.web"), Program: "1.2.0", Note: missing,
		MendedIn: views.Field{Name: "mendedIn", Label: "Mended in version"}, Days: views.Field{Name: "days", Label: "Known for", Type: "number", Value: "14"}, Marked: past, Before: "Ticket 12"}
	works := views.SupportRoute{Day: "98.1 %", Route: route("video_site.web"), Href: "/support/routes/video_site.web", Version: "1", Platform: site, Operations: "Answers: item, items.", State: "enabled", Calls: 40, Failed: 2,
		Share: "95 %", P50: "120 ms", P95: "900 ms", LastSuccess: past, LastFailure: past, LastCode: "network_timeout", Failures: "/support?route=video_site.web"}
	off, degraded, fixed := works, works, works
	off.State, off.Reason, off.Since = "disabled", long, past
	degraded.State, degraded.Reason, degraded.Since = "degraded", "network_timeout", past
	fixed.State, fixed.Reason, fixed.BySettings, fixed.Share, fixed.Calls = "disabled", "switched off by the operator", true, "", 0
	acts := []views.Act{{When: past, Person: "Sam Support", Workspace: "Lantern Kitchen", WorkspaceHref: "/support/workspaces/w1", Did: "Ran an import again", Subject: "i1", Href: "/support/imports/i1", Reason: long, RequestID: "req-1"},
		{When: past, Person: "Sam Support", Did: "Switched off a route", Subject: "clip_site.web", Href: "/support/routes/clip_site.web", Reason: "They asked us to.", RequestID: "req-2"}}
	change := views.ShapesChange{Href: "/support/shapes/r1", Version: "2026-10-05-1f0a4420", Made: past, Reason: long, State: views.State{Tone: "busy", Word: "Used by one process"}}
	withdrawn := views.ShapesChange{Href: "/support/shapes/r2", Version: "2026-10-05-2b0a4420", Made: past, Reason: "The ids were renewed.", Why: "Fewer calls succeeded; photo_site.web item: 1 of 12 calls succeeded, without it 40 of 41.", Others: true, State: views.State{Tone: "bad", Word: "Withdrawn"}}
	waiting := []views.WaitingImports{{Word: "Sent to the queue", Count: 2, Since: past, Href: "/support/imports?state=queued"}, {Word: "Waiting to try again", Count: 1, Since: soon}, {Word: "Running"}}
	moving := views.RerunProgress{State: busy, Moving: true, Done: 42, Total: 124, LeftOut: 19, Left: "At most 3 minutes to go.", Counts: []views.RerunCount{{State: good, N: 40}, {State: bad, N: 2,
		Why: []views.Share{{Name: "The platform's response has changed", Count: 2}}}, {State: views.State{Tone: "calm", Word: "Left out"}, N: 19, Why: []views.Share{{Name: "the workspace was closed", Count: 19}}}}}
	rerun := views.SupportRerun{ID: "r1", Href: "/support/reruns/r1", What: long, WhatHref: "/support?code=source_changed#each", PerMinute: 30, More: true, Person: "Sam Support", Reason: long, Made: past,
		Progress: moving, Because: reason}
	paused, ended := rerun, rerun
	paused.Paused, paused.Because, paused.Refusal = true, missing, "The rerun has ended. Nothing was changed."
	ended.Ended, ended.Progress = true, views.RerunProgress{State: good, Done: 143, Total: 143}
	ended.Imports, ended.AllImports = []views.ListedImport{{Href: "/support/imports/i2", Link: "https://example.com/2", Platform: site, State: good, Workspace: "W", WorkspaceHref: "/support/workspaces/w2", Made: past}}, "/support/imports?rerun=r1"
	group := views.RunGroup{What: long, Back: "/support", Action: "/support/reruns/new?code=source_changed", Count: 9_900, LeftOut: []views.Share{{Name: "the workspace has the post by another import", Count: 98}, {Name: long, Count: 2}}, More: true, Most: 10_000, Reason: missing, Refusal: "Nothing is left to run again.",
		Rate: views.Field{Name: "perMinute", Label: "Imports a minute", Type: "number", Value: "30", Required: true}}
	fields := []views.FieldFills{{Operation: "account", Answers: 12, Fields: []views.FieldFill{{Name: "bio", Week: "50 %", Days: []views.FieldDay{{}, {Share: "50 %", Percent: 50}}}}},
		{Operation: "item", Kind: "video", Answers: 2800, Missing: 1, Fields: []views.FieldFill{{Name: "stats.likes", Day: "61 %", Week: "70.2 %", Before: "98 %", Decayed: true, Days: []views.FieldDay{{Share: "98 %", Percent: 98}, {Share: "61 %", Percent: 61}, {Share: "0 %", Percent: 0}}}}}}
	incident := views.IncidentDetail{Incident: views.Incident{ID: "1", Route: route("video_site.web"), Operation: "item", Code: "source_changed", Cause: "the platform’s response has changed and could not be read", Detail: "missing: videoDetails.title", Began: past}, RouteHref: "/support/routes/video_site.web", Why: "Two checks in a row failed.",
		Failed: 160, Workspaces: []views.IncidentCount{{Name: long, Href: "/support/workspaces/1", Count: 160}}, Versions: []views.IncidentCount{{Name: "1.4.0, 1", Count: 160}}, Failures: "/support?route=video_site.web", Replay: "/support/replay?route=video_site.web",
		Shapes:  []views.ShapesShare{{Operation: "item", Version: "2026-10-05-00c50756", Succeeded: "3 of 40"}, {Operation: "item", Succeeded: "38 of 40"}},
		Answers: []views.ChangedAnswer{{At: past, Operation: "item", Missing: []string{"title"}, Head: "<html>", Href: "/support/routes/video_site.web/answers/1"}}, Good: []views.ReplayField{{Name: "title", Good: "A lantern"}}, GoodAt: past,
		Done: []views.Act{{When: past, Person: "Sam", Did: "Switched off a route", Subject: "video_site.web", Reason: "It answers nothing."}}}
	decayed := views.IncidentDetail{Incident: views.Incident{ID: "2", Route: route("video_site.web"), Operation: "item video", Field: "stats.likes", Share: "61 %", Before: "98 %", Began: past, Ended: past}, RouteHref: "/support/routes/video_site.web", Why: "The answers have a field less often."}
	replay := views.Replay{What: "The platform changed, YouTube, video_site.web, in 24 hours", Back: "/support", Action: "/support/replay", Failed: 160, Most: 200, Days: 7, MostMiB: 1, Program: "1.4.0",
		Reason: views.Field{Name: "reason", Label: "Reason", Required: true, Max: 500}, Download: "/support/replay/1/answers", Refusal: "No answers are kept of these imports."}
	replayed := replay
	replayed.Refusal, replayed.Done, replayed.Read, replayed.Succeeded, replayed.Left, replayed.HasGood = "", true, 160, 143, 2, true
	replayed.Outcomes = []views.ReplayOutcome{{Count: 143}, {Code: "source_changed", Missing: "videoDetails.title", Count: 17}}
	replayed.Fields = []views.ReplayField{{Name: "author.handle", Read: "143 of 143", Example: "@demo", Good: "@known"}, {Name: "stats.likes", Read: "0 of 143", Good: "12"}, {Name: "title", Read: "143 of 143", Example: long}}
	replayed.Rows = []views.ReplayRow{{Href: "/support/imports/1", Link: "https://www.youtube.com/watch?v=1", Then: "source_changed", Title: long, At: past}, {Href: "/support/imports/2", Link: "https://www.youtube.com/watch?v=2", Then: "source_changed", Now: "source_changed", Missing: "videoDetails.title", Cut: true, At: past},
		{Href: "/support/imports/3", Link: "https://www.youtube.com/watch?v=3", Then: "source_changed", Now: "route_degraded", Detail: "the platform answered 429", At: past}}
	mended := views.Mended{Words: "The platform's response has changed", Code: "source_changed", Platform: site, Route: route("video_site.web"), Action: "/support/mended?code=source_changed",
		Text: views.Field{Name: "text", Label: "What was mended", Max: 280, Required: true}}
	again := mended
	again.Before, again.BeforeAt, again.Told, again.Telling, again.Refusal, again.Text.Problem = long, past, 3, true, "Nobody was told again.", "The text is needed."
	return map[string]templ.Component{
		"support-rerun":             views.SupportRerunPage(asSupport("Rerun", "support-failures"), rerun),
		"support-rerun-paused":      views.SupportRerunPage(asSupport("Rerun", "support-failures"), paused),
		"support-rerun-done":        views.SupportRerunPage(asSupport("Rerun", "support-failures"), ended),
		"support-reruns":            views.SupportRerunsPage(asSupport("Reruns", "support-failures"), views.SupportReruns{Rows: []views.SupportRerun{rerun, ended}, Older: "/support/reruns?cursor=c"}),
		"support-reruns-none":       views.SupportRerunsPage(asSupport("Reruns", "support-failures"), views.SupportReruns{}),
		"support-run-group":         views.RunGroupPage(asSupport("Run again", "support-failures"), group),
		"support-run-group-none":    views.RunGroupPage(asSupport("Run again", "support-failures"), views.RunGroup{What: "All failed imports", Back: "/support", LeftOut: []views.Share{{Name: "the content is removed", Count: 2}}}),
		"support-incident":          views.SupportIncidentPage(asSupport("Incident", "support-routes"), incident),
		"support-incident-field":    views.SupportIncidentPage(asSupport("Incident", "support-routes"), decayed),
		"support-shapes":            views.ShapesPage(asSupport("Platform shapes", "support-routes"), views.Shapes{Needs: []views.Need{{Words: "They are old.", Href: "#change", Act: "Change them"}}, Sources: "Shapes of 2026-10-05.", Version: "2026-10-05-00c50756", Values: []views.ShapesValue{{Name: "video_site.clients.web.version", Value: "2.20261005.01.00"}}, Rows: []views.ShapesChange{change}, Text: views.Field{Name: "text", Label: "Values", Value: "{}", Mono: true}, Reason: missing, Refusal: "Another change is being tried."}),
		"support-shapes-none":       views.ShapesPage(asSupport("Platform shapes", "support-routes"), views.Shapes{Version: "2026-10-05-00c50756", Changed: true, Text: views.Field{Name: "text", Label: "Values", Problem: "This text cannot be used."}, Reason: reason}),
		"support-shapes-change":     views.ShapesChangePage(asSupport("Change of shapes", "support-routes"), views.ShapesDetail{ShapesChange: change, Person: "Sam Support", Text: "{}", Moving: true, OneAt: past, Differences: []views.ShapesDifference{{Name: "photo_site.documents.post", Before: `["1"]`, After: `["2"]`}}, Tried: []views.ShapesTried{{Route: route("photo_site.web"), Operation: "account", Before: "source_changed"}, {Route: route("photo_site.web"), Operation: "search", Before: "source_changed", With: "source_changed", Detail: long}}, Calls: []views.ShapesCalls{{Name: "photo_site.web, account", With: "20 of 20", Others: "0 of 12"}, {Name: "photo_site.web, item", With: "3 of 3"}}, Because: reason}),
		"support-shapes-withdrawn":  views.ShapesChangePage(asSupport("Change of shapes", "support-routes"), views.ShapesDetail{ShapesChange: withdrawn, Person: "Sam Support", Text: "{}", Ended: true, EndedAt: past}),
		"support-replay":            views.ReplayPage(asSupport("Read again", "support-failures"), replay),
		"support-replay-read":       views.ReplayPage(asSupport("Read again", "support-failures"), replayed),
		"support-mended":            views.MendedPage(asSupport("Mended", "support-failures"), mended),
		"support-mended-again":      views.MendedPage(asSupport("Mended", "support-failures"), again),
		"support-failures":          views.FailuresPage(asSupport("Failures", "support-failures"), failures),
		"support-failures-none":     views.FailuresPage(asSupport("Failures", "support-failures"), views.Failures{Ranges: ranges, Range: "24h", Span: "24 hours"}),
		"support-failures-filtered": views.FailuresPage(asSupport("Failures", "support-failures"), filtered),
		"support-import-failed":     views.SupportImportPage(asSupport("Import", "support-failures"), failed),
		"support-import-removed":    views.SupportImportPage(asSupport("Import", "support-failures"), removed),
		"support-import-running":    views.SupportImportPage(asSupport("Import", "support-failures"), running),
		"support-workspaces":        views.SupportWorkspacesPage(asSupport("Workspaces", "support-workspaces"), views.SupportWorkspaces{Find: views.Field{Name: "q", Label: "Name", Type: "search"}, Sorts: sorts, Rows: []views.SupportWorkspace{workspace}, Older: "/support/workspaces?cursor=c"}),
		"support-workspaces-none":   views.SupportWorkspacesPage(asSupport("Workspaces", "support-workspaces"), views.SupportWorkspaces{Find: views.Field{Name: "q", Label: "Name", Type: "search", Value: long, Problem: "Too long."}}),
		"support-workspace": views.SupportWorkspacePage(asSupport("Workspace", "support-workspaces"), views.SupportWorkspaceDetail{SupportWorkspace: workspace, Once: "once",
			Amount: views.Field{Name: "amount", Label: "Credits", Value: "none", Problem: "Enter a whole number of 1 or more.", Required: true, Mono: true}, Reason: reason, Acts: acts[:1], Recent: listed, AllImports: "/support/imports?workspace=w1", Older: "/support/workspaces/w1?cursor=c",
			Ledger: []views.LedgerRow{{When: past, For: "Import: media", Import: "/support/imports/i1", Amount: -2, After: 12481}}, People: []views.MemberRow{{Name: long, Email: "olive@example.com", Role: "Owner", Joined: past}},
			Keys: []views.KeyRow{{Name: "ci", Prefix: "sd_abcdefgh", State: views.State{Tone: "good", Word: "Works"}, Used: past, Made: past}}}),
		"support-workspace-new": views.SupportWorkspacePage(asSupport("Workspace", "support-workspaces"), views.SupportWorkspaceDetail{SupportWorkspace: workspace, Reason: reason}),
		"support-found": views.SupportFoundPage(asSupport("Found", "support-failures"), views.SupportFound{Find: views.Field{Name: "find", Label: "Link", Value: "clip_site:1"}, Imports: listed,
			Workspaces: []views.SupportWorkspace{workspace}, Requests: []views.FoundRequest{{RequestRow: views.RequestRow{At: past, Operation: "lookupItem", Subject: views.Named{ID: "clip_site:1"}, Status: 503, Code: "route_degraded",
				Failure: "The platform is temporarily refusing requests", Took: "1.2 s", Route: route("clip_site.web"), RequestID: "r1"}, Workspace: "W", WorkspaceHref: "/support/workspaces/w1"}}}),
		"support-imports":        views.SupportImportsPage(asSupport("Imports", "support-queues"), views.SupportImports{Rows: listed, States: anyOf, Older: "/support/imports?cursor=c"}),
		"support-imports-none":   views.SupportImportsPage(asSupport("Imports", "support-workspaces"), views.SupportImports{States: anyOf, Workspace: "w1", WorkspaceName: "W"}),
		"support-imports-failed": views.SupportImportsPage(asSupport("Imports", "support-workspaces"), views.SupportImports{Rows: listed, States: anyOf, Workspace: "w1", WorkspaceName: "W", RunAgain: "/support/reruns/new?workspace=w1", Runs: 3}),
		"support-known":          views.KnownPage(asSupport("Known failure", "support-failures"), known),
		"support-routes": views.SupportRoutesPage(asSupport("Routes", "support-routes"), views.SupportRoutes{Sources: "Shapes of 2026-10-05.", Needs: []views.Need{{Words: long, Href: "/support/shapes", Act: "Change the shapes"}}, Rows: []views.SupportRoute{works, off, degraded, fixed},
			CheckReason: views.Field{Name: "reason", Label: "Reason"}, Past: []views.Incident{{ID: "i2", Route: route("clip_site.web"), Operation: "item", Code: "source_changed", Detail: "missing: " + long, Began: past}, {ID: "i1", Route: route("video_site.web"), Operation: "media", Code: "network_timeout", Began: past, Ended: past}}}),
		"support-route":          views.SupportRoutePage(asSupport("video_site.web", "support-routes"), views.SupportRouteDetail{SupportRoute: works, Past: views.RoutePast{Day: "95 %", Thirty: "99.2 %", Hours: []views.HourStatus{{Label: "21 Nov 13:00", Succeeded: 38, Failed: 2}}}, Fields: fields, Unread: []views.UnreadName{{Operation: "items", Name: "lockupViewModel2", Lately: 3, Pages: 40, First: past}}, Reason: missing, SureProblem: "Tick this to go on."}),
		"support-route-checking": views.SupportRoutePage(asSupport("video_site.web", "support-routes"), views.SupportRouteDetail{SupportRoute: works, Reason: reason, Checking: true, CheckAsked: past, CheckRuns: true}),
		"support-route-off":      views.SupportRoutePage(asSupport("video_site.web", "support-routes"), views.SupportRouteDetail{SupportRoute: off, CheckReason: missing, Reason: reason, Refusal: "Somebody was faster."}),
		"support-route-settings": views.SupportRoutePage(asSupport("video_site.web", "support-routes"), views.SupportRouteDetail{SupportRoute: fixed, Reason: reason}),
		"support-queues": views.QueuesPage(asSupport("Queues", "support-queues"), views.QueuesNow{At: past, Imports: waiting,
			Queues: []views.Queue{{Name: "deliveries", Pending: 2, Active: 1, Slots: 32, Processed: 12481, Latency: "3 s"}, {Name: "imports", Slots: 2, Paused: true, Latency: "0 s"}, {Name: "watches", Pending: 1, Latency: "0 s"}}, Quiet: []string{"changes", "mails"}, Unserved: []string{"alert_mails", "digests"}, Workers: []views.Worker{{Host: "host", PID: 4711, Slots: 8, Busy: 1, State: "active", Since: past}}}),
		"support-queues-empty": views.QueuesPage(asSupport("Queues", "support-queues"), views.QueuesNow{At: past, Imports: waiting}),
		"support-queues-away":  views.QueuesPage(asSupport("Queues", "support-queues"), views.QueuesNow{At: past, Imports: waiting, Away: "dial tcp 192.0.2.1:6379: connect: connection refused"}),
		"support-audit":        views.AuditPage(asSupport("Audit", "support-audit"), views.Audit{Support: true, Title: "Audit", People: anyOf, Actions: anyOf, Filtered: true, Workspace: views.Field{Name: "workspace", Label: "Workspace, by id or whole name"}, From: views.Field{Name: "from", Label: "From day (UTC)", Type: "date"}, To: views.Field{Name: "to", Label: "To day (UTC)", Type: "date"}, Rows: acts, Newest: "/support/audit"}),
		"workspace-audit":      views.AuditPage(inside("Audit", "audit"), views.Audit{Title: "Support actions in this workspace", Back: "/w/w1/audit", BackWord: "Audit"}),
	}
}
