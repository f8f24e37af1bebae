package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// peopleStates are the pages of a person, and those that say that something is not there.
func peopleStates() map[string]templ.Component {
	password := views.Field{Name: "password", Label: "Password", Type: "password", Required: true, Min: 12, Max: 256, Auto: "new-password"}
	wrong := views.Field{Name: "email", Label: "Your email", Type: "email", Value: "nobody", Problem: "Enter a valid email address.", Hint: "Where we write to."}
	invite := views.Invite{Workspace: "Lantern Kitchen", Email: "new@example.com", Role: "member", Ends: soon, Fields: []views.Field{password}}
	known := invite
	known.Workspace, known.Refusal = long, "Too many tries. Wait 3 min, then try again."
	code := views.Field{Name: "code", Label: "Code", Hint: "Six digits.", Required: true, Mono: true, Max: 40, Auto: "one-time-code"}
	issued := invite
	issued.Issuer, issued.IssuerHref, issued.IssuerOnly = "Example ID", "/sign-in/oidc?invite=token", true
	flash := inside("Your account", "account")
	flash.Flash = "Password changed. All other sessions were signed out."
	support := outside("Page not found")
	support.Person = &views.Person{Name: long, Email: "s@example.com", Support: true}
	progress := inside("Import", "imports")
	progress.Refresh, progress.Theme = 5, "dark"
	hidden := outside("Join")
	hidden.Referrer = "same-origin"
	return map[string]templ.Component{
		"frame-stranger": views.Framed(outside("Sign in")),
		"frame-owner":    views.Framed(progress),
		"frame-flash":    views.Framed(flash),
		"frame-support":  views.Framed(support),
		"frame-invite":   views.Framed(hidden),
		"sign-in":        views.SignInPage(outside("Sign in"), views.SignIn{}),
		"sign-in-issuer": views.SignInPage(outside("Sign in"), views.SignIn{Issuer: "Example ID", IssuerHref: "/sign-in/oidc", IssuerDown: true}),
		"sign-in-issuer-only": views.SignInPage(outside("Sign in"), views.SignIn{Issuer: "Example ID", IssuerHref: "/sign-in/oidc", IssuerOnly: true,
			Kept: &views.KeptForm{Path: "/w/w1/references/r1/edit", Fields: []views.Hidden{{Name: "notes", Value: "two\nlines"}}}}),
		"sign-in-code":     views.SignInCodePage(outside("Sign in"), views.SignInCode{Refusal: "This code is wrong.", Code: code}),
		"factor-none":      views.SecondFactorPage(inside("Second factor", "account"), views.SecondFactor{HasPassword: true, Current: password}),
		"factor-elsewhere": views.SecondFactorPage(inside("Second factor", "account"), views.SecondFactor{Issuer: "Example ID"}),
		"factor-pending":   views.SecondFactorPage(inside("Second factor", "account"), views.SecondFactor{HasPassword: true, Pending: true, Secret: "ABCD EFGH", Code: code}),
		"factor-codes":     views.SecondFactorPage(inside("Second factor", "account"), views.SecondFactor{On: true, Recovery: []string{"abcd-efgh-ijkl-mnop"}}),
		"factor-on":        views.SecondFactorPage(inside("Second factor", "account"), views.SecondFactor{On: true, HasPassword: true, Left: 1, Current: password, Code: code}),
		"invite-issuer":    views.InvitePage(outside("Join"), issued),
		"sign-in-refused":  views.SignInPage(outside("Sign in"), views.SignIn{Email: "olive@example.com", Refusal: "Wrong email or password."}),
		"sign-in-demo":     views.SignInPage(outside("Sign in"), views.SignIn{People: []views.DemoPerson{{Email: "owner@demo.example", Password: "three plain words", Does: "owns the workspace"}}}),
		"sign-in-again": views.SignInPage(outside("Sign in"), views.SignIn{Notice: "Your session has ended.",
			Kept: &views.KeptForm{Path: "/w/w1/references/r1/edit", Fields: []views.Hidden{{Name: "notes", Value: "two\nlines"}}}}),
		"kept-form": views.KeptFormPage(outside("Go on"), views.KeptForm{Path: "/w/w1/references/r1/edit",
			Fields: []views.Hidden{{Name: "form", Value: "f1"}, {Name: "notes", Value: "two\nlines"}, {Name: "title", Value: long}}}),
		"password-reset":      views.PasswordResetPage(outside("New password"), views.PasswordReset{Email: "olive@example.com", Password: password}),
		"confirm-email":       views.ConfirmEmailPage(outside("Confirm your email"), "olive@example.com"),
		"confirm-email-over":  views.NoConfirmEmailPage(outside("This link is no longer valid")),
		"password-reset-over": views.NoPasswordResetPage(outside("This link is no longer valid")),
		"password-reset-new": views.NewPasswordResetPage(inside("Password link", "members"), views.NewPasswordReset{Name: long, Back: "/w/w1/members",
			Link: "https://example.com/reset/token", Ends: soon}),
		"setup":         views.SetupPage(outside("Set up"), views.Setup{Credits: 1000, Fields: []views.Field{password}}),
		"setup-refused": views.SetupPage(outside("Set up"), views.Setup{Credits: 1, Fields: []views.Field{wrong, password}}),
		"invite-new":    views.InvitePage(outside("Join"), invite),
		"invite-known":  views.InvitePage(outside("Join"), known),
		"invite-over":   views.NoInvitePage(outside("This invite is no longer valid")),
		"close":         views.ClosePage(inside("Close", "account"), views.Close{Workspace: long, Balance: 1, Back: "/w/w1/rename", Refusal: "This is not the name of the workspace.", References: "/w/w1/references/export.csv", Credits: "/w/w1/credits/export.csv", Requests: "/w/w1/requests.csv", Name: views.Field{Name: "name", Label: "Type its name to confirm"}, Password: views.Field{Name: "password", Label: "Your password", Type: "password"}}),
		"rename":        views.RenamePage(inside("Rename", "account"), views.Rename{Revision: 2, Refusal: "Someone else renamed it to “Theirs” meanwhile.", ZoneAction: "/w/w1/zone", Zones: []views.Option{{Value: "UTC", Word: "UTC", Chosen: true}, {Value: "Africa/Abidjan", Word: "Africa/Abidjan", Group: "Africa"}}, Zone: views.Field{Name: "zone", Label: "Time zone"}, Name: views.Field{Name: "name", Label: "Workspace name", Value: long}}),
		"account": views.AccountPage(flash, views.Account{Email: "olive@example.com", Alerts: true, AlertsWanted: true, Confirmed: true, Digests: []views.DigestChoice{{Field: views.Field{Name: "digest-w1", Label: long}, Options: []views.Option{{Word: "No digest"}, {Value: "daily", Word: "Daily", Chosen: true}}}}, Make: &views.Field{Name: "workspace", Label: "Create another workspace"},
			Places: []views.Place{{Name: long, Href: "/w/w1", Role: "owner", RenameHref: "/w/w1/rename"}, {Name: "Second", Href: "/w/w2", Role: "member"}}, Password: []views.Field{password}, Name: wrong, Change: []views.Field{wrong, password},
			Sessions: []views.Session{{Here: true, Browser: "Firefox on Linux", Address: "203.0.113.7", Begun: past, Seen: past, Ends: soon},
				{Browser: long, Address: "2001:db8::/64", Begun: past, Seen: past, Ends: soon, EndHref: "/account/sessions/s2/end"}}}),
		"digest-off":          views.UnsubscribePage(outside("Digest"), long, "/digest/token", false),
		"digest-done":         views.UnsubscribePage(outside("Digest"), "Demo", "/digest/token", true),
		"account-unconfirmed": views.AccountPage(inside("Your account", "account"), views.Account{Email: "olive@example.com", Alerts: true, AlertsWanted: true, Digests: []views.DigestChoice{{Field: views.Field{Name: "digest-w1", Label: "Demo"}}}, Password: []views.Field{password}}),
		"account-one-session": views.AccountPage(inside("Your account", "account"), views.Account{Email: "olive@example.com",
			Password: []views.Field{password}, Sessions: []views.Session{{Here: true, Browser: "Unknown browser", Begun: past, Seen: past, Ends: soon}}}),
		"problem-not-found": views.ProblemPage(support, views.Problem{Status: 404, Code: "not_found", Happened: "Page not found", Do: "It may have been deleted.",
			RequestID: "req-1", Back: "/", BackWord: "Go to overview"}),
		"problem-ours": views.ProblemPage(inside("Something went wrong", ""), views.Problem{Status: 500, Code: "internal_error", Happened: "Something went wrong on our side.",
			Kept: "Your saved data is safe, and nothing was charged.", Do: "Load the page again.", RequestID: "req-2", Back: "/", BackWord: "Go to overview"}),
		"confirm": views.ConfirmPage(inside("Revoke a key", "keys"), views.Confirm{Question: "Revoke key “" + long + "”?", Goes: "Requests with it will fail from now on.",
			Verb: "Revoke the key", Back: "/w/w1/keys", BackWord: "Keys", ID: "key:1", Sure: &views.Tick{Name: "sure", Label: "I know that it is gone for good", Required: true}}),
		"connect": views.ConnectPage(inside("Connect a program", "keys"), views.Connect{Program: long, Address: "program.example", Described: "program.example", Refusal: "Someone else changed it.", Refuse: "https://program.example/back?error=access_denied", Daily: wrong, Scopes: []views.ScopeGroup{{Resource: "References", Scopes: []views.Scope{{Name: "references:read", Access: "Read", Says: "list and read references", Chosen: true}}}},
			Others: []views.TagLink{{Tag: "Another", Href: "/w/w2/connect?request=x"}}}),
		"connect-local":  views.ConnectPage(inside("Connect a program", "keys"), views.Connect{Program: "Helper", Local: true, Refuse: "helper:/back?error=access_denied"}),
		"connected":      views.ConnectedPage(inside("Connected", "keys"), views.Connected{Program: "Helper", Back: "https://program.example/back?code=x", Keys: "/w/w1/keys"}),
		"extension":      views.ExtensionPage(outside("Browser extension")),
		"extension-door": views.ExtensionDoorPage(inside("Connect a browser", "keys"), views.ExtensionDoor{Name: wrong, Refusal: "A workspace has at most 50 live keys. Revoke one first.", Back: "/w/w1/keys"}),
		"extension-made": views.ExtensionDoorPage(inside("Connect a browser", "keys"), views.ExtensionDoor{Key: "sd_secret", Back: "/w/w1/keys"}),
		"status": views.StatusPage(outside("Source status"), views.Status{At: past.Exact, Routes: []views.RouteStatus{
			{Route: route("video_site.web"), State: "enabled", Total: 12, P50: "120 ms", P95: "300 ms",
				Past: views.RoutePast{Day: "100 %", Thirty: "99.2 %", Hours: []views.HourStatus{{Label: "21 Nov 13:00", Succeeded: 12}, {Label: "21 Nov 14:00"}}}},
			{Route: route("video_site.api"), State: "failing", Sentence: "68 % of the calls of the last hour succeeded.", Total: 25, Failed: 8},
			{Route: route("ad_library.web"), State: "idle", Sentence: "None in the last hour."},
			{Route: route("ad_library.api"), State: "uncalled", Sentence: "Nothing is known about it."},
			{Route: route("clip_site.web"), State: "degraded", Sentence: "Half of the latest calls failed.", Since: past.Exact, Total: 10, Failed: 9,
				LastFailure: "network_transport", LastFailureAt: past.Exact, Past: views.RoutePast{Hours: []views.HourStatus{{Label: "21 Nov 13:00", Succeeded: 1, Failed: 9}}}},
			{Route: route("photo_site.web"), State: "disabled", Sentence: "Reason: they asked us to.", Since: past.Exact}}}),
	}
}
