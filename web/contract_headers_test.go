package web_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"socialdata/handlers/operations"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
	"socialdata/models/events"
	"socialdata/web"
	"socialdata/web/webtest"
)

// TestTheContractNamesWhatIsSent: every header of ours that an answer carries is in the contract, at its status or by default, and
// so are the header that names a workspace, the codes of errors and what endpoints are sent.
func TestTheContractNamesWhatIsSent(t *testing.T) {
	s := embedded(t, webtest.Options{Rates: web.Rates{Lookup: 2, Read: 50}})
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Responses  map[string]struct{ Headers map[string]any }
		}
		Webhooks   map[string]any
		Components struct {
			Headers map[string]any
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
				OneOf      []any
			}
		}
	}
	if err := json.Unmarshal(s.Do("GET", "/openapi.json", nil, nil).Body, &doc); err != nil {
		t.Fatal(err)
	}
	item := "/v1/items/lookup?maxAge=0&url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])
	general := []string{"Cache-Control", "Content-Length", "Content-Type", "Vary", "Connection", "Date", "Www-Authenticate", "X-Content-Type-Options"}
	for _, c := range []struct{ request, path string }{{item, "/v1/items/lookup"}, {"/v1/items/lookup?url=x", "/v1/items/lookup"}, {item, "/v1/items/lookup"}, {"/v1/me", "/v1/me"},
		{"/v1/references/nothing", "/v1/references/{referenceId}"}, {"/v1/references", "/v1/references"}} {
		r := s.Do("GET", c.request, nil, s.AsKey())
		responses := doc.Paths[c.path]["get"].Responses
		said, known := responses[map[bool]string{true: "200", false: "429"}[r.Status == 200]]
		if !known || r.Status != 200 {
			said = responses["default"]
		}
		for name := range r.Header {
			named := slices.ContainsFunc(slices.Collect(maps.Keys(said.Headers)), func(n string) bool { return strings.EqualFold(n, name) })
			if !named && !slices.Contains(general, name) {
				t.Errorf("%s: %d carries %s, which the contract does not name: %v", c.request, r.Status, name, slices.Collect(maps.Keys(said.Headers)))
			}
		}
	}
	for _, op := range (&v1.Handlers{Service: &operations.Service{Store: s.Store}}).Operations() {
		if op.ID != "getMe" && op.ID != "listReferences" {
			continue
		}
		named := slices.ContainsFunc(doc.Paths[op.Path]["get"].Parameters, func(p struct{ Name, In string }) bool { return p.Name == "X-Workspace-Id" && p.In == "header" })
		if !named {
			t.Errorf("%s does not name X-Workspace-Id", op.ID)
		}
	}
	if codes := doc.Components.Schemas["ErrorBody"].Properties["code"].Enum; len(codes) != len(apierror.Catalogue()) {
		t.Errorf("the contract has %d codes", len(codes))
	}
	if len(doc.Webhooks) != len(events.Types()) || len(doc.Components.Schemas["Event"].OneOf) == 0 {
		t.Errorf("%d webhooks, %d kinds of events", len(doc.Webhooks), len(doc.Components.Schemas["Event"].OneOf))
	}
	for _, kind := range events.Types() {
		if doc.Webhooks[string(kind)] == nil {
			t.Errorf("no webhook %s", kind)
		}
	}
}
