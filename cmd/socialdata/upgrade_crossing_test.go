//go:build chaos

package main

import (
	"fmt"
	"net/url"
	"time"
)

// crossOver goes from each version to the other: a key, an import, a watch, the pages of lists.
func (w *town) crossOver() {
	w.t.Helper()
	newer, older := w.web[0], w.web[1]
	for n, between := range [][2]*process{{newer, older}, {older, newer}} {
		w.crossKey(between[0], between[1])
		w.crossImport(between[0], between[1], fmt.Sprint("cross-", n))
		w.crossWatch(between[0], between[1])
		w.crossPages("/v1/references?limit=2", between[0], between[1])
		w.crossPages("/v1/items?account="+url.QueryEscape(w.samples[0].Accounts[0]), between[0], between[1])
	}
}

// want asks one process and ends the test unless it is answered as wanted.
func (w *town) want(p *process, status int, method, path, body string, header map[string]string) reply {
	w.t.Helper()
	a := p.ask(method, path, body, header)
	if a.status != status {
		w.t.Fatalf("%s %s: %d %v", method, path, a.status, a.body)
	}
	return a
}

// crossKey makes a key at one, uses it at the other and revokes it there.
func (w *town) crossKey(one, other *process) {
	w.t.Helper()
	keys := "/v1/workspaces/" + w.tenants[0].id + "/api-keys"
	made := w.want(one, 201, "POST", keys, `{"name":"crossing","scopes":["references:read"]}`, w.owner).body
	key := map[string]string{"Authorization": "Bearer " + made["key"].(string)}
	w.want(other, 200, "GET", "/v1/references", "", key)
	w.want(other, 200, "DELETE", keys+"/"+made["id"].(string), "", w.owner)
	w.want(one, 401, "GET", "/v1/references", "", key)
}

// crossImport starts an import at one, again at the other by the same idempotency key, and waits for it there. The busy workspaces'
// imports may wait for longer than that, so it is the quiet one's, whose turn comes with the next free worker.
func (w *town) crossImport(one, other *process, key string) {
	w.t.Helper()
	x := w.quiet
	body := fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":"full"}`, x.imported[1])
	id := w.want(one, 202, "POST", "/v1/ingestions", body, x.header("/v1/ingestions", "Idempotency-Key", key)).body["id"].(string)
	if again := w.want(other, 202, "POST", "/v1/ingestions", body, x.header("/v1/ingestions", "Idempotency-Key", key)).body["id"]; again != id {
		w.t.Errorf("the same key made %v after %v", again, id)
	}
	x.mu.Lock()
	x.accepted[key] = id
	x.mu.Unlock()
	w.until("the import", func() bool {
		return w.want(other, 200, "GET", "/v1/imports/"+id, "", x.header("/v1/imports")).body["state"] == "succeeded"
	})
}

// crossWatch makes a watch of an item at one, and deletes it at the other after its first run.
func (w *town) crossWatch(one, other *process) {
	w.t.Helper()
	body := fmt.Sprintf(`{"name":"crossing","source":{"kind":"item","url":%q},"every":"1h","import":null,"dailyCredits":100}`, w.samples[0].Items[9])
	path := "/v1/watches/" + w.want(one, 201, "POST", "/v1/watches", body, w.tenants[0].header("/v1/watches")).body["id"].(string)
	w.until("the watch", func() bool {
		run, _ := w.want(other, 200, "GET", path, "", w.tenants[0].header(path)).body["lastRun"].(map[string]any)
		return run["state"] == "succeeded"
	})
	w.want(other, 204, "DELETE", path, "", w.tenants[0].header(path))
}

// crossPages reads some pages of a list, in turn from one and the other.
func (w *town) crossPages(path string, one, other *process) {
	w.t.Helper()
	page := w.want(one, 200, "GET", path, "", w.tenants[0].header(path)).body
	for n := range 3 {
		cursor := nextCursor(page)
		if cursor == "" && n == 0 {
			w.t.Errorf("%s has one page, which crosses nothing", path)
		}
		if cursor == "" {
			return
		}
		page = w.want([]*process{other, one}[n%2], 200, "GET", path+"&cursor="+url.QueryEscape(cursor), "", w.tenants[0].header(path)).body
	}
}

// nextCursor is that of a list of records, or of a page of observed rows.
func nextCursor(body map[string]any) string {
	if page, observed := body["page"].(map[string]any); observed {
		body = page
	}
	cursor, _ := body["nextCursor"].(string)
	return cursor
}

// until waits for a minute at most.
func (w *town) until(what string, done func() bool) {
	w.t.Helper()
	for end := time.Now().Add(time.Minute); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("%s took over a minute", what)
		}
	}
}
