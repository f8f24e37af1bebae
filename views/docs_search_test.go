package views_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"socialdata/views"
)

// TestSearchOfTheReferenceRanksNamesFirst asks for one and for several words, and holds what is found, in its order, with its context in
// whole words. What has a word in an address alone is found only if nothing else is.
func TestSearchOfTheReferenceRanksNamesFirst(t *testing.T) {
	type found struct {
		kind string
		hits []views.DocsHit
	}
	tail := strings.Repeat(" İstanbul", 40)
	d := &views.Docs{
		Guides: []views.Guide{{Slug: "ads", Title: "Ads", About: "All of ads.", Texts: []string{"Follow an advertiser.", strings.Repeat("word ", 40) + "watch it" + tail}},
			{Slug: "news", Title: "News", About: "What is new.", Headings: []views.GuideHeading{{ID: "w", Words: "Keep watch"}}},
			{Slug: "calls", Title: "Calls", About: "All calls.", Texts: []string{"get https://www.youtube.com/watch?v=a now"}}},
		Groups: []views.DocsGroup{{Slug: "watches", Operations: []views.DocsOperation{{ID: "list", Method: "GET", Path: "/v1/watches", Summary: "List them", Parameters: []views.DocsField{{Name: "watchId"}}},
			{ID: "create", Method: "POST", Path: "/v1/watches", Summary: "Watch an account", Body: []views.DocsField{{Name: "every", Says: "how often the <watch> looks"}}}}}},
		Shapes: []views.DocsShape{{Name: "NewWatch"}, {Name: "Watch"}},
		Tests:  views.DocsTests{Links: []views.DocsTestLink{{URL: "https://www.youtube.com/watch?v=test-gone", Does: "A video that is gone."}}},
		Errors: []views.DocsError{{Code: "rate_limited", Status: 429, Message: "Too many requests.", Do: "Wait."}, {Code: "invalid_input", Status: 400, Also: []string{"405"}, Message: "Invalid."}},
	}
	around := "… " + strings.Repeat("word ", 12) + "watch it" + strings.Repeat(" İstanbul", 10) + " …"
	create := views.DocsHit{Word: "Watch an account", Says: "POST /v1/watches", Context: "every: how often the <watch> looks", Href: "/docs/watches#create"}
	list := views.DocsHit{Word: "List them", Says: "GET /v1/watches", Href: "/docs/watches#list"}
	withContext := func(h views.DocsHit, context string) views.DocsHit { h.Context = context; return h }
	for query, want := range map[string][]found{
		"Watch": {{"Operations", []views.DocsHit{create, list}}, {"Guides", []views.DocsHit{{Word: "News", Context: "What is new.", Href: "/docs/guides/news"}, {Word: "Ads", Context: around, Href: "/docs/guides/ads"}}},
			{"Shapes", []views.DocsHit{{Word: "Watch", Href: "/docs/shapes#shape-Watch"}, {Word: "NewWatch", Href: "/docs/shapes#shape-NewWatch"}}}},
		"account every":              {{"Operations", []views.DocsHit{create}}},
		"How do I watch an account?": {{"Operations", []views.DocsHit{create}}},
		"id":                         {{"Operations", []views.DocsHit{withContext(list, "watchId")}}},
		"429":                        {{"Errors", []views.DocsHit{{Word: "rate_limited", Says: "status 429", Context: "Too many requests.", Href: "/docs/errors#error-rate_limited"}}}},
		"405":                        {{"Errors", []views.DocsHit{{Word: "invalid_input", Says: "status 400, 405", Context: "Invalid.", Href: "/docs/errors#error-invalid_input"}}}},
		"test-gone":                  {{"Test links", []views.DocsHit{{Word: "A video that is gone.", Says: "https://www.youtube.com/watch?v=test-gone", Href: "/docs/test-links"}}}},
		"youtube": {{"Guides", []views.DocsHit{{Word: "Calls", Context: "get https://www.youtube.com/watch?v=a now", Href: "/docs/guides/calls"}}},
			{"Test links", []views.DocsHit{{Word: "A video that is gone.", Says: "https://www.youtube.com/watch?v=test-gone", Href: "/docs/test-links"}}}},
		"looks": {{"Operations", []views.DocsHit{create}}},
		"  ":    nil, "nowhere": nil, "atch": nil,
	} {
		got := []found{}
		for _, g := range d.Search(query) {
			got = append(got, found{g.Word, g.Hits})
		}
		if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); regexp.MustCompile(` rank:\d`).ReplaceAllString(g, "") != regexp.MustCompile(` rank:\d`).ReplaceAllString(w, "") {
			t.Errorf("%q finds\n%s, want\n%s", query, g, w)
		}
	}
}

// TestDocsOfferWhatWasMeant holds which query is offered for one that finds nothing.
func TestDocsOfferWhatWasMeant(t *testing.T) {
	d := &views.Docs{Guides: []views.Guide{{Title: "Webhooks", About: "Each webhook has a transcript.", Texts: []string{"webhook", "See https://transcrib.example now, a video."}}}}
	for query, want := range map[string]string{
		"webhok": "webhook", "Transcrit": "transcript", "wehbook": "webhook", "vidoe": "video", "how do I make a webhok": "",
		"webhok of a transcrit": "webhook transcript", "trnscrt": "", "ech": "", "zzzzzz": "", "webhook zzzzzz": "", strings.Repeat("w", 60): "",
	} {
		var page strings.Builder
		if err := views.DocsPage(views.Frame{}, *d, views.DocsView{Query: query}).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(page.String(), "Did you mean: <a href=")
		if _, got, _ = strings.Cut(got, ">"); got != "" {
			got, _, _ = strings.Cut(got, "</a>")
		}
		if got != want {
			t.Errorf("%q offers %q, want %q", query, got, want)
		}
	}
}
