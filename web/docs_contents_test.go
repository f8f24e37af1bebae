package web_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"socialdata/web/webtest"
)

var (
	contentsOf = regexp.MustCompile(`(?s)<div class="toc-open">(.*?)</div>`)
	headingOf  = regexp.MustCompile(`<h1[^>]*>([^<]*)</h1>`)
	groupOf    = regexp.MustCompile(`<details( open)?><summary>([^<]+)</summary>`)
)

// TestContentsOfTheDocsAreOpenWhereTheReaderIs holds that the groups of the contents are folded without a script, but for the
// one of the page, and that each page has its own heading.
func TestContentsOfTheDocsAreOpenWhereTheReaderIs(t *testing.T) {
	s := embedded(t, webtest.Options{})
	headings := map[string]string{"/docs": "API reference", "/docs/imports": "Imports", "/docs/guides/ads": "Watch competitors&#39; ads", "/docs/errors": "Errors", "/docs?q=import": "API reference"}
	for path, want := range map[string][]string{"/docs": {"Guides"}, "/docs/imports": {"Imports"}, "/docs/guides/ads": {"Guides"}, "/docs/errors": nil, "/docs?q=import": nil} {
		contents := contentsOf.FindStringSubmatch(string(s.Do("GET", path, nil, nil).Body))
		if contents == nil {
			t.Fatalf("%s has no contents", path)
		}
		groups, open := groupOf.FindAllStringSubmatch(contents[1], -1), []string(nil)
		for _, g := range groups {
			if g[1] != "" {
				open = append(open, g[2])
			}
		}
		if len(groups) < 5 || !slices.Equal(open, want) {
			t.Errorf("%s: %d groups, open are %v, want %v", path, len(groups), open, want)
		}
		if h1, want := headingOf.FindStringSubmatch(string(s.Do("GET", path, nil, nil).Body)), headings[path]; h1 == nil || h1[1] != want {
			t.Errorf("%s: the heading is %v, want %q", path, h1, want)
		}
		if n := strings.Count(contents[1], `aria-current="page"`); n != 1 && path != "/docs?q=import" {
			t.Errorf("%s: %d entries are the current page", path, n)
		}
	}
}
