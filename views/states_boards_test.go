package views_test

import (
	"github.com/a-h/templ"

	"socialdata/views"
)

// tagStates are the pages of tags.
func tagStates() map[string]templ.Component {
	rows := []views.TagRow{{Tag: "Autumn", Href: "/w/w1/references?tag=Autumn", Count: "1 reference"}, {Tag: long, Href: "/w/w1/references?tag=x", Count: "over 1,000 references", Problem: "Enter one name, without commas."}}
	return map[string]templ.Component{
		"tags": views.TagsPage(inside("Tags", "references"), views.Tags{Rows: rows, Change: "/w/w1/tags", Most: 64, Next: "/w/w1/tags?cursor=c",
			UndoTime: "10 seconds", Changes: []views.ChangeNote{{ID: "c1", Text: "12 references will lose “autumn”", At: soon, Moving: true, Stop: "/w/w1/changes/c1/stop", Verb: "Undo"}, {ID: "c2", Text: "2 references deleted."}}}),
		"tags-empty": views.TagsPage(inside("Tags", "references"), views.Tags{}),
	}
}

// boardStates are the pages of boards.
func boardStates() map[string]templ.Component {
	form := views.BoardForm{Action: "/w/w1/boards", Name: views.Field{Name: "name", Label: "Name", Required: true}, Description: views.Field{Name: "description", Label: "Description"}}
	smart, wrong := form, form
	smart.Open, smart.Filter, smart.Hidden = true, "“lamp”, from YouTube", []views.Hidden{{Name: "q", Value: "lamp"}, {Name: "platform", Value: "video_site"}}
	wrong.Open, wrong.Refusal, wrong.Name.Problem = true, "A workspace has at most 500 boards. Delete one first.", "Enter a name."
	edit := form
	edit.Action, edit.Revision, edit.Orders = "/w/w1/boards/b1/edit", 3, []views.Option{{Value: "manual", Word: "As arranged", Chosen: true}, {Value: "views", Word: "Views"}}
	rows := []views.BoardItem{
		{ReferenceCard: views.ReferenceCard{ID: "r1", Title: "Ramen", Channel: "Lantern Kitchen", Href: "/w/w1/references/r1", Platform: site, Poster: "/media/t", Length: "3:10"}, Next: "r2"},
		{ReferenceCard: views.ReferenceCard{ID: "r2", Title: long, Href: "/w/w1/references/r2", Platform: site}, Earlier: "r1"}}
	return map[string]templ.Component{
		"boards": views.BoardsPage(inside("Boards", "boards"), views.Boards{New: form, Older: "/w/w1/boards?cursor=c", Rows: []views.BoardCard{
			{Name: long, Href: "/w/w1/boards/b1", Says: "12 references", Description: "For the meeting in May.", Posters: []string{"/media/t", "/media/t"}},
			{Name: "Lamps", Href: "/w/w1/boards/b2", Says: "18 references", Filter: &views.Choice{Word: "Filter: “lamp”, from YouTube", Href: "/w/w1/references?q=lamp"}, Posters: []string{"/media/t"}}}}),
		"boards-smart": views.BoardsPage(inside("Boards", "boards"), views.Boards{New: smart}),
		"boards-wrong": views.BoardsPage(inside("Boards", "boards"), views.Boards{New: wrong}),
		"board": views.BoardPage(inside("Kitchen", "boards"), views.Board{Name: "Kitchen", At: "/w/w1/boards/b1", Description: "For the meeting in May.", Total: "2 references", Manual: true, Arranged: true,
			Rows: rows, ExportHref: "/w/w1/references/export.csv?board=b1", AddHref: "/w/w1/references?onto=b1", Edit: edit}),
		"board-empty":       views.BoardPage(inside("Kitchen", "boards"), views.Board{Name: "Kitchen", At: "/w/w1/boards/b1", Total: "0 references", Manual: true, AddHref: "/w/w1/references?onto=b1", Edit: edit}),
		"board-smart":       views.BoardPage(inside("Lamps", "boards"), views.Board{Name: "Lamps", At: "/w/w1/boards/b2", Filter: &views.Choice{Word: "Filter: “lamp”", Href: "/w/w1/references?q=lamp"}, Total: "1 reference", Order: "views", Rows: []views.BoardItem{{ReferenceCard: views.ReferenceCard{ID: "r1", Title: "Ramen", Href: "/w/w1/references/r1", Platform: site, Sorted: "5,323,626 views"}}}}),
		"board-smart-empty": views.BoardPage(inside("Lamps", "boards"), views.Board{Name: "Lamps", At: "/w/w1/boards/b2", Filter: &views.Choice{Word: "Filter: “lamp”", Href: "/w/w1/references?q=lamp"}, Total: "0 references", Edit: edit}),
	}
}
