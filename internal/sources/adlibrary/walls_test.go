package adlibrary

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestWalls raises every refusal: a living ad is read correctly, or the refusal is returned; never "missing", never another ad.
func TestWalls(t *testing.T) {
	refusing := []apierror.Code{apierror.CodeRouteDegraded, apierror.CodeSourceChanged}
	for _, wall := range simulator.Walls() {
		if wall.Platform != string(content.AdLibrary) {
			continue
		}
		r, sim := play(t)
		must(t, sim.Raise(wall.Name))
		const id = "1799999999999999"
		if item, err := lookup(r, id); err == nil && item.ID != "ad_library:"+id || err != nil && !apierror.Is(err, refusing...) {
			t.Errorf("%s: item %+v, %v", wall.Name, item, err)
		}
		page, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: "5000000000101"}})
		if err == nil && len(page.Rows) == 0 || err != nil && !apierror.Is(err, refusing...) {
			t.Errorf("%s: items %+v, %v", wall.Name, page, err)
		}
		if err != nil {
			continue
		}
		if _, err = r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: "5000000000101"}, Token: page.Next}); err != nil && !apierror.Is(err, refusing...) {
			t.Errorf("%s: next page: %v", wall.Name, err)
		}
	}
}

// TestPagesWithoutAds says of pages without results why there are none: of a check or a sign-in nothing follows for the ads.
func TestPagesWithoutAds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		a    sources.Answer
		want apierror.Code
	}{
		"nothing":               {sources.Answer{Status: 200, Body: []byte(" \n")}, apierror.CodeRouteDegraded},
		"the library":           {sources.Answer{Status: 200, Body: []byte("AdLibraryFoundationRoot")}, apierror.CodeRouteDegraded},
		"a sign-in":             {sources.Answer{Status: 200, URL: "https://www.facebook.com/login/?next=a", Body: []byte("a")}, apierror.CodeRouteDegraded},
		"a checkpoint":          {sources.Answer{Status: 200, URL: "https://www.facebook.com/checkpoint/1", Body: []byte("a")}, apierror.CodeRouteDegraded},
		"a form to sign in":     {sources.Answer{Status: 200, Body: []byte(`<form id="login_form">`)}, apierror.CodeRouteDegraded},
		"a check":               {sources.Answer{Status: 200, Body: []byte("captcha")}, apierror.CodeRouteDegraded},
		"nobody signed in":      {sources.Answer{Status: 401, Body: []byte("a")}, apierror.CodeRouteDegraded},
		"forbidden":             {sources.Answer{Status: 403, Body: []byte("a")}, apierror.CodeRouteDegraded},
		"a page of its own":     {sources.Answer{Status: 200, Body: []byte("a")}, apierror.CodeSourceChanged},
		"not found, with words": {sources.Answer{Status: 404, Body: []byte("a")}, apierror.CodeSourceChanged},
	} {
		if err := emptyPageError(&tt.a); !apierror.Is(err, tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// counter counts the requests to a platform.
type counter struct {
	http.Handler
	n       int
	cookies string
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.n++
	if c.cookies != "" {
		r.Header.Set("Cookie", strings.TrimPrefix(r.Header.Get("Cookie")+"; "+c.cookies, "; ")) // as the outbound client does
	}
	if strings.Contains(r.URL.RawQuery+r.URL.Path, "__rd_verify") {
		panic("a challenge was answered")
	}
	c.Handler.ServeHTTP(w, r)
}

// TestChallenge: it is recognised by the first answer, which says what would help; with the operator's cookies the
// library answers.
func TestChallenge(t *testing.T) {
	sim := simulator.New()
	must(t, sim.Raise("ad_library.challenge"))
	platform := &counter{Handler: sim}
	r := Routes(sourcestest.Fetcher(t, platform, Hosts()...), Options{})[0]
	_, err := r.Search(t.Context(), sources.SearchRequest{Query: "kettle"})
	if message := apierror.From(err).SafeMessage(); !apierror.Is(err, apierror.CodeRouteDegraded) || platform.n != 1 || !strings.Contains(message, "ookies of its operator") {
		t.Errorf("%v after %d requests: %s", err, platform.n, message)
	}
	options := Options{HasCookies: func() bool { return true }}
	_, err = Routes(sourcestest.Fetcher(t, platform, Hosts()...), options)[0].Search(t.Context(), sources.SearchRequest{Query: "kettle"})
	if message := apierror.From(err).SafeMessage(); !strings.Contains(message, "spent") {
		t.Errorf("with cookies that do not help: %s", message)
	}
	platform.cookies = "datr=invented; rd_challenge=invented"
	r = Routes(sourcestest.Fetcher(t, platform, Hosts()...), options)[0]
	page, err := r.Search(t.Context(), sources.SearchRequest{Query: "kettle"})
	must(t, err)
	if next, err := r.Search(t.Context(), sources.SearchRequest{Query: "kettle", Token: page.Next}); err != nil || len(next.Rows) == 0 {
		t.Errorf("next page %+v, %v", next, err)
	}
}

// TestAnotherLook: a page without its results is asked for once more, not oftener.
func TestAnotherLook(t *testing.T) {
	for _, wall := range []string{"ad_library.held_back", "ad_library.unpainted"} {
		sim := simulator.New()
		platform := &counter{Handler: sim}
		r := Routes(sourcestest.Fetcher(t, platform, Hosts()...), Options{})[0]
		must(t, sim.Raise(wall))
		if _, err := r.Search(t.Context(), sources.SearchRequest{Query: "kettle"}); !apierror.Is(err, apierror.CodeRouteDegraded) || platform.n != 2 {
			t.Errorf("%s: %v after %d requests", wall, err, platform.n)
		}
	}
	r, sim := play(t)
	sim.Fail(simulator.Failure{Platform: "ad_library", Path: "/ads/library", Times: 1, Status: http.StatusForbidden, Body: "<html>AdLibraryFoundationRoot</html>"})
	if page, err := r.Search(t.Context(), sources.SearchRequest{Query: "kettle"}); err != nil || len(page.Rows) == 0 {
		t.Errorf("the second look: %+v, %v", page, err)
	}
}

// TestDetails: while the details are refused, values that only they have are unknown, and the item is incomplete.
func TestDetails(t *testing.T) {
	r, sim := play(t)
	const id = "1799999999999999"
	item, err := lookup(r, id)
	must(t, err)
	shown := item.Ad.Transparency
	if item.Incomplete || shown == nil || *shown.EUReach != *item.Ad.Reach || shown.Payers[0] != "Bluejay Bicycles" || *shown.Targeting.MinAge != 18 || !shown.Targeting.Locations[1].Excluded {
		t.Errorf("%+v", shown)
	}
	for _, wall := range []string{"ad_library.rate_limit", "ad_library.documents_renewed"} {
		must(t, sim.Raise(wall))
		if item, err := lookup(r, id); err != nil || !item.Incomplete || item.Ad.Transparency != nil || item.Ad.Reach != nil {
			t.Errorf("%s: %+v, %v", wall, item, err)
		}
		sim.Lower()
	}
	must(t, sim.Raise("ad_library.documents_renewed"))
	page, err := r.Search(t.Context(), sources.SearchRequest{Query: "kettle"})
	must(t, err)
	_, err = r.Search(t.Context(), sources.SearchRequest{Query: "kettle", Token: page.Next})
	missing, _ := apierror.From(err).Details["missing"].([]string)
	if !apierror.Is(err, apierror.CodeSourceChanged) || len(missing) != 1 || !strings.Contains(missing[0], "24922295957467452") {
		t.Errorf("%v, missing %q", err, missing)
	}
}
