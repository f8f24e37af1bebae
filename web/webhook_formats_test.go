package web_test

import (
	"strings"
	"testing"

	"socialdata/models/db"
	"socialdata/web/webtest"
)

// TestFormatsOfEndpoints makes endpoints for programs and for channels by API and page, and changes one: what is absent stays.
func TestFormatsOfEndpoints(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/v1/workspaces/" + s.Workspace + "/webhooks"
		made := scenario{name: "made", method: "POST", path: at, body: `{"url":"https://hooks.example/a","events":["watch.found"],"format":"slack"}`, status: 201}.run(t, s, s.AsOwner()).JSON(t)
		plain := scenario{name: "plain", method: "POST", path: at, body: `{"url":"https://hooks.example/b","events":["watch.found"]}`, status: 201}.run(t, s, s.AsOwner()).JSON(t)
		for address, want := range map[string]string{"https://hooks.slack.com/services/T/B/x": "slack", "https://discord.com/api/webhooks/1/x": "discord", "https://ntfy.sh/topic": "ntfy", "https://discord.com/other": "standard"} {
			got := scenario{name: address, method: "POST", path: at, body: `{"url":"` + address + `","events":["watch.found"]}`, status: 201}.run(t, s, s.AsOwner()).JSON(t)
			if got["format"] != want {
				t.Errorf("%s takes %v", address, got["format"])
			}
			s.Do("DELETE", at+"/"+got["id"].(string), nil, s.AsOwner())
		}
		if made["format"] != "slack" || plain["format"] != "standard" {
			t.Errorf("made %v and %v", made["format"], plain["format"])
		}
		scenario{name: "unknown", method: "POST", path: at, body: `{"url":"https://hooks.example/c","events":["watch.found"],"format":"teams"}`, status: 400, code: "invalid_input"}.run(t, s, s.AsOwner())
		one := at + "/" + made["id"].(string)
		if got := (scenario{name: "kept", method: "PATCH", path: one, body: `{"revision":1,"description":"x"}`, status: 200}).run(t, s, s.AsOwner()).JSON(t); got["format"] != "slack" {
			t.Errorf("without a format it is %v", got["format"])
		}
		if got := (scenario{name: "changed", method: "PATCH", path: one, body: `{"revision":2,"format":"discord"}`, status: 200}).run(t, s, s.AsOwner()).JSON(t); got["format"] != "discord" {
			t.Errorf("changed to %v", got["format"])
		}
		page := "/w/" + s.Workspace + "/webhooks"
		if _, _, body := send(t, s, page, s.AsOwner(), "url", "https://hooks.example/tried", "events", "watch.found", "format", "standard"); !strings.Contains(body, `Once your endpoint has it: <a href="`+page+`/`) {
			t.Errorf("the new secret leads to no test: %s", body)
		}
		send(t, s, page, s.AsOwner(), "url", "https://ntfy.example/topic", "events", "watch.found", "format", "ntfy")
		send(t, s, page, s.AsOwner(), "url", "https://hooks.slack.com/services/T/B/x", "events", "watch.found", "format", "")
		list, err := s.Store.Events.Webhooks(t.Context(), s.Workspace, db.PageRequest{Limit: 10})
		if err != nil || len(list.Items) != 5 || list.Items[0].Format != "slack" || list.Items[1].Format != "ntfy" {
			t.Errorf("%+v, %v", list, err)
		}
		if shown := string(s.Do("GET", page+"/"+made["id"].(string), nil, s.AsOwner()).Body); !strings.Contains(shown, `<option value="discord" selected>`) {
			t.Errorf("the page shows another format: %s", shown)
		}
	})
}
