package web_test

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/events"
	"socialdata/web/webtest"
)

// TestEventsAreAsTheContractSays lists an event of an endpoint that was tried, and one of an import.
func TestEventsAreAsTheContractSays(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		router := contractOf(t, s)
		w, _, err := s.Store.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: s.Workspace, URL: "https://example.com/", Types: events.Types()})
		testkit.Must(t, err)
		_, err = s.Store.Events.TestWebhook(t.Context(), s.Workspace, w.ID)
		testkit.Must(t, err)
		r := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": s.Platforms.Samples()[0].Items[0]}, withKey(s, "one"))
		cancelled := s.Do("POST", "/v1/imports/"+r.JSON(t)["id"].(string)+"/cancel", nil, s.AsKey())
		asTheContractSays(t, router, "POST", "/v1/imports/"+r.JSON(t)["id"].(string)+"/cancel", cancelled)
		list := scenario{name: "both", path: "/v1/events", status: 200, has: []string{`"type":"webhook.test"`, `"data":{"webhookId":"` + w.ID, `"type":"import.cancelled"`}}.run(t, s, s.AsKey())
		asTheContractSays(t, router, "GET", "/v1/events", list)
	})
}
