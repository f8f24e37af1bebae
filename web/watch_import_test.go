package web_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/web/webtest"
)

// TestItemsOfAWatchAreImportedFromItsPage: beside each item is what comes next, and more items cost no more statements.
func TestItemsOfAWatchAreImportedFromItsPage(t *testing.T) {
	before := otel.GetTextMapPropagator()
	otel.SetTextMapPropagator(propagation.TraceContext{})
	t.Cleanup(func() { otel.SetTextMapPropagator(before) })
	each(t, webtest.Options{Traced: true}, func(t *testing.T, s *webtest.Site) {
		id := watchThatRan(t, s)
		rows := []watches.Row{}
		for n := range 3 {
			local := fmt.Sprintf("730000000000000001%d", n)
			rows = append(rows, watches.Row{ID: "clip_site:" + local, URL: "https://www.tiktok.com/@slow.crafts/video/" + local, Title: new(fmt.Sprintf("Craft %d", n))})
		}
		at := "/w/" + s.Workspace + "/watches/" + id + "?show=seen"
		const button = `/try/import"`
		show := func(as map[string]string) (body string, asked int) {
			t.Helper()
			asked = len(modelstest.Statements(t, func(ctx context.Context) {
				header := propagation.MapCarrier{}
				otel.GetTextMapPropagator().Inject(ctx, header)
				headers := map[string]string{"Traceparent": header["traceparent"]}
				for k, v := range as {
					headers[k] = v
				}
				r := s.Do("GET", at, nil, headers)
				if r.Status != http.StatusOK {
					t.Fatalf("%d %s", r.Status, r.Body)
				}
				body = string(r.Body)
			}))
			return body, asked
		}
		show(s.AsOwner())
		few, asked := show(s.AsOwner())
		lookOnce(t, s, id, rows)
		body, more := show(s.AsOwner())
		if was := strings.Count(few, button); strings.Count(body, button) != was+3 || more != asked {
			t.Errorf("%d buttons for %d statements, then %d for %d", was, asked, strings.Count(body, button), more)
		}
		if !strings.Contains(body, "Import · up to "+fmt.Sprint(s.Store.Imports.FullPrice("analysis", true))+" credits<") {
			t.Error("no price in the button")
		}
		checksListed(t, s, id, body, rows)
		status, where, _ := send(t, s, "/w/"+s.Workspace+"/try/import", s.AsOwner(), fieldsOf(t, body, rows[0].URL)...)
		if status != http.StatusSeeOther || !strings.HasSuffix(where, "/watches/"+id+"?show=seen") {
			t.Fatalf("pressed: %d to %s", status, where)
		}
		made, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 2})
		if testkit.Must(t, err); len(made.Items) != 1 {
			t.Fatalf("%d imports", len(made.Items))
		}
		running := "/w/" + s.Workspace + "/imports/" + made.Items[0].ID
		saved := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: rows[1].ID})
		modelstest.Run(t, s.Store, "UPDATE saved_references SET canonical_url = ? WHERE id = ?", rows[1].URL, saved)
		body, _ = show(s.AsOwner())
		for _, want := range []string{`href="` + running + `"`, `Saved: <a href="/w/` + s.Workspace + `/references/` + saved + `"`, `name="url" value="` + rows[2].URL + `"`} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
		for _, tt := range []struct {
			cause apierror.Code
			says  string
			again int
		}{{apierror.CodeUnavailableRemoved, "This content has been removed", 0}, {apierror.CodeSourceChanged, "could not be read", 0}, {apierror.CodeNetworkTimeout, "The platform did not respond in time", 1}} {
			modelstest.Run(t, s.Store, "UPDATE imports SET state = 'failed', outcome_code = ?, cause_code = ?, attempt = 1 WHERE id = ?", tt.cause, tt.cause, made.Items[0].ID)
			body, asked := show(s.AsOwner())
			_, row, _ := strings.Cut(body, `Failed: <a href="`+running+`" aria-label="`)
			row, _, _ = strings.Cut(row, "</td>")
			if !strings.Contains(row, tt.says) || strings.Count(row, button) != tt.again || asked != more {
				t.Errorf("failed with %s, for %d statements: %q", tt.cause, asked, row)
			}
		}
		member := map[string]string{"Cookie": session.CookieName + "=" + signUpAs(t, s, "member@example.com", s.Workspace, accounts.Member)}
		if body, _ := show(member); strings.Contains(body, button) || strings.Contains(body, "Try it: ") {
			t.Error("a member who may not import has the button")
		}
	})
}

// fieldsOf returns the names and values of the form of a page that imports a link.
// checksListed presses the button that imports all items of a list, which asks for their price first.
func checksListed(t *testing.T, s *webtest.Site, watchID, page string, rows []watches.Row) {
	t.Helper()
	_, form, _ := strings.Cut(page, `name="links" value="`)
	links, _, ok := strings.Cut(form, `"`)
	if n := len(strings.Fields(links)); !ok || !strings.Contains(form, fmt.Sprintf(">Import these %d<", n)) || n < len(rows) {
		t.Fatalf("%d links: %s", n, links)
	}
	as := s.AsOwner()
	as["Content-Type"] = "application/x-www-form-urlencoded"
	r := s.Do("POST", "/w/"+s.Workspace+"/imports/many", url.Values{"links": {html.UnescapeString(links)}, "form": {db.NewID()}, "profile": {"analysis"}, "transcript": {"yes"}, "watch": {watchID}}.Encode(), as)
	for n, row := range rows {
		if r.Status != http.StatusOK || !strings.Contains(string(r.Body), row.URL) || !strings.Contains(string(r.Body), fmt.Sprintf("Craft %d", n)) {
			t.Errorf("%d: the check lacks %s", r.Status, row.URL)
		}
	}
	elsewhere := s.Do("POST", "/w/"+s.Workspace+"/imports/many", url.Values{"links": {html.UnescapeString(links)}, "form": {db.NewID()}, "profile": {"analysis"}, "watch": {db.NewID()}}.Encode(), as)
	if elsewhere.Status != http.StatusOK || strings.Contains(string(elsewhere.Body), "Craft 1") {
		t.Errorf("with a watch that is gone: %d", elsewhere.Status)
	}
}

func fieldsOf(t *testing.T, body, link string) (fields []string) {
	t.Helper()
	_, form, ok := strings.Cut(body, `name="url" value="`+link+`"`)
	if !ok {
		t.Fatalf("no form for %s", link)
	}
	form, _, _ = strings.Cut(form, "</form>")
	fields = []string{"url", link}
	for _, input := range strings.Split(form, `<input type="hidden" name="`)[1:] {
		name, rest, _ := strings.Cut(input, `" value="`)
		value, _, _ := strings.Cut(rest, `"`)
		fields = append(fields, name, value)
	}
	return fields
}

// TestPagesImportAsTheirWatchDoes presses the button of a watch that keeps media for a week and tags what it imports.
func TestPagesImportAsTheirWatchDoes(t *testing.T) {
	s := embedded(t, webtest.Options{})
	id := watchThatRan(t, s)
	how := watches.Import{MediaProfile: string(imports.ProfileFull), MediaHoldDays: 7, Tags: []string{"competitors", "crafts"}}
	row := watches.Row{ID: "clip_site:7300000000000000019", URL: "https://www.tiktok.com/@slow.crafts/video/7300000000000000019", Title: new("A bowl")}
	lookOnce(t, s, id, []watches.Row{row})
	modelstest.Run(t, s.Store, "UPDATE watches SET import = ?", db.JSON(how))
	body := string(s.Do("GET", "/w/"+s.Workspace+"/watches/"+id+"?show=seen", nil, s.AsOwner()).Body)
	if price := fmt.Sprint("Import · up to ", s.Store.Imports.FullPrice(imports.ProfileFull, false), " credits<"); !strings.Contains(body, price) {
		t.Errorf("no button says %q", price)
	}
	if status, _, said := send(t, s, "/w/"+s.Workspace+"/try/import", s.AsOwner(), fieldsOf(t, body, row.URL)...); status != http.StatusSeeOther {
		t.Fatalf("pressed: %d %s", status, said)
	}
	made, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 2})
	testkit.Must(t, err)
	if i := made.Items[0]; i.MediaProfile != imports.ProfileFull || i.Transcript || i.HoldDays != 7 || i.Tags != `["competitors","crafts"]` {
		t.Errorf("imported as %s, transcript %v, for %d days, tagged %s", i.MediaProfile, i.Transcript, i.HoldDays, i.Tags)
	}
}

// TestNewItemsOfAWatchHavePictures that the platform shows, through this service, for those who may see the watch.
func TestNewItemsOfAWatchHavePictures(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id, picture := watchThatRan(t, s), "https://p16-sign.tiktokcdn-us.com/one.jpeg?x-expires=1"
		s.Pictures = map[string][]byte{picture: []byte("a picture")}
		lookOnce(t, s, id, []watches.Row{{ID: "clip_site:7300000000000000010", URL: "https://www.tiktok.com/@slow.crafts/video/7300000000000000010", Facts: watches.Facts{Pictures: []content.Image{{URL: picture}}}}})
		at := "/w/" + s.Workspace + "/watches/" + id + "/picture?item=clip_site%3A7300000000000000010"
		if body := string(s.Do("GET", "/w/"+s.Workspace+"/watches/"+id+"?show=seen", nil, s.AsOwner()).Body); strings.Count(body, `src="`+at+`"`) != 1 || strings.Contains(body, "tiktokcdn") {
			t.Errorf("the page does not show the picture once, by this service\n%s", body)
		}
		if list := string(s.Do("GET", "/w/"+s.Workspace+"/watches", nil, s.AsOwner()).Body); strings.Count(list, `src="`+at+`"`) != 1 {
			t.Errorf("the list of watches does not show what is new\n%s", list)
		}
		if r := s.Do("GET", at, nil, s.AsOwner()); r.Status != 200 || string(r.Body) != "a picture" || r.Header.Get("Content-Type") != "image/jpeg" || r.Header.Get("Cache-Control") != "private, max-age=3600" {
			t.Errorf("the picture: %d %s %v", r.Status, r.Body, r.Header)
		}
		other, err := s.Store.Accounts.CreateWorkspace(t.Context(), "Other", s.OwnerID, 10)
		testkit.Must(t, err)
		for _, missing := range []string{strings.Replace(at, s.Workspace, other.ID, 1), strings.Replace(at, "010", "011", 1), strings.Replace(at, "?item", "?of", 1)} {
			if r := s.Do("GET", missing, nil, s.AsOwner()); r.Status != 404 {
				t.Errorf("%s: %d", missing, r.Status)
			}
		}
		s.Pictures = nil // its address has ended
		if r := s.Do("GET", at, nil, s.AsOwner()); r.Status != 404 {
			t.Errorf("a picture that the platform no longer shows: %d", r.Status)
		}
	})
}
