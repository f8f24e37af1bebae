package views_test

import (
	"strings"
	"testing"

	"socialdata/views"
)

// TestSearchOfTheReferenceRanksNamesFirst asks for one and for several words, and holds what is found, in its order, with its context.
func TestSearchOfTheReferenceRanksNamesFirst(t *testing.T) {
	tail := strings.Repeat(" İstanbul", 40)
	d := &views.Docs{
		Guides: []views.Guide{{Slug: "ads", Title: "Ads", About: "All of ads.", Texts: []string{"Follow an advertiser.", strings.Repeat("word ", 40) + "watch it" + tail}},
			{Slug: "news", Title: "News", About: "What is new.", Headings: []views.GuideHeading{{ID: "w", Words: "Keep watch"}}}},
		Groups: []views.DocsGroup{{Slug: "watches", Operations: []views.DocsOperation{{ID: "list", Method: "GET", Path: "/v1/watches", Summary: "List them", Parameters: []views.DocsField{{Name: "watchId"}}},
			{ID: "create", Method: "POST", Path: "/v1/watches", Summary: "Watch an account", Body: []views.DocsField{{Name: "every", Says: "how often the <watch> looks"}}}}}},
		Shapes: []views.DocsShape{{Name: "Watch"}},
		Errors: []views.DocsError{{Code: "rate_limited", Status: 429, Message: "Too many requests.", Do: "Wait."}},
	}
	around := "…" + strings.Repeat("word ", 12) + "watch it" + strings.Repeat(" İstanbul", 10) + " İ…"
	for query, want := range map[string][]views.DocsHit{
		"Watch": {{Word: "Watch an account", Says: "POST /v1/watches", Context: "every: how often the <watch> looks", Href: "/docs/watches#create"},
			{Word: "News", Says: "guide", Context: "What is new.", Href: "/docs/guides/news"}, {Word: "List them", Says: "GET /v1/watches", Href: "/docs/watches#list"},
			{Word: "Watch", Says: "shape", Href: "/docs/shapes#shape-Watch"}, {Word: "Ads", Says: "guide", Context: around, Href: "/docs/guides/ads"}},
		"account every": {{Word: "Watch an account", Says: "POST /v1/watches", Context: "every: how often the <watch> looks", Href: "/docs/watches#create"}},
		"id":            {{Word: "List them", Says: "GET /v1/watches", Context: "watchId", Href: "/docs/watches#list"}},
		"429":           {{Word: "rate_limited", Says: "error 429", Context: "Too many requests.", Href: "/docs/errors#error-rate_limited"}},
		"  ":            nil, "nowhere": nil,
	} {
		got := d.Search(query)
		for n := range max(len(got), len(want)) {
			if n >= len(got) || n >= len(want) || got[n] != want[n] {
				t.Errorf("%q finds\n%+v, want\n%+v", query, got, want)
				break
			}
		}
	}
}
