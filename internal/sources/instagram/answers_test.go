package instagram

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/sourcestest"
)

// plays plays the platform: f returns status and body for a path or, for a query, its name and variables. asked are the paths
// and names in order.
func plays(t *testing.T, f func(what, variables string) (int, string)) (s *site, asked *[]string) {
	t.Helper()
	asked = new([]string)
	var mu sync.Mutex
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		what := strings.TrimPrefix(r.URL.Path, "/www.instagram.com")
		variables := r.FormValue("variables")
		if name := r.FormValue("fb_api_req_friendly_name"); name != "" {
			what = name + " " + what
		}
		mu.Lock()
		*asked = append(*asked, what)
		mu.Unlock()
		status, body := f(what, variables)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
	return &site{fetcher: sourcestest.Fetcher(t, h, Hosts()...), session: newSession()}, asked
}

// want checks the code of an error; "" for none.
func want(t *testing.T, what string, err error, code apierror.Code) {
	t.Helper()
	if code == "" && err != nil || code != "" && !apierror.Is(err, code) {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}

// number writes a count; "-" if it is unknown.
func number(n *int64) string {
	if n == nil {
		return "-"
	}
	return strconv.FormatInt(*n, 10)
}

const (
	someCode = "DeCOar9gqof"
	walled   = http.StatusUnauthorized
)

// answered wraps the root of a query's answer.
func answered(q query, root string) string { return `{"data":{"` + q.root + `":` + root + `}}` }

// TestHeadersOfQueries: a value that the shapes name is sent, and none where they name none.
func TestHeadersOfQueries(t *testing.T) {
	t.Parallel()
	for _, asbd := range []string{"", "359341"} {
		now := *shapes.Default()
		now.PhotoSite.ASBD = asbd
		s := &site{session: newSession(), shapes: func() *shapes.Shapes { return &now }}
		if got, named := s.request(postQuery, "1", "{}").Header["X-ASBD-ID"]; got != asbd || named != (asbd != "") {
			t.Errorf("%q: %q, %v", asbd, got, named)
		}
	}
	if Routes(nil, Options{Token: "x"})[0].ID != "photo_site.web" || len(Routes(nil, Options{Token: "x"})) != 1 || len(Routes(nil, Options{Account: "1"})) != 1 {
		t.Error("half of the official API's settings made a route")
	}
}

// TestDocumentsAmongOthers learns the document that is asked for, of the many that a page names, and a bounded number of variables.
func TestDocumentsAmongOthers(t *testing.T) {
	t.Parallel()
	var many []string
	for n := range maxProviders + 4 {
		many = append(many, `"__relay_internal__pv__Invented`+strconv.Itoa(n)+`relayprovider":true`)
	}
	d := &documents{}
	page := `"queryID":"111111111","variables":{},"queryName":"` + reelsQuery.name + `" "queryID":"222222222","variables":{` + strings.Join(many, ",") + `},"queryName":"` + postQuery.name + `"`
	if !d.learn(postQuery, []byte(page)) {
		t.Fatal("nothing was learned")
	}
	if got := d.named[postQuery.name]; got.id != "222222222" || len(got.variables) != maxProviders {
		t.Errorf("%s, %d variables", got.id, len(slices.Collect(maps.Keys(got.variables))))
	}
}

// TestWallsAndMissingPages tells a wall from a page that says that nothing is there, and both from a page of a new format.
func TestWallsAndMissingPages(t *testing.T) {
	t.Parallel()
	to := func(address string) http.Header { return http.Header{"Location": {address}} }
	for name, tt := range map[string]struct {
		a    sources.Answer
		wall bool
		code apierror.Code
	}{
		"401":                   {sources.Answer{Status: 401, Body: []byte("x")}, true, apierror.CodeRouteDegraded},
		"403":                   {sources.Answer{Status: 403, Body: []byte("x")}, true, apierror.CodeRouteDegraded},
		"nothing":               {sources.Answer{Status: 200, Body: []byte(" \n")}, true, apierror.CodeRouteDegraded},
		"led to the login":      {sources.Answer{Status: 200, URL: origin + "/accounts/login/", Body: []byte("x")}, true, apierror.CodeRouteDegraded},
		"sent to a challenge":   {sources.Answer{Status: 302, Header: to("/challenge/"), Body: []byte("x")}, true, apierror.CodeRouteDegraded},
		"asked to wait":         {sources.Answer{Status: 200, Body: []byte("Please wait a few minutes")}, true, apierror.CodeRouteDegraded},
		"an empty shell":        {sources.Answer{Status: 200, Body: []byte(`<div id="mount_0_0_x">`)}, false, apierror.CodeRouteDegraded},
		"a page without data":   {sources.Answer{Status: 200, Body: []byte(`{"canonicalRouteName":"comet.PolarisPostRoute"}`)}, false, apierror.CodeRouteDegraded},
		"the error page":        {sources.Answer{Status: 200, Body: []byte(`{"canonicalRouteName":"comet.PolarisErrorRoute"}`)}, false, apierror.CodeNotFound},
		"the status of nothing": {sources.Answer{Status: 404, Body: []byte("x")}, false, apierror.CodeNotFound},
		"the title of nothing":  {sources.Answer{Status: 200, Body: []byte("<title>Page Not Found</title>")}, false, apierror.CodeNotFound},
		"another page":          {sources.Answer{Status: 200, Body: []byte("<html>")}, false, apierror.CodeSourceChanged},
	} {
		if got := isWall(&tt.a); got != tt.wall {
			t.Errorf("%s: a wall %v", name, got)
		}
		want(t, name, blockedOrChanged(&tt.a, "item", "xig_polaris_media"), tt.code)
	}
	for status, code := range map[int]apierror.Code{200: "", 399: "", 400: apierror.CodeSourceChanged} {
		want(t, "an answer with the status "+strconv.Itoa(status), refusalError(status, gjson.Parse(`{"data":{}}`)), code)
	}
}

// TestAPageTeachesAQuery: a document that the platform no longer knows is asked for again as the post's or the account's page
// names it, and only then.
func TestAPageTeachesAQuery(t *testing.T) {
	t.Parallel()
	const stale, login = `{"errors":[{"message":"The GraphQL document with ID 1 was not found."}]}`, `{"message":"login_required","status":"fail"}`
	names := func(q query) string {
		return `<html>{"canonicalRouteName":"comet.PolarisPostRoute"} "queryID":"987654321","variables":{},"queryName":"` + q.name + `"`
	}
	for name, tt := range map[string]struct {
		q              query
		refusal, again string
		page           string
		asks           int // of the query
		code           apierror.Code
	}{
		"a post":                         {postQuery, stale, answered(postQuery, `{"code":"`+someCode+`","media_type":1}`), names(postQuery), 2, ""},
		"a post that its page shows":     {postQuery, login, login, `<html><script type="application/json" data-sjs>{"xig_polaris_media":{"code":"` + someCode + `","media_type":1}}</script>`, 1, ""},
		"a post that is gone":            {postQuery, stale, `{"message":"Media not found","status":"fail"}`, names(postQuery), 2, apierror.CodeNotFound},
		"a post, refused again":          {postQuery, stale, login, names(postQuery), 2, apierror.CodeSourceChanged},
		"a post, the login is wanted":    {postQuery, login, login, names(postQuery), 1, apierror.CodeRouteDegraded},
		"a post, another document":       {postQuery, stale, login, names(reelsQuery), 1, apierror.CodeSourceChanged},
		"posts":                          {postsQuery, stale, answered(postsQuery, `{"polaris_ordered_timeline_connection":{"edges":[]}}`), names(postsQuery), 2, ""},
		"posts, the login is wanted":     {postsQuery, login, login, names(postsQuery), 1, apierror.CodeRouteDegraded},
		"posts, another document":        {postsQuery, stale, login, names(reelsQuery), 1, apierror.CodeSourceChanged},
		"posts, a page with the account": {postsQuery, stale, login, `<html><script type="application/json" data-sjs>{"xig_user_by_username":{"pk":"1"}}</script>`, 1, apierror.CodeSourceChanged},
	} {
		asks := 0
		known := shapes.Default()
		s, _ := plays(t, func(what, _ string) (int, string) {
			switch {
			case strings.HasPrefix(what, tt.q.name):
				asks++
				if asks > len(tt.q.of(&known.PhotoSite.Documents)) {
					return 200, tt.again
				}
				return 200, tt.refusal
			case strings.HasPrefix(what, profileQuery.name):
				return 200, answered(profileQuery, `{"pk":"1","username":"invented"}`)
			case strings.HasSuffix(what, "/embed/captioned/"), strings.HasPrefix(what, "/api/"):
				return walled, ""
			}
			return 200, tt.page
		})
		var err error
		if tt.q.name == postQuery.name {
			_, err = s.media(t.Context(), someCode)
		} else {
			_, err = s.items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "invented"}})
		}
		want(t, name, err, tt.code)
		if first := len(tt.q.of(&known.PhotoSite.Documents)); tt.refusal == stale && asks != first+tt.asks-1 || tt.refusal == login && asks != tt.asks {
			t.Errorf("%s: asked %d times", name, asks)
		}
	}
}

// TestTokensOfAVisit keeps what a page does not renew, and sends back safe values only.
func TestTokensOfAVisit(t *testing.T) {
	t.Parallel()
	const lsd = `["LSD",[],{"token":"AVx"}`
	for name, tt := range map[string]struct {
		body    string
		cookies []string
		want    string // lsd, csrf, cookies; the old ones in capitals; "" if nothing is taken
	}{
		"both":                  {lsd, []string{"csrftoken=c1", "mid=m1"}, "AVx c1 csrftoken=c1; mid=m1"},
		"a form's token alone":  {lsd, nil, "AVx CSRF csrftoken=CSRF"},
		"and another cookie":    {lsd, []string{"mid=m1"}, "AVx CSRF csrftoken=CSRF; mid=m1"},
		"a cookie alone":        {"", []string{"csrftoken=c1"}, "LSD c1 csrftoken=c1"},
		"no token":              {"", []string{"mid=m1", "sessionid=s"}, ""},
		"an unsafe cookie":      {lsd, []string{`csrftoken="a b"`, "sessionid=s"}, "AVx CSRF csrftoken=CSRF"},
		"the other cookie only": {lsd, []string{"other=c1", "csrftoken=c1"}, "AVx c1 csrftoken=c1"},
	} {
		s := &session{current: formTokens{lsd: "LSD", csrf: "CSRF", cookies: "csrftoken=CSRF"}}
		took := s.take(&sources.Answer{Body: []byte(tt.body), Header: http.Header{"Set-Cookie": tt.cookies}})
		expect := tt.want
		if expect == "" {
			expect = "LSD CSRF csrftoken=CSRF"
		}
		if got := s.tokens(); took != (tt.want != "") || cmp.Diff(expect, strings.Join([]string{got.lsd, got.csrf, got.cookies}, " ")) != "" {
			t.Errorf("%s: taken %v, %+v", name, took, got)
		}
	}
}
