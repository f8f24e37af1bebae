package imports

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/views"
)

func TestFiltersOfImports(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		form *page.Form
		want imports.Filter
	}{
		"none":        {page.NewForm(url.Values{}), imports.Filter{}},
		"in flight":   {page.NewForm(url.Values{"state": {"in_flight"}}), imports.Filter{InFlight: true}},
		"failed":      {page.NewForm(url.Values{"state": {"failed"}}), imports.Filter{State: imports.Failed}},
		"no such one": {page.NewForm(url.Values{"state": {"running"}, "platform": {"radio"}, "code": {"rate_limited"}}), imports.Filter{}},
		"all together": {page.NewForm(url.Values{"state": {"failed"}, "platform": {"clip_site"}, "code": {"not_found"}}), imports.Filter{
			State: imports.Failed, Platform: content.ClipSite, Code: apierror.CodeNotFound}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := views.Imports{}
			if diff := cmp.Diff(tt.want, (&Handlers{Base: &page.Base{Service: pagetest.Service()}}).importFilter(tt.form, &v)); diff != "" {
				t.Errorf("filter (-want +got)\n%s", diff)
			}
			if v.Filtered != (!tt.want.IsZero()) {
				t.Errorf("filtered: %t", v.Filtered)
			}
		})
	}
}

func TestImportsStandInTheOrderOfTheirLinks(t *testing.T) {
	t.Parallel()
	var order []string
	for _, i := range asPasted([]imports.Import{{ID: "first again", SourceURL: "1"}, {ID: "third", SourceURL: "3"}, {ID: "second", SourceURL: "2"}, {ID: "first", SourceURL: "1"}}) {
		order = append(order, i.ID)
	}
	if diff := cmp.Diff([]string{"first again", "second", "third"}, order); diff != "" {
		t.Errorf("order (-want +got)\n%s", diff)
	}
}

func TestAppliedText(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]*imports.Applied{
		"": nil,
		"The title of this import was saved. The reference kept its own notes. Tags saved: a, b. No room for: c.": {
			CustomTitle: new(true), Notes: new(false), Tags: []string{"a", "b"}, TagsLeftOut: []string{"c"}},
		"Tags saved: a.": {Tags: []string{"a"}},
	} {
		if got := appliedText(a); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := appliedText(&imports.Applied{}); got != "" {
		t.Errorf("an import without words: %q", got)
	}
}

// TestLinksAreFoundInText pastes links as people and programs write them.
func TestLinksAreFoundInText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"see [this](https://a.example/1) and [that one](b.example/2).": "https://a.example/1 b.example/2",
		"(https://a.example/1), “b.example/2”; <c.example/3>":          "https://a.example/1 b.example/2 c.example/3",
		"[a.example](https://a.example/1)":                             "https://a.example/1",
		"words [only] (here)":                                          "",
	} {
		if got := strings.Join(typedLinks(text), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestProgressSaysNothingOfNone(t *testing.T) {
	t.Parallel()
	for want, n := range map[string][3]int{"2 succeeded.": {2, 0, 0}, "1 succeeded, 3 not finished.": {1, 0, 3}, "1 failed or cancelled.": {0, 1, 0}} {
		if got := progressWords(n[0], n[1], n[2]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
