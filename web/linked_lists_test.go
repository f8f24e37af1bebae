package web_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"socialdata/internal/sources/simulator"
	"socialdata/web/webtest"
)

// byURL is the path of a list by its link.
func byURL(address string) string { return "/v1/items?url=" + url.QueryEscape(address) }

func playlist(id string) string { return "https://www.youtube.com/playlist?list=" + id }

// TestLinkedLists walks a playlist and a hashtag to their ends: each page costs a credit once, no row comes twice, every page says
// what list it is, and the answers are as the contract says.
func TestLinkedLists(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		router := contractOf(t, s)
		for address, want := range map[string]string{
			playlist(simulator.PlaylistMade):       `{"kind":"playlist","id":"video_site:` + simulator.PlaylistMade + `","title":"Slow suppers","url":"` + playlist(simulator.PlaylistMade) + `"}`,
			"https://m.youtube.com/hashtag/SUPPER": `{"kind":"hashtag","id":"video_site:supper","title":"#supper","url":"https://www.youtube.com/hashtag/supper"}`,
		} {
			estimate := scenario{name: "estimate", path: byURL(address) + "&dryRun=true", status: 200, has: []string{`"credits":{"min":0,"max":1}`, `"wouldServe":"live"`}}
			estimate.run(t, s, s.AsKey())
			seen, pages := map[string]bool{}, 0
			for path := byURL(address); path != ""; pages++ {
				r := scenario{name: path, path: path, status: 200, has: []string{`"account":null`, `"source":` + want}}.run(t, s, s.AsKey())
				asTheContractSays(t, router, "GET", path, r)
				var p shownPage
				if err := json.Unmarshal(r.Body, &p); err != nil {
					t.Fatal(err)
				}
				if r.Header.Get("Service-Credits-Charged") != "1" || len(p.Data) == 0 {
					t.Errorf("%s: %d rows for %s", path, len(p.Data), r.Header.Get("Service-Credits-Charged"))
				}
				for _, row := range p.Data {
					if seen[row.ID] {
						t.Errorf("%s came twice", row.ID)
					}
					seen[row.ID] = true
				}
				scenario{name: "again", path: path, status: 200, has: []string{`"creditsCharged":0`, `"cached":true`}}.run(t, s, s.AsKey())
				if path = ""; p.Page.NextCursor != nil {
					path = byURL(address) + "&cursor=" + url.QueryEscape(*p.Page.NextCursor)
				}
			}
			if pages < 3 || len(seen) < 60 {
				t.Errorf("%s: %d rows on %d pages", address, len(seen), pages)
			}
		}
		cursor := scenario{name: "limit", path: byURL(playlist(simulator.PlaylistMade)) + "&limit=2", status: 200, has: []string{`"hasMore":true`}}.run(t, s, s.AsKey())
		var p shownPage
		_ = json.Unmarshal(cursor.Body, &p)
		scenario{name: "a cursor of another list", path: byURL("https://www.youtube.com/hashtag/supper") + "&cursor=" + url.QueryEscape(*p.Page.NextCursor),
			status: 400, code: "invalid_input", fields: []string{"cursor/cursor_mismatch"}}.run(t, s, s.AsKey())
		scenario{name: "the history of a row", path: "/v1/items/observations?id=" + p.Data[1].ID, status: 200, has: []string{`"approximate":true`, `"source":"list"`}}.run(t, s, s.AsKey())
		scenario{name: "routes", path: "/v1/source-routes", status: 200, has: []string{`"playlist","hashtag"`, `"evidence":"recorded"`, `"evidence":"described"`}}.run(t, s, s.AsKey())
	})
}

// TestLinkedListsThatFail: what is wrong with a list or its link is said, and is free.
func TestLinkedListsThatFail(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for _, sc := range []scenario{
			{name: "neither", path: "/v1/items", status: 400, code: "invalid_input", fields: []string{"account/required"}},
			{name: "both", path: byURL(playlist(simulator.PlaylistMade)) + "&account=video_site:@a", status: 400, code: "invalid_input", fields: []string{"url/conflict"}},
			{name: "a parameter", path: byURL(playlist(simulator.PlaylistMade)) + "&sort=latest", status: 400, code: "invalid_input", fields: []string{"sort/not_read_by_platform"}},
			{name: "no link", path: byURL("nonsense"), status: 400, code: "invalid_input", fields: []string{"url/pattern"}},
			{name: "missing", path: byURL(playlist("PLSimulatedMissing0001")), status: 404, code: "not_found", has: []string{`"resource":"list"`}},
			{name: "private", path: byURL(playlist(simulator.PlaylistPrivate)), status: 422, code: "unavailable_private"},
			{name: "wall", path: byURL(playlist(simulator.PlaylistWalled)), status: 503, code: "route_degraded"},
			{name: "unknown layout", path: byURL(playlist(simulator.PlaylistRedrawn)), status: 502, code: "source_changed"},
			{name: "a mix", path: byURL(playlist("RDaaaaaaaaaaa")), status: 422, code: "unsupported_object", has: []string{`"missing":["a playlist that is the same for every visitor`}},
			{name: "an item", path: byURL("https://www.youtube.com/watch?v=aaaaaaaaaaa&list=" + simulator.PlaylistMade), status: 422, code: "unsupported_object", has: []string{`"reason":"object_not_supported"`, `"supported":["playlist","hashtag"]`}},
			{name: "an account", path: byURL("https://www.youtube.com/@lanternkitchen"), status: 422, code: "unsupported_object", has: []string{`"reason":"account_not_supported"`}},
			{name: "a tag of TikTok", path: byURL("https://www.tiktok.com/tag/Supper"), status: 422, code: "unsupported_object", has: []string{`"missing":["evidence that visitors are shown the pages of a hashtag"]`, `"supported":[]`}},
			{name: "a sound of TikTok", path: byURL("https://www.tiktok.com/music/original-sound-7012345678901234567"), status: 422, code: "unsupported_object", has: []string{"of a sound"}},
			{name: "a tag of Instagram", path: byURL("https://www.instagram.com/explore/tags/supper/"), status: 422, code: "unsupported_object", has: []string{"of a hashtag"}},
			{name: "elsewhere", path: byURL("https://example.com/playlist?list=PLaaaaaaaaaaaa"), status: 422, code: "unsupported_object", has: []string{`"platform":null`, `"reason":"unsupported_host"`}},
			{name: "a playlist as an account", path: "/v1/items?account=" + url.QueryEscape(playlist(simulator.PlaylistMade)), status: 422, code: "unsupported_object", has: []string{"This link is a playlist: GET /v1/items?url=… reads it."}},
			{name: "a playlist as an item", path: "/v1/items/lookup?url=" + url.QueryEscape(playlist(simulator.PlaylistMade)), status: 422, code: "unsupported_object", has: []string{"This link is a playlist: GET /v1/items?url=… reads it."}},
		} {
			r := sc.run(t, s, s.AsKey())
			if charged := r.Header.Get("Service-Credits-Charged"); charged != "" && charged != "0" {
				t.Errorf("%s costs %s", sc.name, charged)
			}
		}
		scenario{name: "an empty playlist is free", path: byURL(playlist(simulator.PlaylistEmpty)), status: 200, has: []string{`"data":[]`, `"creditsCharged":0`, `"title":"Nothing yet"`}}.run(t, s, s.AsKey())
		scenario{name: "an account's list", path: "/v1/items?account=video_site:@lanternkitchen", status: 200, has: []string{`"source":{"kind":"account","id":"video_site:UC`, `"title":"Lantern Kitchen"`}}.run(t, s, s.AsKey())
		scenario{name: "resolve", path: "/v1/resolve?url=" + url.QueryEscape(playlist(simulator.PlaylistMade)), status: 200,
			has: []string{`"supported":false`, `"reason":"object_not_supported"`, `"id":null`, `"list":{"kind":"playlist","id":"video_site:` + simulator.PlaylistMade + `","listed":true}`}}.run(t, s, s.AsKey())
		scenario{name: "resolve a tag", path: "/v1/resolve?url=" + url.QueryEscape("https://www.tiktok.com/tag/supper"), status: 200, has: []string{`"list":{"kind":"hashtag","id":"clip_site:supper","listed":false}`}}.run(t, s, s.AsKey())
	})
}
