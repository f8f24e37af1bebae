package views_test

import (
	"strings"

	"github.com/a-h/templ"

	"socialdata/views"
)

// shareStates are the pages of links for strangers: their owner's, and what strangers see.
func shareStates() map[string]templ.Component {
	when := views.When{Exact: "21 Dec 2026, 14:00:00 UTC", Ago: "in 30 days", Machine: "2026-12-21T14:00:00Z"}
	form := views.ShareForm{Days: views.Field{Name: "days", Label: "Ends after", Unit: "days", Type: "number", Value: "30", Required: true}, Password: views.Field{Name: "password", Label: "Password", Type: "password", Min: 8},
		Parts: []views.Tick{{Name: "media", Label: "pictures and videos", Chosen: true}, {Name: "notes", Label: "your team's notes"}}, Preview: views.Tick{Name: "preview", Label: "Let messengers show it"}}
	wrong := form
	wrong.Refusal, wrong.Password.Problem = "A workspace has at most 200 links that work. Revoke one first.", "The password needs at least 8 characters."
	rows := []views.ShareRow{{State: views.State{Tone: "good", Word: "Works"}, Shows: []string{"media", "with a password"}, Views: "12", Made: when, Ends: when, By: "Olive", Revoke: "/w/w1/shares/s1/revoke"},
		{State: views.State{Tone: "calm", Word: "Revoked"}, Views: "0", Made: when, Ends: when}}
	around := views.Stranger{Title: "Kitchen", From: "Kitchen research", Ends: when}
	told := around
	told.Preview = &views.Preview{Site: "Lantern Kitchen", Title: "Kitchen", Description: "For the meeting in May.", Picture: "https://social.example/s/t/media/p"}
	film := views.Player{Video: "/s/t/media/v", Poster: "/s/t/media/p", Captions: "/s/t/references/r1/captions.vtt", Language: "en"}
	facts := []views.Fact{{Name: "Views", Value: "1,234"}}
	return map[string]templ.Component{
		"shares": views.SharesPage(inside("Share this board", "boards"), views.Shares{What: "board", Name: "Kitchen", Back: "/w/w1/boards/b1", Form: &form, Rows: rows, Older: "?cursor=c"}),
		"shares-all": views.AllSharesPage(inside("Shared links", "boards"), views.AllShares{Boards: "/w/w1/boards", Older: "?cursor=c", Rows: []views.ShareRow{
			{State: rows[0].State, Shows: rows[0].Shows, Views: "12", Made: when, Ends: when, Kind: "Board", What: long, Href: "/w/w1/boards/b1/share", By: "Mara", Revoke: "/w/w1/shares/s1/revoke?from=all"},
			{State: rows[1].State, Views: "0", Made: when, Ends: when, Kind: "Reference", What: "Ramen", Href: "/w/w1/references/r1/share", By: "an API key"}}}),
		"shares-all-none": views.AllSharesPage(inside("Shared links", "boards"), views.AllShares{Boards: "/w/w1/boards"}),
		"shares-made":     views.SharesPage(inside("Share this board", "boards"), views.Shares{What: "board", Name: "Kitchen", Back: "/w/w1/boards/b1", Form: &form, Rows: rows, New: &views.NewShare{Link: "https://social.example/s/token", Ends: when, Password: true}}),
		"shares-wrong":    views.SharesPage(inside("Share this reference", "references"), views.Shares{What: "reference", Name: long, Back: "/w/w1/references/r1", Form: &wrong}),
		"shares-read":     views.SharesPage(inside("Share this board", "boards"), views.Shares{What: "board", Name: "Kitchen", Back: "/w/w1/boards/b1"}),
		"frame-shared-board": views.SharedBoardPage(told, views.SharedBoard{Name: "Kitchen", Description: "For the meeting in May.", Total: "2 posts", Next: "/s/t?cursor=c", First: "/s/t", Rows: []views.SharedCard{
			{Title: "Ramen", Href: "/s/t/references/r1", Author: "Lantern Kitchen", Platform: site, Media: film, Length: "3:10", Facts: facts, Seen: when, Text: "Ramen.", Notes: "<p>Open with it.</p>"},
			{Title: long, Href: "/s/t/references/r2", Platform: site}}}),
		"shared-board-empty": views.SharedBoardPage(around, views.SharedBoard{Name: "Kitchen", Total: "0 posts"}),
		"shared-reference": views.SharedReferencePage(around, views.SharedReference{Title: "Ramen", Back: "/s/t", BackWord: "Kitchen", Previous: "/s/t/references/r0", Next: "/s/t/references/r2", Platform: site, Link: "https://example.com/", Media: film, Notes: "<p>Open with it.</p>",
			Post: views.Post{Author: "Lantern Kitchen", Caption: "Ramen."}, Observed: facts, Measured: facts, Found: facts, Technical: []views.Fact{{Name: "Type", Value: "video/mp4"}, {Name: "SHA-256", Value: strings.Repeat("a1", 32)}}, Seen: when, Lines: []views.Line{{At: "0:00", Text: "Welcome."}}, LinesLeft: 3, TranscriptNote: "4 lines in en."}),
		"shared-parts": views.SharedReferencePage(around, views.SharedReference{Title: long, Platform: site, Link: "https://example.com/", PartsSay: "2 parts.", Parts: []views.GalleryPart{
			{ID: "part-1", Name: "Part 1 of 2", Image: "/s/t/media/i", Alt: "A bowl", Facts: facts, Technical: []views.Fact{{Name: "Type", Value: "image/png"}}}, {ID: "part-2", Name: "Part 2 of 2", Why: "Refused."}}}),
		"shared-still":          views.SharedReferencePage(around, views.SharedReference{Title: "Ramen", Platform: site, Link: "https://example.com/", Media: views.Player{Poster: "/s/t/media/p", Why: "A still picture."}}),
		"frame-shared-password": views.SharedPasswordPage(views.Field{Name: "password", Label: "Password", Type: "password", Required: true}, ""),
		"shared-password":       views.SharedPasswordPage(views.Field{Name: "password", Label: "Password", Type: "password", Problem: "Wrong password."}, "Too many tries. Wait 3 min, then try again."),
		"shared-gone":           views.SharedGonePage(),
	}
}
