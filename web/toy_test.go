package web_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/toytest"
	"socialdata/web/webtest"
)

// TestAddingAPlatform adds a platform by its folder and one line of the list, and meets it everywhere.
func TestAddingAPlatform(t *testing.T) {
	withToy := webtest.Options{
		Platforms: append(platforms.All(), toytest.Adapter()),
		Sites:     []simulator.Site{toytest.Site()},
	}
	each(t, withToy, func(t *testing.T, s *webtest.Site) {
		t.Run("the API", func(t *testing.T) { askForToys(t, s) })
		t.Run("the contract", func(t *testing.T) { readToyContract(t, s) })
		t.Run("the pages", func(t *testing.T) { readToyPages(t, s) })
	})
}

func askForToys(t *testing.T, s *webtest.Site) {
	router := contractOf(t, s)
	for _, c := range []struct{ path, want string }{
		{"/v1/resolve?url=" + url.QueryEscape("https://toy.example/toys/7?x=1"), `"id":"toy_site:7"`},
		{"/v1/resolve?url=" + url.QueryEscape("https://toy.example/shop"), `"reason":"unrecognized_url"`},
		{"/v1/items/lookup?url=" + url.QueryEscape("https://toy.example/toys/7"), `"title":"A plush bear"`},
		{"/v1/items/lookup?url=" + url.QueryEscape("https://toy.example/toys/9"), `"code":"not_found"`},
		{"/v1/accounts/lookup?platform=toy_site&handle=woodshop", `"id":"toy_site:1"`},
		{"/v1/items?account=toy_site:@woodshop", `"title":"A wooden train"`},
		{"/v1/items?account=toy_site:@woodshop&collection=plush", `"title":"A plush bear"`},
		{"/v1/items?account=toy_site:@woodshop&collection=videos", `"expected":"one of wooden, plush"`},
		{"/v1/items?account=toy_site:@woodshop&sort=latest", `"reason":"not_read_by_platform"`},
		{"/v1/search?platform=toy_site&q=train", `"title":"A wooden train"`},
		{"/v1/comments?id=toy_site:7", `"code":"unsupported_object"`},
	} {
		t.Run(c.path, func(t *testing.T) {
			r := s.Do("GET", c.path, nil, s.AsKey())
			if !strings.Contains(string(r.Body), c.want) {
				t.Errorf("%d %s, want %s", r.Status, r.Body, c.want)
			}
			asTheContractSays(t, router, "GET", c.path, r)
		})
	}
}

func readToyContract(t *testing.T, s *webtest.Site) {
	var doc struct {
		Paths map[string]struct {
			Get struct {
				Parameters []struct {
					Name, Description string
					Schema            struct {
						Enum    []string
						Pattern string
					}
				}
			}
		}
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal(s.Do("GET", "/openapi.json", nil, nil).Body, &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, parameter, word string }{
		{"/v1/search", "platform", "toy_site"},
		{"/v1/accounts/lookup", "platform", "toy_site"},
		{"/v1/items", "collection", "plush"},
		{"/v1/references", "platform", "toy_site"},
	} {
		found := false
		for _, p := range doc.Paths[c.path].Get.Parameters {
			found = found || p.Name == c.parameter && slices.Contains(p.Schema.Enum, c.word)
			if p.Name == "collection" && !strings.HasSuffix(p.Description, "Toy Box (toy_site): wooden (default), plush") {
				t.Errorf("collection: %q", p.Description)
			}
			if p.Name == "id" && c.path == "/v1/accounts/lookup" && !strings.HasSuffix(p.Schema.Pattern, "|[0-9]{1,9})$") {
				t.Errorf("ids of accounts: %q", p.Schema.Pattern)
			}
		}
		if !found {
			t.Errorf("%s does not list %s as its %s", c.path, c.word, c.parameter)
		}
	}
	if words := doc.Components.Schemas["Item"].Properties["platform"].Enum; !slices.Contains(words, "toy_site") {
		t.Errorf("items are of %v", words)
	}
}

func readToyPages(t *testing.T, s *webtest.Site) {
	header := s.AsKey()
	header["Idempotency-Key"] = "toy"
	if r := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": "https://toy.example/toys/8"}, header); r.Status != 202 {
		t.Fatalf("the import: %d %s", r.Status, r.Body)
	}
	for _, c := range []struct{ path, want string }{
		{"/try?url=" + url.QueryEscape("https://toy.example/toys/7"), "Toy Box"},
		{"/try?url=" + url.QueryEscape("https://elsewhere.example/"), "Meta Ad Library, Toy Box"},
		{"/imports", `<option value="toy_site">Toy Box</option>`},
		{"/references?platform=toy_site", `<option value="toy_site" selected>Toy Box</option>`},
	} {
		t.Run(c.path, func(t *testing.T) {
			r := s.Do("GET", "/w/"+s.Workspace+c.path, nil, s.AsOwner())
			if !strings.Contains(string(r.Body), c.want) {
				t.Errorf("%d, without %q: %s", r.Status, c.want, r.Body)
			}
		})
	}
	if r := s.Do("GET", "/status", nil, nil); !strings.Contains(string(r.Body), "toy_site.web") {
		t.Errorf("the status page does not show the toy's route: %d", r.Status)
	}
}
