package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// boardAnswer is what the tests of boards read of a board, of a list and of an error.
type boardAnswer struct {
	ID, Kind, Order string
	CreatedAt       time.Time
	Count           *int64
	Revision        int64
	Filter          map[string]any
	Items           []struct {
		ID    string
		Name  string
		Count *int64
	}
	Error struct {
		Code    string
		Details struct {
			Fields []struct{ Name, Reason string }
		}
	}
}

// TestBoardsHoldWhatIsPutOnThem makes a board, arranges it, reads and exports it in its order, and deletes it.
func TestBoardsHoldWhatIsPutOnThem(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ids := map[string]string{}
		for _, name := range []string{"one", "two", "three"} {
			ids[name] = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: name})
		}
		ask := boardAsker(t, s, accounts.ReferencesRead, accounts.ReferencesWrite)
		b := ask(201, "POST", "/v1/boards", fmt.Sprintf(`{"name":" Shelf ","references":[%q,%q]}`, ids["two"], ids["one"]))
		if b.Kind != "manual" || b.Order != "manual" || b.Count == nil || *b.Count != 2 || b.Filter != nil || time.Since(b.CreatedAt).Abs() > time.Minute {
			t.Errorf("the new board is %+v", b)
		}
		other := ask(201, "POST", "/v1/boards", `{"name":"Other"}`)
		onto := "/w/" + s.Workspace + "/references?onto=" + b.ID
		if shown := string(s.Do("GET", "/w/"+s.Workspace+"/boards/"+b.ID, nil, s.AsOwner()).Body); !strings.Contains(shown, `href="`+onto+`">Add references</a>`) {
			t.Errorf("nothing adds references: %s", shown)
		}
		for _, want := range []string{`<h1 dir="auto">Add to Shelf</h1>`, `/boards/` + b.ID + `">Shelf</a></nav>`, `name="board" value="` + b.ID + `"`, `/references/bulk/board" dir="auto">Add to Shelf</button>`, `name="onto" value="` + b.ID + `"`} {
			if list := string(s.Do("GET", onto, nil, s.AsOwner()).Body); !strings.Contains(list, want) {
				t.Errorf("the list for the board lacks %q", want)
			} else if strings.Contains(list, "Put on board") || strings.Contains(list, `primary" href`) {
				t.Error("the list for the board offers more than to add to it")
			}
		}
		for _, query := range []string{"", "&view=table"} {
			list := string(s.Do("GET", onto+query, nil, s.AsOwner()).Body)
			if n := strings.Count(list, "On it already"); n != 2 || strings.Contains(list, `name="id" value="`+ids["two"]) || !strings.Contains(list, `name="id" value="`+ids["three"]) {
				t.Errorf("%q marks %d that are on the board", query, n)
			}
			rest := string(s.Do("GET", onto+query+"&on=hide", nil, s.AsOwner()).Body)
			if strings.Contains(rest, ids["two"]) || !strings.Contains(rest, ids["three"]) || !strings.Contains(rest, "1 reference<") || !strings.Contains(rest, `name="on" value="hide"`) {
				t.Errorf("%q does not hide what is on the board", query)
			}
		}
		page := string(s.Do("GET", "/w/"+s.Workspace+"/references/"+ids["two"], nil, s.AsOwner()).Body)
		if strings.Contains(page, `<option value="`+b.ID+`"`) || !strings.Contains(page, `<option value="`+other.ID+`"`) || !strings.Contains(page, "/boards/"+b.ID+`"`) {
			t.Error("the page of a reference offers a board that it is on, or lacks another")
		}
		ask(204, "DELETE", "/v1/boards/"+other.ID, "")
		b = ask(200, "POST", "/v1/boards/"+b.ID+"/references", fmt.Sprintf(`{"add":[%q],"before":%q}`, ids["three"], ids["two"]))
		wantOrder := func(path string, names ...string) {
			t.Helper()
			var want []string
			for _, n := range names {
				want = append(want, ids[n])
			}
			var got []string
			for _, r := range ask(200, "GET", path, "").Items {
				got = append(got, r.ID)
			}
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("%s has %v, want %v", path, got, want)
			}
		}
		wantOrder("/v1/references?board="+b.ID, "three", "two", "one")
		wantOrder("/v1/references?sort=created&board="+b.ID, "one", "two", "three")
		wantOrder("/v1/references?q=two&board="+b.ID, "two")
		lines := s.Do("GET", "/v1/references/export?format=ndjson&board="+b.ID, nil, scoped(t, s, accounts.ReferencesRead))
		if rows := strings.Split(strings.TrimSpace(string(lines.Body)), "\n"); len(rows) != 3 || !strings.Contains(rows[0], ids["three"]) {
			t.Errorf("the export is %s", lines.Body)
		}
		if on := ask(200, "GET", "/v1/boards?reference="+ids["one"], "").Items; len(on) != 1 || on[0].Name != "Shelf" || *on[0].Count != 3 {
			t.Errorf("the reference is on %+v", on)
		}
		ask(409, "PATCH", "/v1/boards/"+b.ID, `{"revision":1,"name":"Other"}`)
		if b = ask(200, "PATCH", "/v1/boards/"+b.ID, fmt.Sprintf(`{"revision":%d,"order":"-created"}`, b.Revision)); b.Order != "-created" {
			t.Errorf("the order is %s", b.Order)
		}
		wantOrder("/v1/references?board="+b.ID, "three", "two", "one")
		ask(204, "DELETE", "/v1/boards/"+b.ID, "")
		ask(404, "GET", "/v1/references?board="+b.ID, "")
		ask(200, "GET", "/v1/references/"+ids["one"], "")
	})
}

// boardAsker asks as a key with these scopes, and wants a status.
func boardAsker(t *testing.T, s *webtest.Site, scopes ...accounts.Scope) func(status int, method, path, body string) boardAnswer {
	t.Helper()
	key := scoped(t, s, scopes...)
	return func(status int, method, path, body string) (got boardAnswer) {
		t.Helper()
		var sent any
		if body != "" {
			sent = body
		}
		r := s.Do(method, path, sent, key)
		if r.Status != status {
			t.Fatalf("%s %s %s: %d %s", method, path, body, r.Status, r.Body)
		}
		_ = json.Unmarshal(r.Body, &got)
		return got
	}
}

// TestSmartBoardsShowWhatTheirFilterFinds reads a smart board while references come, and narrows it further.
func TestSmartBoardsShowWhatTheirFilterFinds(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		ask := boardAsker(t, s, accounts.ReferencesRead, accounts.ReferencesWrite)
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", SourceTitle: "Red lamp", Tags: []string{"a"}})
		b := ask(201, "POST", "/v1/boards", `{"name":"Lamps","kind":"smart","filter":{"q":"lamp","platform":"clip_site"}}`)
		if b.Order != "-created" || b.Count == nil || *b.Count != 1 || b.Filter["q"] != "lamp" {
			t.Errorf("the new board is %+v", b)
		}
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2", SourceTitle: "Blue lamp", Media: []references.Media{{Role: references.PosterMedia, ContentType: "image/jpeg", Bytes: 2, SHA256: strings.Repeat("b", 64), Filename: "p.jpg", BlobKey: "p"}}})
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "video_site:3", SourceTitle: "Green lamp"})
		for query, want := range map[string]int{"": 2, "&tag=a": 1, "&q=blue": 1, "&platform=clip_site": 2, "&q=green": 0} {
			if got := ask(200, "GET", "/v1/references?board="+b.ID+query, "").Items; len(got) != want {
				t.Errorf("%s finds %d, want %d", query, len(got), want)
			}
		}
		if list := string(s.Do("GET", "/w/"+s.Workspace+"/boards", nil, s.AsOwner()).Body); !strings.Contains(list, ">2 references ") || !strings.Contains(list, ">Filter: “lamp”, ") || strings.Count(list, `loading="lazy"`) != 1 {
			t.Error("the list does not show the picture and the number of references of the board")
		}
		if f := ask(400, "GET", "/v1/references?board="+b.ID+"&platform=video_site", "").Error.Details.Fields; len(f) != 1 || f[0].Name != "platform" || f[0].Reason != "conflict" {
			t.Errorf("another platform: %+v", f)
		}
		for _, wrong := range []string{`{"name":"x","kind":"smart"}`, `{"name":"x","filter":{}}`, `{"name":"x","kind":"smart","filter":{},"order":"manual"}`,
			`{"name":"x","kind":"smart","filter":{"board":"y"}}`, `{"name":"x","kind":"smart","filter":{},"references":["y"]}`, `{"name":" "}`, `{"name":"x","kind":"other"}`} {
			ask(400, "POST", "/v1/boards", wrong)
		}
		ask(400, "POST", "/v1/boards/"+b.ID+"/references", `{"add":["x"]}`)
		ask(400, "POST", "/v1/boards/"+b.ID+"/references", `{}`)
		if b = ask(200, "PATCH", "/v1/boards/"+b.ID, `{"revision":1,"filter":{"q":"green"}}`); *b.Count != 1 {
			t.Errorf("with another filter it has %d", *b.Count)
		}
		boardAsker(t, s, accounts.ReferencesRead)(http.StatusForbidden, "DELETE", "/v1/boards/"+b.ID, "")
	})
}
