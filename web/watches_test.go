package web_test

import (
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/web/webtest"
)

// TestWatches makes, reads, changes, runs and deletes a watch of each kind, each answer as the contract says.
func TestWatches(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		router := contractOf(t, s)
		item := s.Platforms.Samples()[0].Items[0]
		for _, body := range []string{
			`{"name":"account","source":{"kind":"account","account":"video_site:@lanternkitchen","collection":"shorts","sort":"latest"},"every":"1h"}`,
			`{"name":"ads","source":{"kind":"account","account":"ad_library:123456789","status":"all","country":"de"},"every":"12h","import":{"mediaProfile":"none","transcript":false,"tags":["ads"]},"dailyCredits":7}`,
			`{"name":"search","source":{"kind":"search","platform":"ad_library","q":"kettles","mediaKind":"video","startedFrom":"2026-01-01"},"every":"1d","import":null}`,
			`{"name":"list","source":{"kind":"list","url":"https://www.youtube.com/playlist?list=PLofATest0000001"},"every":"1d","import":{"mediaProfile":"none"},"backfill":40}`,
			`{"name":"item","source":{"kind":"item","url":"` + item + `"},"every":"7d","paused":true}`,
		} {
			made := scenario{name: body, method: "POST", path: "/v1/watches", body: body, status: 201}.run(t, s, s.AsKey())
			asTheContractSays(t, router, "POST", "/v1/watches", made)
			path := "/v1/watches/" + made.JSON(t)["id"].(string)
			paused := strings.Contains(body, `"paused":true`)
			if v := made.JSON(t); (v["nextRunAt"] == nil) != paused || (v["state"] == "paused") != paused || v["lastRun"] != nil {
				t.Errorf("%v", v)
			}
			for _, sub := range []string{"", "/runs", "/items"} {
				asTheContractSays(t, router, "GET", path+sub, scenario{name: sub, path: path + sub, status: 200}.run(t, s, s.AsKey()))
			}
			ran := scenario{name: "run", method: "POST", path: path + "/run", status: 202}
			if paused {
				ran.status, ran.code, ran.has = 409, "revision_conflict", []string{"The watch is paused."}
			}
			asTheContractSays(t, router, "POST", path+"/run", ran.run(t, s, s.AsKey()))
			changed := scenario{name: "change", method: "PATCH", path: path, body: `{"every":"6h","paused":false,"name":"Renamed"}`, status: 200,
				has: []string{`"every":"6h"`, `"name":"Renamed"`, `"state":"active"`}}.run(t, s, s.AsKey())
			asTheContractSays(t, router, "PATCH", path, changed)
			scenario{name: "old revision", method: "PATCH", path: path, body: `{"revision":1,"name":"x"}`, status: 409, code: "revision_conflict"}.run(t, s, s.AsKey())
			scenario{name: "delete", method: "DELETE", path: path, status: 204}.run(t, s, s.AsKey())
			scenario{name: "gone", path: path, status: 404, code: "not_found"}.run(t, s, s.AsKey())
		}
	})
}

// TestSourcesOfWatchesAreChecked as the lookups that they stand for.
func TestSourcesOfWatchesAreChecked(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		item := s.Platforms.Samples()[0].Items[0]
		for _, tt := range []struct {
			source, code string
			status       int
			fields       []string
		}{
			{`{"kind":"account"}`, "invalid_input", 400, []string{"source.account/required"}},
			{`{"kind":"account","account":"nobody"}`, "invalid_input", 400, []string{"source.account/pattern"}},
			{`{"kind":"account","account":"` + item + `"}`, "unsupported_object", 422, nil},
			{`{"kind":"account","account":"video_site:@a","q":"x"}`, "invalid_input", 400, []string{"source.q/conflict"}},
			{`{"kind":"account","account":"video_site:@a","status":"all"}`, "invalid_input", 400, []string{"source.status/not_read_by_platform"}},
			{`{"kind":"account","account":"video_site:@a","sort":"impressions"}`, "invalid_input", 400, []string{"source.sort/enum"}},
			{`{"kind":"search","platform":"video_site"}`, "invalid_input", 400, []string{"source.q/required"}},
			{`{"kind":"search","platform":"nowhere","q":"x"}`, "invalid_input", 400, []string{"source.platform/enum"}},
			{`{"kind":"search","platform":"ad_library","q":"x","startedFrom":"2026-02-01","startedTo":"2026-01-01"}`, "invalid_input", 400, []string{"source.startedTo/range"}},
			{`{"kind":"list"}`, "invalid_input", 400, []string{"source.url/required"}},
			{`{"kind":"list","url":"https://www.youtube.com/playlist?list=PLofATest0000001","sort":"latest"}`, "invalid_input", 400, []string{"source.sort/not_read_by_platform"}},
			{`{"kind":"list","url":"` + item + `"}`, "unsupported_object", 422, nil},
			{`{"kind":"list","url":"https://www.tiktok.com/tag/cats"}`, "unsupported_object", 422, nil},
			{`{"kind":"item","url":"https://example.com/"}`, "unsupported_object", 422, nil},
			{`{"kind":"item","url":"not a link"}`, "invalid_input", 400, []string{"source.url/pattern"}},
			{`{"kind":"item","url":"` + item + `","platform":"video_site"}`, "invalid_input", 400, []string{"source.platform/conflict"}},
			{`{"kind":"channel"}`, "invalid_input", 400, []string{"source.kind/enum"}},
			{`{"kind":"account","account":"video_site:@a","surprise":1}`, "invalid_input", 400, []string{"source.surprise/unknown"}},
		} {
			sc := scenario{name: tt.source, method: "POST", path: "/v1/watches", body: `{"name":"w","every":"1h","source":` + tt.source + `}`, status: tt.status, code: tt.code, fields: tt.fields}
			sc.run(t, s, s.AsKey())
		}
		for credits, told := range map[string]bool{"5": true, "23": true, "24": false} {
			id := scenario{name: credits, method: "POST", path: "/v1/watches", body: `{"name":"w","every":"1h","dailyCredits":` + credits + `,"source":{"kind":"item","url":"` + item + `"}}`, status: 201}.run(t, s, s.AsKey()).JSON(t)["id"].(string)
			page := scenario{name: credits, path: "/w/" + s.Workspace + "/watches/" + id, status: 200}.run(t, s, s.AsOwner())
			if strings.Contains(string(page.Body), "Its runs of a day cost about 24 credits, more than it may spend.") != told {
				t.Errorf("an hourly watch with %s credits a day is told that they do not suffice: %t, want %t", credits, !told, told)
			}
		}
		for _, rest := range []string{`"every":"2h"`, `"every":"1h","dailyCredits":0`, `"every":"1h","backfill":5`, `"every":"1h","import":null,"backfill":1`, `"every":"1h","import":{},"backfill":501`, `"every":"1h","import":{"mediaProfile":"all"}`, `"every":"1h","import":{"tags":[""]}`, `"every":"1h","name":""`} {
			body := `{"name":"w","source":{"kind":"account","account":"video_site:@a"},` + rest + `}`
			scenario{name: rest, method: "POST", path: "/v1/watches", body: body, status: 400, code: "invalid_input"}.run(t, s, s.AsKey())
		}
		scenario{name: "an item is not imported", method: "POST", path: "/v1/watches", body: `{"name":"w","every":"1h","import":{},"source":{"kind":"item","url":"` + item + `"}}`,
			status: 400, code: "invalid_input", has: []string{`"name":"import"`}}.run(t, s, s.AsKey())
	})
}

// TestWhoMayWatch: keys by their scopes, members read, owners change.
func TestWhoMayWatch(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		body := `{"name":"w","every":"1h","source":{"kind":"account","account":"video_site:@a"}}`
		_, text, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "reads", CreatedBy: s.OwnerID, Scopes: []accounts.Scope{accounts.WatchesRead}})
		testkit.Must(t, err)
		reads := map[string]string{"Authorization": "Bearer " + text}
		scenario{name: "reads", path: "/v1/watches", status: 200}.run(t, s, reads)
		scenario{name: "does not write", method: "POST", path: "/v1/watches", body: body, status: 403, code: "forbidden", has: []string{"watches:write"}}.run(t, s, reads)
		scenario{name: "an owner", method: "POST", path: "/v1/watches", body: body, status: 201}.run(t, s, s.AsOwner())
		_, token, err := s.Store.Accounts.CreateInvite(t.Context(), s.Workspace, "member@example.com", accounts.Member, s.OwnerID)
		testkit.Must(t, err)
		in := s.Do("POST", "/v1/invites/accept", map[string]string{"token": token, "name": "Member", "password": strangersPassword}, map[string]string{"Origin": webtest.Origin})
		member := map[string]string{"Cookie": strings.SplitN(in.Header.Get("Set-Cookie"), ";", 2)[0], "Origin": webtest.Origin}
		scenario{name: "a member reads", path: "/v1/watches", status: 200, has: []string{`"name":"w"`}}.run(t, s, member)
		scenario{name: "a member does not write", method: "POST", path: "/v1/watches", body: body, status: 403, code: "forbidden"}.run(t, s, member)
		made, err := s.Store.Watches.List(t.Context(), s.Workspace, db.PageRequest{Limit: 1})
		testkit.Must(t, err)
		page := "/w/" + s.Workspace + "/watches/" + made.Items[0].ID
		for who, header := range map[string]map[string]string{"member": member, "owner": s.AsOwner()} {
			for _, path := range []string{"/w/" + s.Workspace + "/watches", page, page + "?show=seen"} {
				got := s.Do("GET", path, "", header)
				if changes := strings.Contains(string(got.Body), "Add a watch") || strings.Contains(string(got.Body), page+"/run"); got.Status != 200 || changes != (who == "owner") {
					t.Errorf("%s by a %s: %d, offers changes: %t", path, who, got.Status, changes)
				}
			}
		}
	})
}

// TestEventsOfWatchesAreAsTheContractSays lists what a run found.
func TestEventsOfWatchesAreAsTheContractSays(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := watchThatRan(t, s)
		list := scenario{name: "found", path: "/v1/events?type=" + string(events.WatchFound), status: 200, has: []string{id, `"id":"clip_site:7300000000000000003"`}}.run(t, s, s.AsKey())
		asTheContractSays(t, contractOf(t, s), "GET", "/v1/events", list)
		if strings.Contains(string(list.Body), "7300000000000000002") {
			t.Errorf("what was there before is told: %s", list.Body)
		}
	})
}
