package web_test

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// TestWaitForABatch: imports that are posted together have a batch's id, by which they are counted, listed and waited for. A
// repeated request has the same, and nobody else sees it.
func TestWaitForABatch(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		router, items := contractOf(t, s), s.Platforms.Samples()[1].Items[:1]
		items = append(items, s.Platforms.Samples()[0].Items[0])
		post := func() (string, []string) {
			header := s.AsKey()
			header["Idempotency-Key"] = "nightly"
			body := `{"imports":[{"sourceUrl":"` + items[0] + `"},{"sourceUrl":"` + items[1] + `"},{"sourceUrl":"https://example.com/"}]}`
			made := scenario{name: "post", method: "POST", path: "/v1/ingestions/batch", body: body, status: 200}.run(t, s, header).JSON(t)
			var ids []string
			for _, r := range made["results"].([]any)[:2] {
				ids = append(ids, r.(map[string]any)["import"].(map[string]any)["id"].(string))
			}
			return made["batchId"].(string), ids
		}
		batch, ids := post()
		if again, same := post(); again != batch || strings.Join(same, " ") != strings.Join(ids, " ") {
			t.Errorf("again: %s %v, want %s %v", again, same, batch, ids)
		}
		accepted(t, s) // another batch
		path := "/v1/ingestions/batch/" + batch
		first := scenario{name: "accepted", path: path + "?wait=1", status: 200, has: []string{`"total":2`, `"byState":{"accepted":2}`, `"done":false`}}.run(t, s, s.AsKey())
		asTheContractSays(t, router, "GET", path, first)
		list := scenario{name: "list", path: "/v1/ingestions?batchId=" + batch, status: 200, has: ids}.run(t, s, s.AsKey())
		if n := len(list.JSON(t)["items"].([]any)); n != 2 {
			t.Errorf("the list has %d", n)
		}
		answered := make(chan *webtest.Reply, 1)
		go func() { answered <- s.Do("GET", path+"?wait=30", nil, s.AsKey()) }()
		testkit.Eventually(t, "it is waited for", func() bool { return runs("jobs.(*Awaiter).Await") })
		for _, id := range ids {
			_, err := s.Store.Imports.Cancel(t.Context(), s.Workspace, id)
			testkit.Must(t, err)
		}
		if r := <-answered; r.Status != http.StatusOK || !strings.Contains(string(r.Body), `"byState":{"cancelled":2},"done":true`) {
			t.Errorf("after the end: %d %s", r.Status, r.Body)
		}
		scenario{name: "another workspace's", path: path, status: 404, code: "not_found"}.run(t, s, map[string]string{"Authorization": "Bearer " + newOther(t, s).key})
		scenario{name: "none", path: "/v1/ingestions/batch/nothing?wait=30", status: 404, code: "not_found"}.run(t, s, s.AsKey())
	})
}
