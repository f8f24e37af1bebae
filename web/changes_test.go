package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestChangesOfManyReferences holds who may order a change, by which filter, and what a page that names no list is answered.
func TestChangesOfManyReferences(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "Kettle", Tags: []string{"a"}})
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "Lamp", Tags: []string{"a", "b"}})
		order := func(body string, status int) map[string]any {
			t.Helper()
			r := s.Do("POST", "/v1/changes", body, s.AsKey())
			if r.Status != status {
				t.Fatalf("%s: %d %s", body, r.Status, r.Body)
			}
			return r.JSON(t)
		}
		for _, wrong := range []string{`{"addTags":["x"]}`, `{"filter":{},"ids":["01890a5d-ac96-774b-bcce-b302099a8057"],"addTags":["x"]}`, `{"filter":{}}`, `{"filter":{},"delete":true,"addTags":["x"]}`,
			`{"filter":{},"addTags":["x"],"delaySeconds":61}`, `{"filter":{"tags":["a"]},"addTags":["x"]}`, `{"filter":{"createdFrom":"yesterday"},"addTags":["x"]}`} {
			order(wrong, http.StatusBadRequest)
		}
		made := order(`{"filter":{"tag":["a"],"q":"lamp"},"addTags":["x"],"delaySeconds":60}`, http.StatusAccepted)
		if made["total"] != 1.0 || made["state"] != "waiting" || made["filter"].(map[string]any)["q"] != "lamp" {
			t.Errorf("%v", made)
		}
		for range 2 {
			if r := s.Do("POST", "/v1/changes/"+made["id"].(string)+"/stop", nil, s.AsKey()); r.JSON(t)["state"] != "stopped" || r.JSON(t)["changed"] != 0.0 {
				t.Errorf("%s", r.Body)
			}
		}
		if r := s.Do("GET", "/v1/tags?limit=1", nil, s.AsKey()); r.JSON(t)["items"].([]any)[0].(map[string]any)["references"] != 2.0 || r.JSON(t)["nextCursor"] == nil {
			t.Errorf("%s", r.Body)
		}
		asForm := s.AsOwner()
		asForm["Content-Type"] = "application/x-www-form-urlencoded"
		form := url.Values{"all": {"yes"}, "query": {"tag=%zz"}, "tags": {"x"}, "do": {"add"}}
		if r := s.Do("POST", "/w/"+s.Workspace+"/references/bulk/tags", form.Encode(), asForm); r.Status != http.StatusBadRequest {
			t.Errorf("a query that cannot be read: %d", r.Status)
		}
		for _, path := range []string{"board", "new-board"} {
			form := url.Values{"all": {"yes"}, "id": {modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{})}}
			s.Do("POST", "/w/"+s.Workspace+"/references/bulk/"+path, form.Encode(), asForm)
		}
		onBoards, err := s.Store.Boards.List(t.Context(), s.Workspace, "", db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(onBoards.Items) != 0 {
			t.Errorf("a whole list became %d boards", len(onBoards.Items))
		}
		var n int64
		testkit.Must(t, s.Store.Read(t.Context()).Table("reference_changes").Count(&n).Error)
		if n != 1 {
			t.Errorf("%d changes", n)
		}
	})
}
