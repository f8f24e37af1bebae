package web_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/web/webtest"
)

// mostOfTools bounds the list of tools, in bytes of JSON: agents read it whenever they connect.
const mostOfTools = 28_500

// TestTheListOfToolsIsShortAndPortable: all tools with their schemas fit the bound, no type is a list, what spends or changes something
// is not called read-only, and a key is shown the tools that it may call.
func TestTheListOfToolsIsShortAndPortable(t *testing.T) {
	s := embedded(t, webtest.Options{})
	a := newAgent(t, listen(t, s), s.Key)
	list, err := a.session.ListTools(t.Context(), nil)
	testkit.Must(t, err)
	raw, err := json.Marshal(list)
	testkit.Must(t, err)
	if len(list.Tools) != 18 || len(raw) > mostOfTools {
		t.Errorf("%d tools take %d bytes", len(list.Tools), len(raw))
	}
	if found := regexp.MustCompile(`"type":\[|"\$ref":"#/comp`).Find(raw); found != nil {
		t.Errorf("the schemas hold %s", found)
	}
	writing := map[string]bool{"put_on_board": true, "look_up_item": true, "look_up_account": true, "list_items": true, "list_comments": true, "search": true, "import_link": true}
	for _, tool := range list.Tools {
		if tool.Annotations.ReadOnlyHint == writing[tool.Name] {
			t.Errorf("%s: readOnlyHint %v", tool.Name, tool.Annotations.ReadOnlyHint)
		}
	}
	_, reader, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "r", CreatedBy: s.OwnerID, Scopes: []accounts.Scope{accounts.ReferencesRead}})
	testkit.Must(t, err)
	list, err = newAgent(t, listen(t, s), reader).session.ListTools(t.Context(), nil)
	testkit.Must(t, err)
	names := map[string]bool{}
	for _, tool := range list.Tools {
		names[tool.Name] = true
	}
	if len(names) != 13 || names["import_link"] || names["get_import"] || !names["search_references"] || !names["look_up_item"] {
		t.Errorf("a key that reads references is shown %v", names)
	}
}

// TestAgentsAreShownEveryRowThatIsPaid walks lists by their cursors: every row of the page that was paid is shown once, whatever the
// limit, and the rest of a page costs nothing.
func TestAgentsAreShownEveryRowThatIsPaid(t *testing.T) {
	s := embedded(t, webtest.Options{})
	a := newAgent(t, listen(t, s), s.Key)
	for tool, list := range map[string]struct {
		args map[string]any
		path string
	}{
		"list_items":    {map[string]any{"account": "video_site:@lanternkitchen"}, "/v1/items?account=video_site:@lanternkitchen"},
		"search":        {map[string]any{"platform": "video_site", "q": "ramen"}, "/v1/search?platform=video_site&q=ramen"},
		"list_comments": {map[string]any{"url": s.Platforms.Samples()[0].Items[0]}, "/v1/comments?url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])},
	} {
		whole, _ := readPage(t, s, list.path)
		list.args["limit"] = 4
		shown := 0
		for shown < len(whole.Data) {
			page := a.works(tool, list.args)
			rows := page["data"].([]any)
			if len(rows) == 0 || len(rows) > 4 || page["usage"].(map[string]any)["creditsCharged"] != 0.0 {
				t.Fatalf("%s: %d rows, %v", tool, len(rows), page["usage"])
			}
			for _, row := range rows {
				if id := row.(map[string]any)["id"]; id != whole.Data[shown].ID {
					t.Fatalf("%s: row %d is %v, want %s", tool, shown, id, whole.Data[shown].ID)
				}
				shown++
			}
			list.args["cursor"] = page["page"].(map[string]any)["nextCursor"]
		}
	}
}
