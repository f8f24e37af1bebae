package instagram

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// TestVisitBeginsAtTheHomePage: where queries of made-up tokens get a page, those of a visit are answered; the visit is kept, and
// a wall that stands costs one more request only.
func TestVisitBeginsAtTheHomePage(t *testing.T) {
	sim := simulator.New()
	homes := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".com/") {
			homes++
		}
		if r.FormValue("lsd") == simulator.PhotoVisit && r.Header.Get("Cookie") != "csrftoken=csrftoken-of-a-visit; mid=mid-of-a-visit" {
			t.Errorf("cookies %q", r.Header.Get("Cookie"))
		}
		sim.ServeHTTP(w, r)
	})
	must(t, sim.Raise("photo_site.no_visit", "photo_site.page_shell", "photo_site.embed_refused"))
	r := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0]
	for range 2 {
		if _, err := r.Item(t.Context(), sources.ItemRequest{Link: *r.Known().Item}); err != nil {
			t.Fatal(err)
		}
	}
	if homes != 1 {
		t.Errorf("the home page was asked for %d times", homes)
	}
	must(t, sim.Raise("photo_site.html_shell", "photo_site.page_shell", "photo_site.embed_refused"))
	if _, err := r.Item(t.Context(), sources.ItemRequest{Link: *r.Known().Item}); !apierror.Is(err, apierror.CodeRouteDegraded) || homes != 1 {
		t.Errorf("a wall that stands: %v, home page asked for %d times", err, homes)
	}
	homes = 0
	signedIn := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{HasCookies: func() bool { return true }})[0]
	if _, err := signedIn.Item(t.Context(), sources.ItemRequest{Link: *r.Known().Item}); !apierror.Is(err, apierror.CodeRouteDegraded) || homes != 0 {
		t.Errorf("with the operator's cookies: %v, home page asked for %d times", err, homes)
	}
}

func TestSessionTakesSafeTokensAlone(t *testing.T) {
	t.Parallel()
	s := newSession()
	before := s.tokens()
	if s.take(&sources.Answer{Body: []byte("<html>"), Header: http.Header{"Set-Cookie": {"csrftoken=a b; Path=/", "sessionid=secret"}}}) || s.tokens() != before {
		t.Errorf("tokens %+v of a page without any", s.tokens())
	}
	if !s.take(&sources.Answer{Body: []byte(`["LSD",[],{"token":"AVx"}`), Header: http.Header{"Set-Cookie": {"sessionid=secret"}}}) {
		t.Error("a page's token was not taken")
	}
	if got := s.tokens(); got.lsd != "AVx" || got.csrf != before.csrf || got.cookies != before.cookies {
		t.Errorf("%+v", got)
	}
	if now := time.Now(); !s.begin(now) || s.begin(now.Add(renewAfter-1)) || !s.begin(now.Add(renewAfter)) {
		t.Error("a visit begins too often, or never again")
	}
}

// TestVariables: the names in the shapes are sent, and those that a page names beside a document, with its values.
func TestVariables(t *testing.T) {
	const name = "__relay_internal__pv__PolarisNewrelayprovider"
	now := *shapes.Default()
	d := &documents{}
	if all := d.complete(accountQuery, &now, map[string]any{"id": "1"}); len(all) != 8 || all["id"] != "1" || all[now.PhotoSite.Variables.Account[0]] != false {
		t.Errorf("%v", all)
	}
	const page = `"queryID":"123456789","variables":{"media_id":"5","` + name + `":true,"__relay_internal__pv__Textrelayprovider":"x"},"queryName":"`
	if !d.learn(postQuery, []byte(page+postQuery.name+`"`)) || d.learn(postQuery, []byte(page+postQuery.name+`"`)) {
		t.Error("a page that names variables is not read, or named twice")
	}
	if all := d.complete(postQuery, &now, map[string]any{"media_id": "7"}); len(all) != 2 || all[name] != true || all["media_id"] != "7" {
		t.Errorf("%v", all)
	}
	if !d.learn(postQuery, []byte(strings.Replace(page, "true", "false", 1)+postQuery.name+`"`)) {
		t.Error("another value is nothing new")
	}
}

// TestAMissingVariableIsLearnedFromThePage: the account's page names the variable that its query wants since a day.
func TestAMissingVariableIsLearnedFromThePage(t *testing.T) {
	const name = "__relay_internal__pv__PolarisNewrelayprovider"
	sim := simulator.New()
	named := true
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/lumen.harbor/") && named:
			_, _ = w.Write([]byte(`<html>{"canonicalRouteName":"comet.igweb.PolarisLoggedOutDesktopWWWProfileRoute"}"queryID":"27981003384861049","variables":{"username":"lumen.harbor","` +
				name + `":false},"queryName":"` + profileQuery.name + `"`))
		case r.FormValue("fb_api_req_friendly_name") == profileQuery.name && !strings.Contains(r.FormValue("variables"), name):
			_, _ = w.Write([]byte(`{"errors":[{"message":"missing_required_variable_value","code":1675012}]}`))
		case strings.HasSuffix(r.URL.Path, "/lumen.harbor/"):
			_, _ = w.Write([]byte(`<html>{"canonicalRouteName":"comet.igweb.PolarisLoggedOutDesktopWWWProfileRoute"}`))
		default:
			sim.ServeHTTP(w, r)
		}
	})
	r := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0]
	if a, err := r.Account(t.Context(), sources.AccountSelector{Handle: "lumen.harbor"}); err != nil || *a.Handle != "lumen.harbor" {
		t.Errorf("%+v, %v", a, err)
	}
	named = false
	r = Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0]
	_, err := r.Account(t.Context(), sources.AccountSelector{Handle: "lumen.harbor"})
	if missing, _ := apierror.From(err).Details["missing"].([]string); !apierror.Is(err, apierror.CodeSourceChanged) || len(missing) != 1 || !strings.Contains(missing[0], "a variable of") {
		t.Errorf("%v, missing %q", err, missing)
	}
}

func TestPostCount(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]int64{ // -1 is not known
		`<script>{"contextJSON":"{\"context\":{\"username\":\"Lumen\",\"posts_count\":8605}}"}</script>`:       8605,
		`<script>{"contextJSON":"{\"context\":{\"username\":\"other\",\"posts_count\":8605}}"}</script>`:       -1,
		`<script>{"contextJSON":"{\"context\":{\"posts_count\":\"8.6K\"}}"}</script>`:                          -1,
		`<script>{"contextJSON":null}</script><div class="HoverCardStatus">8,605 posts · 687M followers</div>`: 8605,
		`<div>8.6K posts</div>`: -1, `<div>1 post</div>`: 1, ``: -1, `<html>please wait</html>`: -1,
	} {
		got := int64(-1)
		if n := readPostCount([]byte(page), "lumen"); n != nil {
			got = *n
		}
		if got != want {
			t.Errorf("%s: %d, want %d", page, got, want)
		}
	}
}

// TestSearch: reels for a keyword, to the end; a first page without rows proves nothing.
func TestSearch(t *testing.T) {
	r, sim := play(t)
	token, seen := "", map[string]bool{}
	for range 10 {
		page, err := r.Search(t.Context(), sources.SearchRequest{Query: "light", Token: token})
		must(t, err)
		for i := range page.Rows {
			sourcestest.CheckRow(t, content.PhotoSite, &page.Rows[i])
			if seen[page.Rows[i].ID] || page.Rows[i].Kind != content.KindShort || page.Rows[i].Stats.Views == nil || page.Total != nil {
				t.Errorf("%+v of %v", page.Rows[i], page.Total)
			}
			seen[page.Rows[i].ID] = true
		}
		if token = page.Next; token == "" {
			break
		}
	}
	if len(seen) != 12 || token != "" {
		t.Errorf("%d reels, next %q", len(seen), token)
	}
	for _, wall := range []string{"", "photo_site.null_root", "photo_site.html_shell", "photo_site.trouble"} {
		sim.Lower()
		query := "nothing of it"
		if wall != "" {
			must(t, sim.Raise(wall))
			query = "light"
		}
		if page, err := r.Search(t.Context(), sources.SearchRequest{Query: query}); !apierror.Is(err, apierror.CodeRouteDegraded) {
			t.Errorf("%q: %+v, %v", wall, page, err)
		}
	}
}
