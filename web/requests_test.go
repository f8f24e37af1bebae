package web_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/requests"
	"socialdata/web"
	"socialdata/web/webtest"
)

// logged reads the request log of the site's workspace with its key.
func logged(t *testing.T, s *webtest.Site, query string) []map[string]any {
	t.Helper()
	s.Requests.Flush(t.Context())
	r := scenario{name: "log " + query, path: "/v1/workspaces/" + s.Workspace + "/requests" + query, status: 200}.run(t, s, s.AsKey())
	var page struct{ Items []map[string]any }
	testkit.Must(t, json.Unmarshal(r.Body, &page))
	return page.Items
}

// TestCheckingLinksIsNotLogged checks many links on the page that imports them: the log has only the import.
func TestCheckingLinksIsNotLogged(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for _, step := range []string{"check", "import", "check"} {
			if status, _, said := send(t, s, "/w/"+s.Workspace+"/imports/many", s.AsOwner(), "links", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "profile", "none", "form", db.NewID(), "step", step, "agreed", "100"); status != http.StatusOK {
				t.Fatalf("%s: %d %s", step, status, said)
			}
		}
		if got := logged(t, s, ""); len(got) != 1 || got[0]["operation"] != "page.createIngestions" {
			t.Errorf("the log has %v", got)
		}
	})
}

// TestTheRequestLog makes calls of every kind and finds them with what they were about, by every filter.
func TestTheRequestLog(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		item := s.Platforms.Samples()[0].Items[0]
		natural := "video_site:" + item[strings.LastIndex(item, "=")+1:]
		lookup := "/v1/items/lookup?url=" + url.QueryEscape(item)
		for _, path := range []string{lookup, lookup, "/v1/items/lookup?url=" + url.QueryEscape("https://www.youtube.com/watch?v=aaaaaaaaaaa"), "/v1/items/lookup?url=x"} {
			as := s.AsKey()
			as["X-Request-Id"] = "mine-" + s.Workspace[:8]
			s.Do("GET", path, nil, as)
		}
		send(t, s, "/w/"+s.Workspace+"/try/lookup", s.AsOwner(), "url", "https://www.youtube.com/watch?v=aaaaaaaaaaa")
		got := logged(t, s, "?requestId=mine-"+s.Workspace[:8])
		if len(got) != 4 {
			t.Fatalf("%d lines, want 4: %v", len(got), got)
		}
		for n, want := range []map[string]any{
			{"status": 400.0, "code": "invalid_input", "subject": nil, "fields": "url/query/pattern"},
			{"status": 404.0, "code": "not_found", "subject": "video_site:aaaaaaaaaaa", "creditsCharged": 0.0},
			{"status": 200.0, "code": nil, "subject": natural, "cached": true, "creditsCharged": 0.0, "routeId": "video_site.web"},
			{"status": 200.0, "code": nil, "subject": natural, "cached": false, "creditsCharged": 1.0, "routeId": "video_site.web", "operation": "lookupItem", "method": "GET", "userId": nil},
		} {
			for name, value := range want {
				if given := readField(got[n], name); given != value {
					t.Errorf("line %d: %s is %v, want %v", n, name, given, value)
				}
			}
		}
		for query, want := range map[string]int{"?operation=page.lookupItem": 1, "?code=not_found": 2, "?status=404": 2, "?keyId=" + got[0]["keyId"].(string): 4, "?limit=1": 1,
			"?from=2999-01-01T00:00:00Z": 0, "?before=2020-01-01T00:00:00Z": 0} {
			if n := len(logged(t, s, query)); n < want || want == 0 && n > 0 {
				t.Errorf("%s: %d lines, want %d", query, n, want)
			}
		}
		scenario{name: "unknown filters", path: "/v1/workspaces/" + s.Workspace + "/requests?status=99&code=A&operation=1&from=x&more=1", status: 400, code: "invalid_input",
			fields: []string{"status/range", "code/pattern", "operation/pattern", "from/format", "more/unknown"}}.run(t, s, s.AsKey())
	})
}

// readField returns a value of a line. Of refused fields it returns the first one as name/in/reason, or nil.
func readField(line map[string]any, name string) any {
	list, ok := line[name].([]any)
	if !ok {
		return line[name]
	}
	for _, one := range list {
		f := one.(map[string]any)
		return f["name"].(string) + "/" + f["in"].(string) + "/" + f["reason"].(string)
	}
	return nil
}

// TestWhatWasRefusedIsLogged: the log says which fields of a request were refused, and has requests of a key for what the API does not have.
func TestWhatWasRefusedIsLogged(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{Read: 8}}, func(t *testing.T, s *webtest.Site) {
		const secret = "a-query-secret"
		ask := func(id, method, path string, body any, as map[string]string) {
			as["X-Request-Id"] = id
			s.Do(method, path, body, as)
		}
		ask("refused", "POST", "/v1/items/lookups", map[string]any{"urls": secret, "sdk_" + secret + secret + secret: secret}, s.AsKey())
		ask("path", "GET", "/v1/"+secret+"?a="+secret, nil, s.AsKey())
		ask("near", "GET", "/v1/lookups/"+secret, nil, s.AsKey())
		ask("method", "DELETE", "/v1/items/lookup", nil, s.AsKey())
		ask("nobody", "GET", "/v1/"+secret, nil, map[string]string{"Authorization": "Bearer " + secret})
		for range 20 {
			ask("many", "GET", "/v1/"+secret, nil, s.AsKey())
		}
		s.Requests.Flush(t.Context())
		p, err := s.Store.Requests.List(t.Context(), s.Workspace, requests.Filter{}, db.PageRequest{Limit: 100})
		testkit.Must(t, err)
		lines := map[string]requests.Request{}
		many := 0
		for _, line := range p.Items {
			lines[line.RequestID] = line
			if line.RequestID == "many" {
				many++
			}
			if raw, err := json.Marshal(line); err != nil || strings.Contains(string(raw), secret) {
				t.Errorf("%s holds a value, %v", raw, err)
			}
		}
		for id, want := range map[string]string{"refused": "lookupItems 400", "path": "unknown 404", "near": "unknown 404", "method": "unknown 405", "nobody": " 0"} {
			if got := fmt.Sprint(lines[id].Operation, " ", lines[id].Status); got != want {
				t.Errorf("%s: %q, want %q", id, got, want)
			}
		}
		if many == 0 || many > 8 {
			t.Errorf("%d of 20 requests beyond the limit of 8 are logged", many)
		}
		if line := lines["refused"]; len(line.Refused()) != 2 {
			t.Errorf("refused are %v", line.Fields)
		}
		nearLine, pathLine := lines["near"], lines["path"]
		if near, path := nearLine.Refused(), pathLine.Refused(); len(near) != 1 || near[0].Name != "lookups" || near[0].In != "path" || len(path) != 1 || path[0].Name != "?" {
			t.Errorf("unknown are %v, %v", near, path)
		}
		body := string(s.Do("GET", "/w/"+s.Workspace+"/requests?requestId=refused", nil, s.AsOwner()).Body)
		for _, want := range []string{"Refused", "<code>urls</code>", "<code>?</code>", "in the body, type", "in the body, unknown"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %q: %.3000s", want, mainOf(body))
			}
		}
	})
}

// TestTheRequestLogIsItsOwners: a key reads its own workspace's, an owner's session too, nobody else.
func TestTheRequestLogIsItsOwners(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		_, foreign, err := s.Store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: other.ID, Name: "k", CreatedBy: s.OwnerID})
		testkit.Must(t, err)
		_, token, err := s.Store.Accounts.CreateInvite(t.Context(), s.Workspace, "member@example.com", accounts.Member, s.OwnerID)
		testkit.Must(t, err)
		_, err = s.Store.Accounts.AcceptInvite(t.Context(), token, "M", webtest.Password)
		testkit.Must(t, err)
		member := signIn(t, s, "member@example.com")
		path := "/v1/workspaces/" + s.Workspace + "/requests"
		for name, c := range map[string]struct {
			as     map[string]string
			status int
		}{"the key": {s.AsKey(), 200}, "the owner": {s.AsOwner(), 200}, "another key": {map[string]string{"Authorization": "Bearer " + foreign}, 404},
			"a member": {member, 403}, "nobody": {nil, 401}} {
			if r := s.Do("GET", path, nil, c.as); r.Status != c.status {
				t.Errorf("%s: %d, want %d", name, r.Status, c.status)
			}
		}
		for _, page := range []string{"/requests", "/requests.csv"} {
			if r := s.Do("GET", "/w/"+s.Workspace+page, nil, member); r.Status != 403 {
				t.Errorf("a member opens %s: %d", page, r.Status)
			}
		}
	})
}

// TestNoSecretIsInTheRequestLog sends secrets through every door and reads every column of every line.
func TestNoSecretIsInTheRequestLog(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const secret = "a-query-secret"
		paths := []string{"/v1/items/lookup?url=" + url.QueryEscape("https://www.youtube.com/watch?v=dQw4w9WgXcQ&token="+secret), "/v1/items/lookup?url=" + url.QueryEscape("https://"+secret+".example/"+secret),
			"/v1/accounts/lookup?url=" + url.QueryEscape("https://www.youtube.com/c/"+secret+"?x="+secret), "/v1/items?account=" + secret, "/v1/search?platform=video_site&q=" + secret,
			"/v1/comments?id=" + secret, "/v1/references?q=" + secret, "/v1/imports/" + secret}
		for _, path := range paths {
			s.Do("GET", path, nil, s.AsKey())
		}
		s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=" + secret, "customTitle": secret},
			map[string]string{"Authorization": "Bearer " + s.Key, "Idempotency-Key": secret})
		send(t, s, "/w/"+s.Workspace+"/try/lookup", s.AsOwner(), "url", "https://www.tiktok.com/@"+secret+"/live")
		s.Requests.Flush(t.Context())
		p, err := s.Store.Requests.List(t.Context(), s.Workspace, requests.Filter{}, db.PageRequest{Limit: 100})
		testkit.Must(t, err)
		if len(p.Items) < len(paths)+2 {
			t.Fatalf("%d lines of %d requests", len(p.Items), len(paths)+2)
		}
		for _, line := range p.Items {
			raw, err := json.Marshal(line)
			testkit.Must(t, err)
			refused := line.Fields
			line.Fields = "" // what was expected may be an http address
			without, err := json.Marshal(line)
			testkit.Must(t, err)
			for _, word := range []string{secret, s.Key, s.Cookie, webtest.OwnerEmail, "http", "://"} {
				if strings.Contains(string(without), word) || word != "http" && strings.Contains(refused, word) {
					t.Errorf("%s holds %q", raw, word)
				}
			}
		}
	})
}

// TestRequestsPageAndDownload reads the page of the log and its CSV, which spreadsheets take as text.
func TestRequestsPageAndDownload(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace + "/requests"
		if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(body, "No requests yet") {
			t.Errorf("an empty log: %.2000s", mainOf(body))
		}
		rows := []requests.Request{}
		for range 620 { // more than a page of the download
			rows = append(rows, requests.Request{ID: db.NewID(), WorkspaceID: s.Workspace, At: s.Store.NowMicros() - 1, RequestID: "=cmd", Method: "GET", Operation: "lookupItem",
				Subject: "video_site:-x", Status: 404, Code: "not_found", KeyID: "gone"})
		}
		testkit.Must(t, s.Store.Requests.Append(t.Context(), rows))
		body := string(s.Do("GET", at+"?outcome=failed&operation=lookupItem", nil, s.AsOwner()).Body)
		for _, part := range []string{"not_found: Not found", "a key that is gone", "requests.csv?operation=lookupItem&amp;outcome=failed", "Next page"} {
			if !strings.Contains(body, part) {
				t.Errorf("the page lacks %q", part)
			}
		}
		one := string(s.Do("GET", at+"?requestId=%3Dcmd&limit=1", nil, s.AsOwner()).Body)
		for _, part := range []string{`aria-label="Copy id"`, `<h1 class="wrap">GET /v1/items/lookup</h1>`, time.UnixMicro(rows[0].At).UTC().Format("15:04:05."), "not_found</code>", "0 credits", "a key that is gone",
			`href="/docs/items#lookupItem"`} {
			if !strings.Contains(one, part) || !strings.Contains(body, `href="`+at+`?requestId=%3Dcmd"`) {
				t.Errorf("the page of a request lacks %q", part)
			}
		}
		if body := string(s.Do("GET", at+"?outcome=rate_limited", nil, s.AsOwner()).Body); !strings.Contains(body, "No requests match") {
			t.Error("another code is found")
		}
		r := s.Do("GET", at+".csv?outcome=not_found", nil, s.AsOwner())
		table, err := csv.NewReader(strings.NewReader(string(r.Body))).ReadAll()
		testkit.Must(t, err)
		if len(table) != 621 || table[0][0] != "requestId" || table[1][0] != "'=cmd" || !strings.Contains(r.Header.Get("Content-Disposition"), `filename="requests.csv"`) {
			t.Errorf("%d rows, %v, %v", len(table), table[:min(2, len(table))], r.Header)
		}
		failed := requests.Request{ID: db.NewID(), WorkspaceID: s.Workspace, At: s.Store.NowMicros(), RequestID: "failed", Method: "GET", Operation: "lookupItem", Subject: "clip_site:7300000000000000002", Status: 404, Code: "not_found"}
		testkit.Must(t, s.Store.Requests.Append(t.Context(), []requests.Request{failed}))
		if one := string(s.Do("GET", at+"?requestId=failed", nil, s.AsOwner()).Body); !strings.Contains(one, `href="/w/`+s.Workspace+`/try?url=`) {
			t.Errorf("what a failed request was about leads nowhere: %s", mainOf(one))
		}
	})
}

// TestTheLastDayOfALogIsIncluded asks the request log and the audit up to today and up to yesterday, on their pages and as CSV files. An
// older address names instead the day before which it ends.
func TestTheLastDayOfALogIsIncluded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace
		s.Do("GET", "/v1/items/lookup?url=nothing", nil, s.AsKey())
		if r := s.Do("POST", "/v1/boards", map[string]any{"name": "Lamps"}, s.AsKey()); r.Status != 201 {
			t.Fatalf("%d, %s", r.Status, r.Body)
		}
		logged(t, s, "")
		today, yesterday := s.Store.Now().UTC().Format(time.DateOnly), s.Store.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
		for query, listed := range map[string]bool{"?from=" + today + "&to=" + today: true, "?to=" + yesterday: false, "?before=" + today: false} {
			for path, none := range map[string]string{"/requests": "No requests match.", "/audit": "Nothing matches."} {
				body := string(s.Do("GET", at+path+query, nil, s.AsOwner()).Body)
				day := yesterday
				if listed {
					day = today
				}
				if strings.Contains(body, none) == listed || !strings.Contains(body, "To day (UTC)") || !strings.Contains(body, `value="`+day+`"`) {
					t.Errorf("%s%s: listed is to be %t of %s", path, query, listed, body)
				}
			}
			for _, path := range []string{"/requests.csv", "/audit/export.csv"} {
				if lines := strings.Count(string(s.Do("GET", at+path+query, nil, s.AsOwner()).Body), "\n"); (lines > 1) != listed {
					t.Errorf("%s%s: %d lines, want rows: %t", path, query, lines, listed)
				}
			}
		}
	})
}

// TestARequestLeadsToItsImports: the page of a request has what it started, in words, and an item without a title is its link.
func TestARequestLeadsToItsImports(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		link, batch := "https://www.youtube.com/watch?v=", db.NewID()
		one, several := s.AsKey(), s.AsOwner()
		one["X-Request-Id"], several["X-Request-Id"] = "one", "several"
		send(t, s, "/w/"+s.Workspace+"/imports/many", several, "links", link+"aaaaaaaaaa1 "+link+"aaaaaaaaaa2", "profile", "none", "form", batch, "step", "import", "agreed", "100")
		one["Idempotency-Key"] = db.NewID()
		if r := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": link + "aaaaaaaaaa3"}, one); r.Status != 202 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		s.Requests.Flush(t.Context())
		list := string(s.Do("GET", "/w/"+s.Workspace+"/requests", nil, s.AsOwner()).Body)
		if !strings.Contains(list, ">youtube.com/watch?v=aaaaaaaaaa3</a>") || !strings.Contains(list, `<span class="num small quiet">200</span>`) {
			t.Errorf("the list: %s", list[strings.Index(list, "<tbody>"):])
		}
		at := "/w/" + s.Workspace + "/requests?requestId="
		if body := mainOf(string(s.Do("GET", at+"several", nil, s.AsOwner()).Body)); !strings.Contains(body, `/imports/many/`+batch+`">2 imports together</a>`) {
			t.Errorf("of several: %s", body)
		}
		if body := mainOf(string(s.Do("GET", at+"one", nil, s.AsOwner()).Body)); !strings.Contains(body, "/w/"+s.Workspace+"/imports/") || !strings.Contains(body, "<dt>Operation</dt><dd>Import") {
			t.Errorf("of one: %s", body)
		}
	})
}
