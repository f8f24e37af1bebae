package web_test

import (
	"maps"
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/input"
	"socialdata/web/webtest"
)

// TestPagesRefuseWhatTheAPIRefuses sends the same watch to both doors, each time with one thing wrong.
func TestPagesRefuseWhatTheAPIRefuses(t *testing.T) {
	s := embedded(t, webtest.Options{})
	source := map[string]string{"kind": "search", "platform": "ad_library", "q": "shoes", "startedFrom": "2026-01-02", "startedTo": "2026-02-01", "country": "DE", "status": "all"}
	for _, tt := range []struct{ name, field, value string }{
		{"nothing", "", ""},
		{"a period that ends before it begins", "startedTo", "2026-01-01"},
		{"no day", "startedFrom", "2026-02-30"},
		{"no country", "country", "Germany"},
		{"no status", "status", "sometimes"},
		{"words that are too long", "q", strings.Repeat("a", input.MaxSearch+1)},
		{"a platform without a search", "platform", "clip"},
		{"a name that is too long", "name", strings.Repeat("n", input.MaxName+1)},
		{"no name", "name", ""},
		{"no interval", "every", "5s"},
		{"no credits", "credits", "0"},
		{"too many credits", "credits", "100001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			form := url.Values{"name": {"shoes"}, "every": {"1d"}, "credits": {"10"}}
			for name, value := range source {
				form.Set(name, value)
			}
			if tt.field != "" {
				form.Set(tt.field, tt.value)
			}
			api := map[string]any{"name": form.Get("name"), "every": form.Get("every"), "dailyCredits": number(form.Get("credits")), "source": maps.Collect(func(yield func(string, string) bool) {
				for name := range source {
					if !yield(name, form.Get(name)) {
						return
					}
				}
			})}
			byAPI := s.Do("POST", "/v1/watches", api, map[string]string{"Authorization": "Bearer " + s.Key})
			header := s.AsOwner()
			header["Content-Type"] = "application/x-www-form-urlencoded"
			byPage := s.Do("POST", "/w/"+s.Workspace+"/watches/new", form.Encode(), header)
			refused := tt.field != ""
			if (byAPI.Status != 201) != refused || (byPage.Status != 303) != refused {
				t.Errorf("the API answers %d, the page %d: %s", byAPI.Status, byPage.Status, byAPI.Body)
			}
			if refused && (byAPI.Status != 400 || byPage.Status != 400) {
				t.Errorf("refused with %d and %d", byAPI.Status, byPage.Status)
			}
		})
	}
}

// TestPagesNarrowAsTheAPI searches references through both doors with what no list takes: the page names it beside its search, and
// sends no table of everything.
func TestPagesNarrowAsTheAPI(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for name, query := range map[string]string{
		"a long search":       "q=" + strings.Repeat("a", input.MaxFind+1),
		"no word":             "q=!!!",
		"too many tags":       strings.Repeat("&tag=a", input.MaxTags+1),
		"too many their tags": strings.Repeat("&sourceTag=a", input.MaxTags+1),
	} {
		t.Run(name, func(t *testing.T) {
			if r := s.Do("GET", "/v1/references?"+query, nil, s.AsKey()); r.Status != 400 {
				t.Errorf("the API answers %d", r.Status)
			}
			if r := s.Do("GET", "/w/"+s.Workspace+"/references?"+query, nil, s.AsOwner()); r.Status != 200 || !strings.Contains(string(r.Body), `id="q-problem"`) {
				t.Errorf("the page answers %d without a problem", r.Status)
			}
			if r := s.Do("GET", "/w/"+s.Workspace+"/references/export.csv?"+query, nil, s.AsOwner()); r.Status != 400 {
				t.Errorf("the table of the page answers %d", r.Status)
			}
		})
	}
}

// number reads digits.
func number(digits string) (n int) {
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}
