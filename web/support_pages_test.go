package web_test

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/requests"
	"socialdata/web/webtest"
)

// desk is a site with somebody of support and an import that failed.
type desk struct {
	*webtest.Site
	support map[string]string
	failed  string
}

const secretTitle = "A TITLE THAT SUPPORT MUST NOT SEE"

func newDesk(t *testing.T, s *webtest.Site) *desk {
	t.Helper()
	u, err := s.Store.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "support@example.com", Name: "Sam Support", Password: webtest.Password, Support: true})
	testkit.Must(t, err)
	d := &desk{Site: s, support: signIn(t, s, u.Email)}
	d.failed = d.fails(t, apierror.CodeNetworkTransport, "the connection broke")
	return d
}

// fails makes an import with words of its own and lets it fail while it reads the source.
func (d *desk) fails(t *testing.T, code apierror.Code, cause string) string {
	t.Helper()
	title := secretTitle
	link := "video_site:" + db.NewID()
	run, _ := modelstest.Open(t, d.Store, modelstest.Accept(t, d.Store, d.Workspace, modelstest.Saved{Link: link, CustomTitle: &title, Notes: &title, Tags: []string{title}}), link)
	run.Attempt.RouteID, run.Attempt.Version = "video_site.web", "1"
	testkit.Must(t, d.Store.Imports.EndRun(t.Context(), run, imports.Outcome{Code: code, Cause: cause}))
	return run.Import.ID
}

// signIn opens a session of a person with the usual password.
func signIn(t *testing.T, s *webtest.Site, email string) map[string]string {
	t.Helper()
	r := s.Do("POST", "/v1/auth/sessions", map[string]any{"email": email, "password": webtest.Password}, map[string]string{"Origin": webtest.Origin})
	cookie, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
	testkit.Must(t, err)
	return map[string]string{"Cookie": cookie.Name + "=" + cookie.Value, "Origin": webtest.Origin}
}

// page reads a page and holds what is true of each that support sees.
func (d *desk) page(t *testing.T, path string, status int, parts ...string) string {
	t.Helper()
	r := d.Do("GET", path, nil, d.support)
	body := string(r.Body)
	if r.Status != status || strings.Contains(body, secretTitle) {
		t.Errorf("%s: %d, want %d; holds a title: %v", path, r.Status, status, strings.Contains(body, secretTitle))
	}
	for _, part := range parts {
		if !strings.Contains(body, part) {
			t.Errorf("%s lacks %q\n%.2500s", path, part, mainOf(body))
		}
	}
	return body
}

// send posts a form; the sentence of the page that follows is told.
func send(t *testing.T, s *webtest.Site, path string, as map[string]string, pairs ...string) (status int, where, said string) {
	t.Helper()
	form := url.Values{}
	for n := 0; n+1 < len(pairs); n += 2 {
		form.Set(pairs[n], pairs[n+1])
	}
	return sendForm(t, s, path, as, form)
}

// sendForm is send for a form whose fields may have several values.
func sendForm(t *testing.T, s *webtest.Site, path string, as map[string]string, form url.Values) (status int, where, said string) {
	t.Helper()
	header := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	for k, v := range as {
		header[k] = v
	}
	r := s.Do("POST", path, form.Encode(), header)
	if r.Status != http.StatusSeeOther {
		return r.Status, "", string(r.Body)
	}
	cookie := as["Cookie"]
	for _, c := range (&http.Response{Header: r.Header}).Cookies() {
		cookie += "; " + c.Name + "=" + c.Value
	}
	next := s.Do("GET", r.Header.Get("Location"), nil, map[string]string{"Cookie": cookie})
	return r.Status, r.Header.Get("Location"), string(next.Body)
}

var mainPart = regexp.MustCompile(`(?s)<main.*</main>`)

func mainOf(body string) string { return mainPart.FindString(body) }

func TestSupportFindsTheCause(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		d.fails(t, apierror.CodeMediaInvalid, "the box is cut")
		d.page(t, "/support", 200, "2 failed imports in 24 hours", "The connection to the platform failed", "network_transport", "YouTube website", "the box is cut", d.failed)
		like := d.page(t, "/support?code=network_transport&platform=video_site&route=video_site.web", 200, "1 failed import in 24 hours", "Show all")
		if strings.Contains(like, "the box is cut") {
			t.Error("all like this holds what is not like it")
		}
		for range 5 {
			d.fails(t, apierror.CodeMediaInvalid, "the box is cut")
		}
		for path, listed := range map[string]int{"/support": 1 + 5, "/support?code=media_invalid": 6} { // a group among others has five and a link to all
			if n := strings.Count(mainOf(d.page(t, path, 200)), `<a href="/support/imports/`); n != listed {
				t.Errorf("%s lists %d imports, want %d", path, n, listed)
			}
		}
		d.page(t, "/support", 200, ">All 6<")
		d.page(t, "/support?code=route_degraded", 200, "No import failed like this")
		d.page(t, "/support?workspace="+d.Workspace, 200, "Only of", "All workspaces")
		d.page(t, "/support?workspace="+db.NewID(), 404)
		d.page(t, "/support?find=nothing", 200, "Nothing is known by this", `<button type="submit" class="button">Find</button>`)
		if r := d.Do("GET", "/support?find="+d.failed, nil, d.support); r.Status != 303 || r.Header.Get("Location") != "/support/imports/"+d.failed {
			t.Errorf("an id leads to %d %s", r.Status, r.Header.Get("Location"))
		}
		d.page(t, "/support/imports/"+d.failed, 200, "The connection to the platform failed", "the connection broke", "All failures like this", `<details class="maker"><summary><span class="button">Run again</span></summary>`, "First", "<h1 dir=\"auto\">example.com/", "<title>Failed · example.com/")
		d.page(t, "/support/imports/"+db.NewID(), 404)
		d.page(t, "/support/imports/"+failedWith(t, d.Site, d.Workspace, imports.Outcome{Code: apierror.CodeUnavailablePrivate}), 200, "It cannot succeed, as the content is removed, private, restricted or not found.")
		d.page(t, "/support/imports/x", 404)
		d.page(t, "/support?cursor=forged", 400)
		s.Clock.Add(25 * time.Hour)
		d.support = signIn(t, s, "support@example.com")
		d.page(t, "/support", 200, "No import failed in 24 hours.")
	})
}

func TestSupportActsWithAReason(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		again := "/support/imports/" + d.failed + "/run-again"
		if status, _, body := send(t, s, again, d.support, "reason", " "); status != 400 || !strings.Contains(body, "The reason is needed.") {
			t.Errorf("no reason: %d", status)
		}
		_, where, body := send(t, s, again, d.support, "reason", "the customer asked")
		if !strings.HasPrefix(where, "/support/imports/") || where == "/support/imports/"+d.failed || !strings.Contains(body, "The import is running again") {
			t.Fatalf("run again leads to %s", where)
		}
		if len(s.Delivered) != 1 || "/support/imports/"+s.Delivered[0] != where {
			t.Errorf("delivered %v", s.Delivered)
		}
		if status, _, body := send(t, s, again, d.support, "reason", "twice"); status != 409 || !strings.Contains(body, "already importing") || !strings.Contains(body, ">twice</textarea>") {
			t.Errorf("twice: %d", status)
		}
		grant := "/support/workspaces/" + d.Workspace + "/credits"
		for amount, want := range map[string]string{"0": "1 or more", "": "1 or more", "1e3": "1 or more", "9007199254740993": "more than a workspace can hold"} {
			if status, _, body := send(t, s, grant, d.support, "amount", amount, "reason", "x"); status != 400 || !strings.Contains(body, want) {
				t.Errorf("%q credits: %d", amount, status)
			}
		}
		once := db.NewID()
		for range 2 {
			if _, _, body := send(t, s, grant, d.support, "amount", "25", "reason", "for the outage", "once", once); !strings.Contains(body, "25 credits granted.") {
				t.Error("the grant is not said")
			}
		}
		if c, err := s.Store.Billing.Credits(t.Context(), d.Workspace); err != nil || c.Balance != 1025 {
			t.Errorf("%+v, %v", c, err)
		}
		d.page(t, "/support/audit", 200, "the customer asked", "for the outage", "25 credits", "Sam Support", "First")
		own := string(s.Do("GET", "/w/"+d.Workspace+"/audit", nil, s.AsOwner()).Body)
		for _, part := range []string{"the customer asked", "25 credits", "/w/" + d.Workspace + "/imports/" + d.failed} {
			if !strings.Contains(own, part) {
				t.Errorf("the owner's list lacks %q", part)
			}
		}
		if strings.Contains(own, "/support/") {
			t.Error("an owner is led to a page of support")
		}
	})
}

func TestSupportSwitchesARouteOnItsPage(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		const route = "/support/routes/clip_site.web"
		d.page(t, "/support/routes", 200, "TikTok website", "Not called yet", "no call")
		d.page(t, "/support/routes/none", 404)
		d.page(t, route, 200, "TikTok website", `<details class="maker"><summary><span class="button">Switch off</span></summary>`, "Switch it off", `placeholder="Why, in words for everybody"`)
		if status, _, body := send(t, s, route, d.support, "to", "off", "reason", "asked to"); status != 400 || !strings.Contains(body, "Tick this to confirm") || !strings.Contains(body, ">asked to</textarea>") {
			t.Errorf("without a tick: %d", status)
		}
		if _, where, body := send(t, s, route, d.support, "to", "off", "reason", "They asked us to.", "sure", "yes"); where != "/support/routes" || !strings.Contains(body, "TikTok website is switched off for every workspace.") {
			t.Errorf("%s", where)
		}
		d.page(t, "/support/routes", 200, "Switched off", "They asked us to.")
		if status, _, body := send(t, s, route, d.support, "to", "off", "reason", "again", "sure", "yes"); status != 409 || !strings.Contains(body, "somebody was faster") {
			t.Errorf("off twice: %d", status)
		}
		if _, _, body := send(t, s, route, d.support, "to", "on", "reason", "it is over"); !strings.Contains(body, "TikTok website is switched on.") {
			t.Error("it is not on again")
		}
		d.page(t, "/support/queues", 200, "Unfinished imports", "No workers are running", "All quiet: ", "Not served by any process, and nothing waits: ")
	})
}

// TestWhoMayNotSeeSupport walks every page of support as everybody else.
func TestWhoMayNotSeeSupport(t *testing.T) {
	s := embedded(t, webtest.Options{})
	d := newDesk(t, s)
	for _, r := range s.Server.App().GetRoutes(true) {
		if !strings.HasPrefix(r.Path, "/support") || r.Method == http.MethodHead {
			continue
		}
		path := strings.NewReplacer(":importId", d.failed, ":id", d.Workspace, ":routeId", "clip_site.web").Replace(r.Path)
		header := map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": webtest.Origin}
		stranger := s.Do(r.Method, path, nil, header)
		if led := stranger.Status == 303 && strings.HasPrefix(stranger.Header.Get("Location"), "/sign-in"); !led && (r.Method == http.MethodGet || stranger.Status != 401) {
			t.Errorf("%s %s without a session: %d", r.Method, path, stranger.Status)
		}
		if owner := s.Do(r.Method, path, nil, s.AsOwner()); owner.Status != 403 || !strings.Contains(string(owner.Body), "Support staff only") {
			t.Errorf("%s %s as an owner: %d", r.Method, path, owner.Status)
		}
		if r.Method == http.MethodPost {
			elsewhere := map[string]string{"Cookie": d.support["Cookie"], "Origin": "http://evil.example"}
			if r := s.Do("POST", path, nil, elsewhere); r.Status != 403 {
				t.Errorf("POST %s from elsewhere: %d", path, r.Status)
			}
		}
	}
	if log, err := s.Store.Support.Audit(context.Background(), "", db.PageRequest{Limit: 1}); err != nil || len(log.Items) != 0 {
		t.Errorf("something was done: %+v, %v", log, err)
	}
}

// TestAWorkspaceShowsTheLatest gives more credits than its page has rows for: the rest is one link away.
func TestAWorkspaceShowsTheLatest(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		at := "/support/workspaces/" + s.Workspace
		for range 7 {
			if status, _, _ := send(t, s, at+"/credits", d.support, "once", db.NewID(), "amount", "11", "reason", "They lost a day."); status != 303 {
				t.Fatalf("granted: %d", status)
			}
		}
		all := "/support/audit?workspace=" + s.Workspace
		page := d.page(t, at, 200, all, "1 member</summary>", ">Change metering</summary>")
		if n := strings.Count(page, "They lost a day."); n != 5+5 {
			t.Errorf("the page has %d rows of grants, want 5 of the ledger and 5 acts", n)
		}
		d.page(t, at+"?"+regexp.MustCompile(`cursor=[\w%-]+`).FindString(page), 200, "initial credits")
		if n := strings.Count(d.page(t, all, 200), "They lost a day."); n != 7 {
			t.Errorf("all actions in it are %d", n)
		}
		today, day := s.Clock.Now().UTC(), func(at time.Time) string { return at.Format(time.DateOnly) }
		for days, want := range map[string]int{"&from=" + day(today) + "&to=" + day(today): 7, "&from=" + day(today.AddDate(0, 0, 1)): 0, "&to=" + day(today.AddDate(0, 0, -1)): 0} {
			if n := strings.Count(d.page(t, all+days, 200), "They lost a day."); n != want {
				t.Errorf("%s: %d actions, want %d", days, n, want)
			}
		}
	})
}

// TestUnknownFiltersAreSaid asks lists for values that none of their filters has: each says so beside the filter, once.
func TestUnknownFiltersAreSaid(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		s.Do("POST", "/v1/boards", map[string]any{"name": "Lamps"}, s.AsKey()) // lists without a row have no filters
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{})
		testkit.Must(t, s.Store.Requests.Append(t.Context(), []requests.Request{{ID: db.NewID(), At: s.Store.NowMicros(), WorkspaceID: s.Workspace}}))
		own := "/w/" + s.Workspace
		for path, filters := range map[string][]string{
			"/support": {"code", "platform", "route"}, "/support/imports": {"state"}, "/support/audit": {"who", "what"},
			own + "/imports": {"state", "platform", "code", "from"}, own + "/references": {"state", "platform", "media", "to"},
			own + "/audit": {"who", "what"}, own + "/requests": {"outcome", "operation", "keyId"},
		} {
			as := s.AsOwner()
			if strings.HasPrefix(path, "/support") {
				as = d.support
			}
			for _, name := range filters {
				page := string(s.Do("GET", path+"?"+name+"=nonsense", nil, as).Body)
				if strings.Count(page, ` class="problem"`) != 1 || !strings.Contains(page, `id="`+name+`-problem"`) || !strings.Contains(page, "“nonsense” is not ") {
					t.Errorf("%s by %s says nothing of it\n%.2500s", path, name, mainOf(page))
				}
			}
			if page := string(s.Do("GET", path, nil, as).Body); strings.Contains(page, ` class="problem"`) {
				t.Errorf("%s has a problem without a filter", path)
			}
		}
	})
}

// TestAnyBytesAreNoCrash asks every page of a list, and the sign-in, for what no database keeps.
func TestAnyBytesAreNoCrash(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		odd := []string{"%00", "a%00b", "%ff%fe", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9", strings.Repeat("x", 9000), "%25%5F!"}
		for _, q := range odd {
			for _, path := range []string{"/support?find=", "/support?code=", "/support?platform=", "/support?route=", "/support?workspace=", "/support?range=", "/support/workspaces?q=",
				"/support/workspaces/", "/support/imports/", "/support/routes/", "/w/" + d.Workspace + "/imports?code="} {
				as := d.support
				if strings.HasPrefix(path, "/w/") {
					as = s.AsOwner()
				}
				if r := s.Do("GET", path+q, nil, as); r.Status >= 500 {
					t.Errorf("%s%.12s: %d", path, q, r.Status)
				}
			}
		}
		for _, odd := range []string{"a\x00b@example.com", "\xff@example.com"} {
			if status, _, _ := send(t, s, "/sign-in", map[string]string{"Origin": webtest.Origin}, "email", odd, "password", webtest.Password); status != 401 {
				t.Errorf("signing in as %q: %d", odd, status)
			}
		}
	})
}

// TestTheEmptyTryPageHasTheLatestImports holds that it shows them until a link is typed.
func TestTheEmptyTryPageHasTheLatestImports(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace + "/try"
		if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); strings.Contains(body, "Imported lately") {
			t.Error("a workspace without imports has some")
		}
		d := newDesk(t, s)
		if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(body, "Imported lately") || !strings.Contains(body, "/imports/"+d.failed) {
			t.Errorf("the page lacks the import: %s", mainOf(body))
		}
		if body := string(s.Do("GET", at+"?url=https://www.youtube.com/watch?v=aaaaaaaaaaa", nil, s.AsOwner()).Body); strings.Contains(body, "Imported lately") {
			t.Error("a typed link is shown with imports")
		}
	})
}

var menuOfSupport = regexp.MustCompile(`(?s)<a href="(/support[^"]*)" aria-current="[^"]*">.*?<span>([^<]+)</span>`)

// TestPagesOfSupportAreCalledAsInTheMenu holds that a page's heading and its title are the word that leads to it.
func TestPagesOfSupportAreCalledAsInTheMenu(t *testing.T) {
	d := newDesk(t, embedded(t, webtest.Options{}))
	links := menuOfSupport.FindAllStringSubmatch(d.page(t, "/support", 200), -1)
	if len(links) < 5 {
		t.Fatalf("the menu has %v", links)
	}
	for _, link := range links {
		d.page(t, link[1], 200, "<title>"+link[2]+" · Social Data</title>", `<h1 dir="auto">`+link[2]+"</h1>")
	}
}

// TestPagesOfAWorkspaceNameIt holds that support reads a workspace's name first and its id below it, in titles and in the list.
func TestPagesOfAWorkspaceNameIt(t *testing.T) {
	d := newDesk(t, embedded(t, webtest.Options{}))
	w, err := d.Store.Support.FindWorkspace(t.Context(), d.Workspace)
	testkit.Must(t, err)
	at := "/support/workspaces/" + d.Workspace
	d.page(t, "/support/workspaces", 200, `dir="auto">`+w.Name+`</a> <span class="under id small quiet wrap">`+w.ID+"</span>")
	d.page(t, at, 200, "<title>"+w.Name+" · Social Data</title>", `dir="auto">`+w.Name+"</h1>", `<p class="small quiet"><span class="copyable"><code>`+w.ID+"</code>")
	d.page(t, "/support/imports?workspace="+d.Workspace, 200, "<title>Imports of "+w.Name+" · Social Data</title>", `<h1 dir="auto">Imports of `+w.Name+"</h1>")
	d.page(t, "/support/imports", 200, "<title>Unfinished imports · Social Data</title>", `<h1 dir="auto">Unfinished imports</h1>`)
}
