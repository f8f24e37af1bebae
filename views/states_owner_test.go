package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// ownerStates are credits, members and the API reference.
func ownerStates() map[string]templ.Component {
	prices := []views.Price{{What: "Lookup", Credits: "1", Note: "Live, or the first serving of a stored observation."}}
	people := []views.MemberRow{{Name: "Olive Owner", Email: "olive@example.com", Role: "Owner", You: true, Joined: past, At: "/w/w1/members/u1"},
		{Name: long, Email: "a-very-long-address-without-an-end@an-even-longer-domain.example.com", Joined: past, At: "/w/w1/members/u2"}}
	manage := views.Members{People: people, Manage: true, Invite: "/w/w1/invites", Email: views.Field{Name: "email", Label: "Email", Type: "email", Value: "nobody", Problem: "Enter a valid email address."},
		Role: views.Field{Name: "role", Label: "Role"}, Roles: []views.Option{{Value: "member", Word: "Member", Chosen: true}, {Value: "owner", Word: "Owner"}},
		Invites: []views.OpenInvite{{Email: "new@example.com", Role: "Owner", Made: past, Ends: soon, At: "/w/w1/invites/v1"}}, Refusal: "A workspace needs at least one owner."}
	fresh := manage
	fresh.People, fresh.Invites, fresh.Refusal, fresh.Email.Problem = people[:1], nil, "", ""
	field := views.DocsField{Name: "url", In: "query", Says: "A link", Bounds: "1 to 2,048 characters", Required: true, Kind: views.DocsKind{Word: "text"}}
	listed := views.DocsField{Name: "state", Kind: views.DocsKind{Word: "one of", Enum: []string{"on", "off"}, Null: true}}
	samples := map[string]views.Sample{"curl": {Text: "curl 'https://social.example/v1/me' -H \"Bearer $KEY\"", Key: "$KEY"}, "go": {Text: "package main"}}
	guide := views.Guide{Slug: "first-calls", Title: "First calls", About: "A lookup and an import.", HTML: "<p>A lookup and an import.</p>"}
	docs := views.Docs{Version: "0.1.0", Origin: "https://social.example", Start: samples, Prices: prices, Guides: []views.Guide{guide},
		Groups: []views.DocsGroup{{Slug: "items", Word: "Items", About: "One by one.", Operations: []views.DocsOperation{
			{ID: "lookupItem", Method: "GET", Path: "/v1/items/lookup", Summary: "Look up one public item", Credential: "API key", Scope: "items:read", Price: "1 credit", Limit: "120 a minute",
				Parameters: []views.DocsField{field, listed}, Fields: []views.DocsField{listed}, Answer: views.DocsKind{Shape: "Item"}, Status: "200", Statuses: []string{"400", "503"}, Samples: samples, Example: "{}"},
			{ID: "deleteIt", Method: "DELETE", Path: "/v1/items/{itemId}", Summary: "Delete it", Credential: "session", Role: "owner", Price: "free", Limit: "600 a minute", Body: []views.DocsField{field}, Status: "204", Samples: samples}}}},
		Shapes: []views.DocsShape{{Name: "Item", Fields: []views.DocsField{listed}}, {Name: "Envelope"}},
		Tests: views.DocsTests{Links: []views.DocsTestLink{{URL: "https://www.youtube.com/watch?v=test-stage9", Way: "import", Does: "A video whose import fails at this stage.", Code: "not_found", Stage: "commit_reference"}, {URL: "https://www.youtube.com/watch?v=test-normal", Way: "item lookup", Does: "A video."}},
			Elsewhere: []views.DocsTestCode{{Code: "rate_limited", How: "Ask often."}}, Endpoints: []views.DocsTestLink{{URL: "https://webhooks.invalid/gone", Does: "Answers 410."}}},
		Errors: []views.DocsError{{Code: "rate_limited", Status: 429, Retryable: true, Message: "Too many requests.", Do: "Wait."}, {Code: "not_found", Status: 404, Also: []string{"410", "451"}, Message: "Not found.", Do: "Check it."}}}
	anyOption := []views.Option{{Word: "Any"}}
	return map[string]templ.Component{
		"credits-unmetered": views.CreditsPage(inside("Credits", "credits"), views.CreditsPageProps{Balance: 1<<52 - 19, Granted: 1 << 52, Spent: 519, Prices: prices, Audit: "/w/w1/audit/support", Try: "/w/w1/try",
			Rows: []views.LedgerRow{{When: views.When{Ago: "2 hours ago"}, For: "Lookup", Amount: -1, After: 1<<52 - 19}}}),
		"acts": views.ActsPage(inside("Audit", "audit"), views.Acts{Who: []views.Option{{Word: "Anybody"}}, What: []views.Option{{Word: "Anything"}}, From: views.Field{Name: "from", Label: "From day (UTC)", Type: "date"}, To: views.Field{Name: "to", Label: "To day (UTC)", Type: "date"},
			Filtered: true, All: "/w/w1/audit", CSV: "/w/w1/audit/export.csv", Support: "/w/w1/audit/support", Newest: "/w/w1/audit",
			Rows: []views.ActRow{{When: views.When{Ago: "2 hours ago"}, Did: "Made a key", About: "ci", Subject: "k1", Detail: "ci", Who: "Olive Owner", Door: "person", Address: "192.0.2.7"},
				{When: views.When{Ago: "3 hours ago"}, Did: "Changed a member’s role", About: "Ada", Subject: "u2", Detail: "“member” → “owner”", Who: "Olive Owner", Door: "person", Address: "192.0.2.7"},
				{When: views.When{Ago: "4 hours ago"}, Times: 6, Did: "Signed in", Who: "Olive Owner", Door: "person", Address: "192.0.2.7"},
				{When: views.When{Ago: "a day ago"}, Did: "Support: Granted credits", Subject: "500", Detail: "They lost a day.", Who: "Sam", Door: "support"},
				{When: views.When{Ago: "a day ago"}, Did: "Restored a reference", Subject: "01a22335-0145-7ba6-b507-3df57c19a2f1", Kind: "Reference", Href: "/w/w1/references/r1", Who: "ci", Door: "key", Address: "2001:db8:85a3:8d3:1319:8a2e:370:7348"}}}),
		"acts-empty": views.ActsPage(inside("Audit", "audit"), views.Acts{Support: "/w/w1/audit/support"}),
		"credits": views.CreditsPage(inside("Credits", "credits"), views.CreditsPageProps{Balance: 12481, Granted: 13000, Spent: 519, Prices: prices, Audit: "/w/w1/audit", Try: "/w/w1/try", Older: "/w/w1/credits?cursor=c",
			Lasts: "lasts about 12 days at the pace of the last 7 days", Span: views.Span{From: views.Field{Name: "from", Label: "First day", Type: "date"}, To: views.Field{Name: "to", Label: "Last day", Type: "date"}, Period: "the last 30 days"},
			Sum: 519, MostSummed: 20000, Filtered: true, All: "/w/w1/credits", Spenders: []views.Option{{Word: "Anybody"}, {Value: "key:k1", Word: "Key “ci”", Chosen: true}},
			For:   []views.Share{{Name: "Imports", Count: 400}, {Name: "Runs of watches", Count: 119}},
			By:    []views.Share{{Name: "Key “ci”", Count: 500, Href: "/w/w1/credits?by=key:k1"}, {Name: "Support", Count: 19}},
			Chart: views.Chart{Name: "Spending", Unit: "credit", Spent: true, Zone: "UTC", Period: "the last 30 days", Bars: []views.Bar{{Label: "20 Nov", Good: 500}, {Label: "21 Nov", Good: 19, Open: true}}},
			Rows:  []views.LedgerRow{{When: past, For: "Import: transcript, media", Subject: views.Named{ID: "video_site:1", Title: "How to fold a crane", Href: "/w/w1/references/r1"}, Import: "/w/w1/imports/i1", Amount: -2, After: 12481, By: "Key “ci”"}, {When: past, For: "Granted", Note: long, Amount: 12000, After: 12483}}}),
		"credits-low": views.CreditsPage(inside("Credits", "credits"), views.CreditsPageProps{Prices: prices, Audit: "/w/w1/audit", Try: "/w/w1/try",
			Low: views.LowBalance{Says: "Tell me when the balance is low", Revision: 3, Action: "/w/w1/credits/low-balance", Refusal: "Somebody was faster.", ByMail: true, At: views.Field{Name: "lowBalance", Label: "Tell me at", Value: "x", Problem: "Enter a whole number of credits, or nothing."}}}),
		"credits-empty":  views.CreditsPage(inside("Credits", "credits"), views.CreditsPageProps{Prices: prices, Audit: "/w/w1/audit", Try: "/w/w1/try"}),
		"members":        views.MembersPage(inside("Members", "members"), manage),
		"members-fresh":  views.MembersPage(inside("Members", "members"), fresh),
		"members-member": views.MembersPage(asMember(inside("Members", "members")), views.Members{People: people}),
		"invite-made":    views.NewInvitePage(inside("Invite made", "members"), views.NewInvite{Email: "new@example.com", Role: "owner", Link: "https://social.example/invite/token", Back: "/w/w1/members", Ends: soon}),
		"requests": views.RequestsPage(inside("Requests", "requests"), views.Requests{KeptDays: 30, Find: views.Field{Name: "requestId", Label: "Request id", Type: "search"}, Outcomes: anyOption, Operations: anyOption, Keys: anyOption,
			From: views.Field{Name: "from", Label: "From day (UTC)", Type: "date"}, To: views.Field{Name: "to", Label: "To day (UTC)", Type: "date"}, Filtered: true, All: "/w/w1/requests",
			CSV: "/w/w1/requests.csv", Older: "/w/w1/requests?cursor=c", Rows: []views.RequestRow{
				{At: past, Operation: "lookupItem", Did: "Look up one public item", Subject: views.Named{ID: "video_site:1", Title: long, Href: "/w/w1/references/r1"}, Status: 200, Took: "12 ms", Cached: true, Route: route("video_site.web"), Who: "ci", RequestID: "r1"},
				{At: past, Operation: "page.lookupItem", Did: "Look up one public item", Subject: views.Named{ID: "video_site:2"}, Status: 404, Code: "not_found", Failure: "The platform could not find this content", Took: "1.2 s", Who: long, RequestID: "r2"},
				{At: past, Operation: "page.createIngestions", Did: "Import up to 100 links at once", Status: 303, Took: "9 ms", Who: "Olive", RequestID: "r4"},
				{At: past, Operation: "search", Did: "Search items or accounts", Status: 503, Code: "route_degraded", Failure: "The platform is temporarily refusing requests", Took: "1 ms", Credits: 1, RequestID: "r3"}}}),
		"requests-one": views.RequestsPage(inside("Requests", "requests"), views.Requests{Filtered: true, Whole: true, All: "/w/w1/requests", Rows: []views.RequestRow{
			{At: past, Exact: "2 Jan 2026, 03:04:05.678 UTC", Operation: "lookupItem", Method: "GET", Path: "/v1/items/lookup", Did: "Look up one public item", Status: 400, Code: "invalid_input", Failure: "The request was not valid", Took: "1 ms", Who: "ci", Key: true, RequestID: "r3",
				Refused: []views.RefusedField{{Name: "url", In: "query", Reason: "required", Expected: "a link"}, {Name: "Accept-Signature", In: "header", Reason: "format"}}},
			{At: past, Exact: "2 Jan 2026, 03:04:05.678 UTC", Operation: "lookupItem", Method: "GET", Did: "Look up one public item", Subject: views.Named{ID: "video_site:2"}, Status: 404, Code: "not_found", Failure: "The platform could not find this content", Took: "1.2 s", Who: "ci", Key: true, RequestID: "r2"},
			{At: past, Exact: "2 Jan 2026, 03:04:05.678 UTC", Operation: "page.createIngestions", Method: "POST", Did: "Import up to 100 links at once", Status: 303, Took: "9 ms", Who: "Olive", Made: []views.Choice{{Word: "3 imports together", Href: "/w/w1/imports/many/b1"}, {Word: long, Href: "/w/w1/imports/i1"}}, RequestID: "r4"}}}),
		"requests-empty": views.RequestsPage(inside("Requests", "requests"), views.Requests{}),
		"requests-none":  views.RequestsPage(inside("Requests", "requests"), views.Requests{Filtered: true, All: "/w/w1/requests"}),
		"docs":           views.DocsPage(outside("API reference"), docs, views.DocsView{Sample: "curl", Languages: []views.Choice{{Word: "curl", On: true}, {Word: "Go", Href: "/docs?lang=go"}}}),
		"docs-chapter":   views.DocsPage(outside("Items"), docs, views.DocsView{Chapter: "items", Language: "go", Sample: "go"}),
		"docs-errors":    views.DocsPage(outside("Errors"), docs, views.DocsView{Chapter: "errors", Sample: "curl"}),
		"docs-tests":     views.DocsPage(outside("Test links"), docs, views.DocsView{Chapter: views.DocsTestLinks, Sample: "curl"}),
		"docs-shapes":    views.DocsPage(outside("Shapes"), docs, views.DocsView{Chapter: "shapes", Sample: "curl"}),
		"docs-guide":     views.GuidePage(outside("First calls"), docs, guide),
		"docs-nothing":   views.DocsPage(outside("API reference"), docs, views.DocsView{Query: "item nowhere", Sample: "curl", Found: docs.Search("item nowhere")}),
		"docs-meant":     views.DocsPage(outside("API reference"), docs, views.DocsView{Query: "rate limted", Sample: "curl"}),
		"docs-found":     views.DocsPage(outside("API reference"), docs, views.DocsView{Query: "item", Sample: "curl", Found: docs.Search("item")}),
	}
}
