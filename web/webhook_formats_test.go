package web_test

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
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
		if _, _, body := send(t, s, page, s.AsOwner(), "url", "https://hooks.example/tried", "events", "watch.found", "format", "standard"); !strings.Contains(body, `Once your endpoint has it, <a href="`+page+`/`) {
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

// TestADeliveryShowsWhatWasSent opens a delivery of an import that failed and one of a test: each shows its event as the list of events
// has it, and the first leads to the import.
func TestADeliveryShowsWhatWasSent(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/v1/workspaces/" + s.Workspace + "/webhooks"
		hook := scenario{name: "made", method: "POST", path: at, body: `{"url":"https://hooks.example/a","events":["import.failed"]}`, status: 201}.run(t, s, s.AsOwner()).JSON(t)
		id := failedImport(t, s, s.Workspace)
		testkit.Must(t, s.Store.Events.Order(t.Context(), s.Workspace))
		s.Do("POST", at+"/"+hook["id"].(string)+"/test", nil, s.AsOwner())
		testkit.Must(t, s.Store.Events.Order(t.Context(), s.Workspace))
		page := "/w/" + s.Workspace + "/webhooks/" + hook["id"].(string)
		body := string(s.Do("GET", page, nil, s.AsOwner()).Body)
		list, err := s.Store.Events.List(t.Context(), s.Workspace, events.Filter{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		shown, tags := 0, regexp.MustCompile("<[^>]*>")
		for _, e := range list.Items {
			sent, err := e.Body()
			testkit.Must(t, err)
			for _, m := range regexp.MustCompile(`(?s)aria-label="the event `+e.ID+`"><code>(.*?)</code>`).FindAllStringSubmatch(body, -1) {
				var b bytes.Buffer
				testkit.Must(t, json.Compact(&b, []byte(html.UnescapeString(tags.ReplaceAllString(m[1], "")))))
				if shown++; b.String() != string(sent) || !strings.Contains(m[1], "\n  ") {
					t.Errorf("%s shows %s, sent is %s", e.Type, m[1], sent)
				}
			}
		}
		if shown != 2 || strings.Count(body, "What was sent<") != 2 || strings.Count(body, `<a href="/w/`+s.Workspace+`/imports/`+id+`">Open the import</a>`) != 1 || strings.Contains(body, "whsec_") {
			t.Errorf("%d events are shown: %s", shown, mainOf(body))
		}
		scenario{name: "slack", method: "PATCH", path: at + "/" + hook["id"].(string), body: `{"revision":1,"format":"slack"}`, status: 200}.run(t, s, s.AsOwner())
		if body = string(s.Do("GET", page, nil, s.AsOwner()).Body); strings.Contains(body, "What was sent<") || strings.Count(body, "The event that the message tells<") != 2 {
			t.Errorf("a message: %s", mainOf(body))
		}
		modelstest.Run(t, s.Store, "UPDATE webhooks SET failing_since = 1")
		if list := mainOf(string(s.Do("GET", "/w/"+s.Workspace+"/webhooks", nil, s.AsOwner()).Body)); !strings.Contains(list, "first failed <time") {
			t.Errorf("the list does not say since when it fails: %s", list)
		}
	})
}
