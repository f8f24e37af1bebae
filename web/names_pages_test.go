package web_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/requests"
	"socialdata/web/webtest"
)

// TestOwnersReadTitles saves one item, looks up others and lists an account: the ledger and the request log say their titles and its handle, with a link where there is a
// reference and the natural id as a hint, operations in words, and a form that succeeded as done. More rows cost no more statements.
func TestOwnersReadTitles(t *testing.T) {
	before := otel.GetTextMapPropagator()
	otel.SetTextMapPropagator(propagation.TraceContext{})
	t.Cleanup(func() { otel.SetTextMapPropagator(before) })
	each(t, webtest.Options{Traced: true}, func(t *testing.T, s *webtest.Site) {
		items := s.Platforms.Samples()[0].Items
		id := func(item string) string { return "video_site:" + item[strings.LastIndex(item, "=")+1:] }
		lookUp := func(item string) {
			s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(item), nil, s.AsKey())
		}
		lookUp(items[0])
		reference := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: id(items[0]), SourceTitle: "A crane of paper"})
		lookUp(items[1])
		_, handle, _ := strings.Cut(s.Platforms.Samples()[0].Accounts[0], "@")
		s.Do("GET", "/v1/items?account=video_site:@"+handle, nil, s.AsKey())
		if status, _, said := send(t, s, "/w/"+s.Workspace+"/try/import", s.AsOwner(), "url", items[2], "form", db.NewID()); status != 303 {
			t.Fatal(status, said)
		}
		read := func(path string) (body string, statements int) {
			t.Helper()
			asked := modelstest.Statements(t, func(ctx context.Context) {
				header := propagation.MapCarrier{}
				otel.GetTextMapPropagator().Inject(ctx, header)
				as := s.AsOwner()
				as["Traceparent"] = header["traceparent"]
				body = string(s.Do("GET", "/w/"+s.Workspace+path, nil, as).Body)
			})
			return body, len(asked)
		}
		saved := `<a href="/w/` + s.Workspace + `/references/` + reference + `" title="` + id(items[0]) + `" dir="auto">A crane of paper</a>`
		served := `<span title="` + id(items[1]) + `" dir="auto">`
		account := `dir="auto">@` + strings.ToLower(handle) + `</`
		s.Requests.Flush(t.Context())
		costs := map[string]int{}
		for _, path := range []string{"/credits", "/requests"} {
			body, cost := read(path)
			costs[path] = cost
			named := strings.Contains(body, saved) && strings.Contains(body, served) && strings.Contains(body, account)
			if path == "/requests" { // whose rows lead to their request
				named = strings.Contains(body, `dir="auto">A crane of paper</a>`)
			}
			if !named || strings.Contains(body, ">"+id(items[0])+"<") {
				t.Errorf("%s does not say the titles:\n%s", path, body)
			}
		}
		body, _ := read("/requests")
		for want, is := range map[string]bool{`title="lookupItem">Look up one public item</span>`: true, ">303": false, "page.createIngestion\">Import a link": true, "Done": true} {
			if strings.Contains(body, want) != is {
				t.Errorf("%q: %t, in\n%s", want, !is, body)
			}
		}
		for _, item := range items[2:min(len(items), 8)] {
			lookUp(item)
		}
		s.Requests.Flush(t.Context())
		for path, cost := range costs {
			if _, more := read(path); more != cost {
				t.Errorf("%s costs %d statements with more rows, want %d", path, more, cost)
			}
		}
	})
}

// TestOwnersReadOfDeletedReferences saves and deletes what the workspace never looked up: the request log says that it is deleted, and of
// which platform.
func TestOwnersReadOfDeletedReferences(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		gone, open := "clip_site:7300000000000000001", "clip_site:7300000000000000002"
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: gone, SourceTitle: "A crane of paper"})
		modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{Link: open})
		var rows []requests.Request
		for n, subject := range []string{gone, open} {
			rows = append(rows, requests.Request{ID: db.NewID(), RequestID: db.NewID(), WorkspaceID: s.Workspace, At: s.Store.NowMicros() + int64(n), Method: "POST", Operation: "createIngestion", Subject: subject, Status: 201})
		}
		testkit.Must(t, s.Store.Requests.Append(t.Context(), rows))
		read := func() string { return string(s.Do("GET", "/w/"+s.Workspace+"/requests", nil, s.AsOwner()).Body) }
		if body := read(); !strings.Contains(body, "A crane of paper") || strings.Contains(body, "A deleted reference") {
			t.Errorf("of what is saved: %s", body)
		}
		testkit.Must(t, s.Store.Imports.DeleteReference(t.Context(), s.Workspace, id))
		if body := read(); strings.Count(body, `dir="auto">A deleted reference · TikTok<`) != 1 || strings.Count(body, ">A deleted reference") != 1 || strings.Contains(body, "A crane of paper") {
			t.Errorf("of what was deleted: %s", body)
		}
	})
}
