package views

import (
	"context"
	"io"
	"time"

	"github.com/a-h/templ"
)

// within gives a part its children.
func within(part templ.Component, children ...templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return part.Render(templ.WithChildren(ctx, templ.Join(children...)), w)
	})
}

func paragraph(text string) templ.Component { return templ.Raw("<p>" + text + "</p>") }

func heading(text string) templ.Component { return templ.Raw("<h2>" + text + "</h2>") }

// AllParts is a page of every part that pages share, in each of its states.
func AllParts(f Frame) templ.Component {
	when := When{Exact: "21 Nov 2026, 14:00:00 UTC", Ago: "2 h ago", Machine: "2026-11-21T14:00:00Z"}
	wrong := Field{Name: "wrong", Label: "Wrong", Hint: "What it is for.", Value: "x", Problem: "It needs at least 8 characters.", Min: 8}
	states := []templ.Component{heading("States")}
	for _, tone := range []string{"good", "warn", "bad", "busy", "calm"} {
		states = append(states, state(tone, "State "+tone), templ.Raw(" "))
	}
	notes := []templ.Component{heading("Notes")}
	for _, tone := range []string{"", "warn", "bad"} {
		notes = append(notes, within(note(tone, "With a title"), paragraph("What it means, and what to do.")), within(note(tone, ""), paragraph("Without a title.")))
	}
	return within(Framed(f), templ.Join(templ.Join(crumb("/w/w1", "Above"), within(head("All parts"), templ.Raw(`<a class="button primary" href="/w/w1">Primary</a>`))),
		templ.Join(states...), templ.Join(notes...), refusal("It was refused, and why."), alerts([]Alert{{Says: "Something has stopped working.", Do: "Mend it", Href: "/w/w1", Bad: true}, {Says: "Something needs you."}, {Says: "Something to know.", Quiet: true}}),
		within(empty("Nothing is here yet."), templ.Raw(`<a class="button primary" href="/w/w1">Begin</a>`)), heading("Buttons"),
		templ.Raw(`<div class="actions"><button class="button primary">Primary</button><button class="button">Usual</button><button class="button danger">Danger</button><button class="button" disabled>Disabled</button><button class="link">As a link</button></div>`),
		heading("Fields"), templ.Raw(`<form class="narrow">`), field(Field{Name: "usual", Label: "Usual", Hint: "What it is for.", Value: "Text"}), field(wrong), field(Field{Name: "mono", Label: "Exact text", Value: "video_site:g6QYSy6P", Mono: true}),
		area(Field{Name: "area", Label: "Long text", Value: "Two\nlines"}, "3"), choice(Field{Name: "choice", Label: "Choice"}, []Option{{Word: "Any"}, {Value: "b", Word: "Chosen", Chosen: true}}), templ.Raw(`</form>`),
		heading("Lists"), choices([]Choice{{Word: "Now", Href: "?a", On: true}, {Word: "Before", Href: "?b"}}), within(moreFilters(2), field(Field{Name: "more", Label: "More"})),
		table(), pager("?older", "?newest"), templ.Raw(`<dl class="facts">`), within(fact("Fact"), templ.Raw("Value")), within(fact("Seen"), exactly(when)), within(fact("Never"), exactly(When{})), templ.Raw(`</dl>`),
		trends([]Trend{trendOf(when, "Views", 12_481, 12_950, 13_020, 19_400), trendOf(when, "Likes", 950, 951, 990)}), heading("Texts to copy"), copyable("sd_live_example", "the key"), copyBlock("curl https://social.example/v1/me", "the call"), heading("Menu"), within(menu("", iconAnd("more", "Menu")), paragraph("Its sheet"))))
}

// trendOf has one value a day.
func trendOf(when When, name string, values ...int64) Trend {
	t := Trend{Name: name}
	for n, v := range values {
		t.Points = append(t.Points, TrendPoint{At: time.Date(2026, 11, 18+n, 14, 0, 0, 0, time.UTC), When: when, Value: v})
	}
	return t
}

// table is a list with headers that sort.
func table() templ.Component {
	return templ.Join(templ.Raw(`<table class="rows"><thead><tr>`), sortHead(SortHead{Href: "?sort=title", Sorted: "ascending"}, "Title", ""), sortHead(SortHead{Href: "?sort=views"}, "Views", "n"),
		templ.Raw(`</tr></thead><tbody><tr><th scope="row">`), titled("A row whose title goes on"), templ.Raw(`</th><td class="n" data-label="Views">1,234</td></tr></tbody></table>`))
}

// Coded exports coded for tests.
var Coded = coded
