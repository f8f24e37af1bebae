package views_test

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"socialdata/views"
)

// referenceStates are the pages of what is kept.
func referenceStates() map[string]templ.Component {
	tags := []views.TagLink{{Tag: "demo", Href: "/w/w1/references?tag=demo"}, {Tag: long[:64], Href: "/w/w1/references?tag=x"}}
	search := views.References{Narrowed: 1, Heads: views.ReferenceHeads{Title: views.SortHead{Href: "/w/w1/references?sort=title"}, Saved: views.SortHead{Href: "/w/w1/references?sort=created", Sorted: "descending"}}, Total: "2 references", Sorts: []views.Option{{Word: "Newest"}, {Value: "views", Word: "Views"}}, States: []views.Option{{Word: "Saved"}},
		From: views.Field{Name: "from", Label: "From day (UTC)", Type: "date"}, To: views.Field{Name: "to", Label: "To day (UTC)", Type: "date"}, ExportHref: "/w/w1/references/export.csv",
		Bulk:   views.Bulk{Query: "view=table", Tag: "/w/w1/references/bulk/tags", Hold: "/w/w1/references/bulk/hold", Delete: "/w/w1/references/bulk/delete"},
		Search: views.Field{Name: "q", Label: "Words", Type: "search"}, Platforms: []views.Option{{Word: "Any"}}, Media: []views.Option{{Word: "Any"}},
		GalleryHref: "/w/w1/references?", TableHref: "/w/w1/references?view=table"}
	gallery, table, none := search, search, search
	gallery.Rows = []views.ReferenceCard{{ID: "r1", Views: "12,481", Likes: "9", Published: past, Title: "Ramen", Channel: "Lantern Kitchen", Href: "/w/w1/references/r1", Platform: site, Poster: "/media/t", State: good, Media: "kept", Length: "3:10", Tags: tags, Made: past},
		{ID: "r2", Title: long, Href: "/w/w1/references/r2", Platform: site, State: bad, Media: "failed", Made: past, Lacks: views.CardLacks{Views: "not available", Likes: "hidden by the platform"}}}
	table.Rows, table.Table = gallery.Rows, true
	table.Bulk = views.Bulk{Query: "onto=b1&view=table", Board: "/w/w1/references/bulk/board", Onto: &views.Option{Value: "b1", Word: long[:24]}}
	table.Onto, table.OntoID = &views.Choice{Word: long, Href: "/w/w1/boards/b1"}, "b1"
	ads := search
	ads.Table, ads.Heads.Published.Sorted = true, "descending" // the table keeps no other empty column
	ads.Rows = []views.ReferenceCard{{ID: "r1", Title: "Chairs", Href: "/w/w1/references/r1", Platform: site, State: good, Runs: "Runs for 12 days", Made: past}}
	none.Filtered, none.Search.Value, none.Tags = true, "nothing", tags[:1]
	return map[string]templ.Component{
		"references":          views.ReferencesPage(inside("References", "references"), gallery),
		"references-table":    views.ReferencesPage(inside("References", "references"), table),
		"references-ads":      views.ReferencesPage(inside("References", "references"), ads),
		"references-meaning":  views.MeaningPage(inside("References", "references"), views.Meaning{Search: views.Field{Name: "q", Label: "Search by meaning", Type: "search", Value: "a warm drink"}, Rows: gallery.Rows, WordsHref: "/w/w1/references?q=a+warm+drink"}),
		"references-none":     views.ReferencesPage(inside("References", "references"), none),
		"references-empty":    views.ReferencesPage(inside("References", "references"), search),
		"reference":           views.ReferencePage(inside("Ramen", "references"), reference()),
		"references-versions": views.ReferencesPage(inside("References", "references"), folded(gallery)),
		"reference-similar":   views.ReferencePage(inside("Ramen", "references"), alike()),
		"reference-edited":    views.ReferencePage(inside("Ramen", "references"), contested()),
		"reference-bare":      views.ReferencePage(asMember(inside("Ramen", "references")), bare()),
		"reference-image":     views.ReferencePage(inside("Ramen", "references"), image()),
		"reference-parts":     views.ReferencePage(inside("Ramen", "references"), album()),
	}
}

// folded has a card under which another version of its picture is folded.
func folded(v views.References) views.References {
	first := v.Rows[0]
	first.Versions = v.Rows[1:]
	v.Rows = []views.ReferenceCard{first}
	return v
}

// alike is a reference with a copy of its file and a video with a shot that looks like one of it.
func alike() views.Reference {
	v := reference()
	copied := views.ReferenceCard{ID: "r2", Title: "Ramen, again", Href: "/w/w1/references/r2", Platform: site, Poster: "/media/t"}
	shot := views.ReferenceCard{ID: "r3", Title: long, Channel: "Lantern Kitchen", Href: "/w/w1/references/r3", Platform: site}
	v.Similar = []views.SimilarReference{{ReferenceCard: copied, Why: "The same file"}, {ReferenceCard: shot, Why: "Its picture at 0:12 is 93 % like this one", At: "/w/w1/references/r3?at=12000"}}
	return v
}

// album is a post of four parts: a picture, a video, one that was refused and one whose hold has ended.
func album() views.Reference {
	v := image()
	v.Gallery = views.Gallery{Says: "2 of 4 parts kept, one was refused: the file is damaged. Another import may bring what is missing.", Parts: []views.GalleryPart{
		{ID: "part-1", Name: "Part 1 of 4", Number: "1", Image: "/media/1", Alt: "A bowl of ramen on a table.", Facts: []views.Fact{{Name: "Type", Value: "image/jpeg"}, {Name: "Picture", Value: "1080 × 1350"}, {Name: "Size", Value: "212.0 kB"}}, Download: "/media/1d"},
		{ID: "part-2", Name: "Part 2 of 4", Number: "2", Video: "/media/2", Alt: "Part 2 of 4", Facts: []views.Fact{{Name: "Type", Value: "video/mp4"}, {Name: "Picture", Value: "720 × 1280"}, {Name: "Length", Value: "0:14"}, {Name: "Size", Value: "2.1 MB"}}, Download: "/media/2d"},
		{ID: "part-3", Name: "Part 3 of 4", Number: "3", Alt: "Part 3 of 4", Why: "Not kept."},
		{ID: "part-4", Name: "Part 4 of 4", Number: "4", Alt: "Part 4 of 4", Why: "The hold has ended."}}}
	return v
}

func reference() views.Reference {
	return views.Reference{ID: "r1", Title: "Ramen", Post: post(), Seen: past, Link: "https://www.youtube.com/watch?v=x", Platform: site, State: views.State{Tone: "good", Word: "Media kept"},
		Player: views.Player{Video: "/media/v", Poster: "/media/p", Captions: "/w/w1/references/r1/captions.vtt", Language: "en", Download: "/media/d"},
		Lines:  []views.Line{{At: "0:00", Text: "Welcome back.", From: 0, To: 4000, Href: "/media/v#t=0.0"}}, LinesLeft: 1, TranscriptNote: "2,001 lines in en.", Bundle: "/bundle", Page: views.PagePicture{Says: "The page as a visitor without login saw it on 5 Jul 2026, 10:00 UTC.", Picture: "/media/page", PDF: "/media/pdf"}, Transcript: []views.Download{{Name: "SRT", Href: "/transcript?format=srt"}, {Name: "Text", Href: "/transcript?format=text"}},
		Trends: []views.Trend{{Name: "Views", Points: []views.TrendPoint{{At: time.Unix(0, 0), When: past, Value: 900}, {At: time.Unix(3600, 0), When: past, Value: 1204, Approximate: true},
			{At: time.Unix(7200, 0), When: soon, Value: 1204}}}},
		Shots:     []views.Shot{{At: "0:00", Length: "2.0 s", Says: "bright", From: 0, Wide: 499, Href: "/media/v#t=0.0"}, {At: "0:02", Length: "2.0 s", From: 500, Wide: 499, Seek: 2000, Href: "/media/v#t=2.0"}},
		ShotsNote: "Detected from changes in the picture.", Measured: []views.Fact{{Name: "Type", Value: "video/mp4"}}, Observed: []views.Fact{{Name: "Likes", Missing: "not available"}},
		Creative: []views.Fact{{Name: "Hook", Value: "Welcome back."}}, Provenance: []views.Fact{{Name: "Route", Value: "video_site.web, contract 1"}}, Claims: []string{"No evidence either way."},
		Hold: views.Hold{Ends: soon, Why: "Requested by the import.", Days: views.Field{Name: "days", Label: "Days", Type: "number", Value: "30"}, Action: "/w/w1/references/r1/hold"},
		Edit: edit(), Tags: []views.TagLink{{Tag: "demo", Href: "/w/w1/references?tag=demo"}}, Notes: "<p>Two<br>\nlines.</p>\n<ul>\n<li>A list</li>\n</ul>", DeleteHref: "/w/w1/references/r1/delete", ImportHref: "/w/w1/imports/i1"}
}

func post() views.Post {
	return views.Post{Title: "Ramen", Caption: "Broth for two days. #ramen", Author: "Lantern Kitchen", Handle: "@lantern.kitchen",
		AuthorHref: "https://www.youtube.com/@lantern.kitchen", Hashtags: []views.TagLink{{Tag: "#ramen", Href: "/w/w1/references?sourceTag=ramen"}}}
}

func edit() views.Edit {
	return views.Edit{Action: "/w/w1/references/r1/edit", Title: views.Written{Field: views.Field{Name: "title", Label: "Title", Value: "A lamp", Max: 300}, Was: "A lamp"},
		Notes: views.Written{Lines: 6, Was: "Two\nlines.", Field: views.Field{Name: "notes", Label: "Notes", Hint: "Markdown: **bold**, lists, links.", Value: "Two\nlines."}},
		Tags:  views.Written{Lines: 3, Was: "demo", Field: views.Field{Name: "tags", Label: "Tags", Hint: "Separated by commas or lines.", Value: "demo"}}}
}

// contested is a reference that somebody else changed meanwhile.
func contested() views.Reference {
	r := reference()
	r.Edit.Open, r.Edit.Conflict = true, true
	r.Page.Warning = "It shows a login wall, not the post."
	r.Edit.Title.Value, r.Edit.Title.Was, r.Edit.Title.Conflict, r.Edit.Title.Problem = "Mine", "Theirs", true, "Choose one of the two."
	r.Edit.Notes.Value, r.Edit.Notes.Was, r.Edit.Notes.Conflict = long, "", true
	return r
}

// bare is a failed reference of which nothing is known, as a member sees it.
func bare() views.Reference {
	r := views.Reference{ID: "r2", Title: long, Link: "https://example.com/x", Platform: site, State: bad, Failure: "The media is damaged", Code: "media_invalid", Do: "Import again.",
		Player: views.Player{Why: "The media could not be stored."}, TranscriptNote: "None.", Claims: []string{"No file was downloaded, so nothing was analysed."},
		Hold: views.Hold{Why: "No media is on hold.", Ended: past}, Edit: edit(), Moving: true, RunningHref: "/w/w1/imports/i9"}
	return r
}

func image() views.Reference {
	r := reference()
	r.Player, r.Shots, r.ShotsNote = views.Player{Image: "/media/i"}, nil, ""
	r.Post = views.Post{Caption: strings.Repeat("A long caption. ", 60), Author: "Lantern Kitchen"}
	return r
}
