package instagram

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refusing are codes that say nothing of the content.
var refusing = []apierror.Code{apierror.CodeRouteDegraded, apierror.CodeSourceChanged}

// TestWalls raises every wall, alone and with all other witnesses refused. A living post and its author are told truly,
// or the refusal is: they are never missing, and an import never ends without files.
func TestWalls(t *testing.T) {
	for _, wall := range simulator.Walls() {
		if wall.Platform != string(content.PhotoSite) {
			continue
		}
		for _, others := range [][]string{nil, {"photo_site.page_shell", "photo_site.embed_refused"}} {
			t.Run(wall.Name+" "+strings.Join(others, " "), func(t *testing.T) {
				r, sim := play(t)
				known := code(t, r, "lumen.harbor", 0)
				must(t, sim.Raise(append(others, wall.Name)...))
				item, err := r.Item(t.Context(), sources.ItemRequest{Link: link(known)})
				if err == nil && item.ID != "photo_site:"+known || err != nil && !apierror.Is(err, refusing...) {
					t.Errorf("item %+v, %v", item, err)
				}
				m, err := r.Media(t.Context(), sources.ItemRequest{Link: link(known)})
				if err == nil && len(m.Files) == 0 || err != nil && !apierror.Is(err, refusing...) {
					t.Errorf("media %+v, %v", m, err)
				}
				whose := sources.AccountSelector{Handle: "lumen.harbor"}
				if a, err := r.Account(t.Context(), whose); err == nil && *a.Handle != "lumen.harbor" || err != nil && !apierror.Is(err, refusing...) {
					t.Errorf("account %+v, %v", a, err)
				}
				page, err := r.Items(t.Context(), sources.ListRequest{Account: whose})
				if err == nil && len(page.Rows) == 0 || err != nil && !apierror.Is(err, refusing...) {
					t.Errorf("items %+v, %v", page, err)
				}
			})
		}
	}
}

// TestByEmbedding: a post read from its embed page is incomplete.
func TestByEmbedding(t *testing.T) {
	r, sim := play(t)
	carousel := code(t, r, "lumen.harbor", 2)
	must(t, sim.Raise("photo_site.login_gate", "photo_site.page_shell"))
	sim.Fail(simulator.Failure{Platform: "photo_site", Path: "/embed/", Times: 1, Status: http.StatusInternalServerError}) // as it is one time in four
	m, err := r.Media(t.Context(), sources.ItemRequest{Link: link(carousel)})
	must(t, err)
	if !m.Item.Incomplete || m.Item.PublishedAt != nil || len(m.Files) != 3 {
		t.Errorf("incomplete %v, published %v, %d files", m.Item.Incomplete, m.Item.PublishedAt, len(m.Files))
	}
	sourcestest.CheckItem(t, content.PhotoSite, m.Item)
	sourcestest.Golden(t, "item-embedded", m.Item)
	reel := link("")
	sim.Lower()
	reel.LocalID = code(t, r, "lumen.harbor", 0)
	must(t, sim.Raise("photo_site.login_gate", "photo_site.page_shell"))
	if _, err := r.Item(t.Context(), sources.ItemRequest{Link: reel, Transcript: true}); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("captions of a video whose full source refused: %v", err)
	}
}

// TestMarkupOfAnEmbedding is read where the script is empty; a post that may not be embedded has none.
func TestMarkupOfAnEmbedding(t *testing.T) {
	const page = `<div class="Embed" data-media-type="GraphVideo" data-media-id="3999822825618844191" data-owner-id="42"><span class="UsernameText">gran.loom</span>` +
		`<div class="SocialProof"><a href="/p/x/">87,425 likes</a></div><a class="CaptionCommentsExpand" href="/p/x/">View all 2,261 comments</a></div><script>{"contextJSON":null}</script>`
	p, err := readEmbed([]byte(page), "DeCOar9gqof")
	must(t, err)
	if !p.partial || p.kind != content.KindVideo || *p.stats.Likes != 87425 || *p.stats.Comments != 2261 || p.author.ID != "photo_site:42" || *p.author.Handle != "gran.loom" || p.text != nil {
		t.Errorf("%+v", p)
	}
	if _, err := readEmbed([]byte(page), "DeCOar9gqoX"); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("the page of another post: %v", err)
	}
}

// TestMissingByTwo: a null is proof together with the error page or oEmbed, and never alone.
func TestMissingByTwo(t *testing.T) {
	for _, c := range []struct {
		walls []string
		want  apierror.Code
	}{
		{nil, apierror.CodeNotFound},
		{[]string{"photo_site.page_shell"}, apierror.CodeNotFound},
		{[]string{"photo_site.embed_refused"}, apierror.CodeNotFound},
		{[]string{"photo_site.page_shell", "photo_site.embed_refused"}, apierror.CodeRouteDegraded},
	} {
		r, sim := play(t)
		must(t, sim.Raise(c.walls...))
		if _, err := r.Item(t.Context(), sources.ItemRequest{Link: link("NoSuchPost1")}); !apierror.Is(err, c.want) {
			t.Errorf("behind %v: %v, want %s", c.walls, err, c.want)
		}
	}
}

// asked notes the ids of documents that the platform was asked for.
type asked struct {
	http.Handler
	mu  sync.Mutex
	ids []string
}

func (a *asked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if id := r.FormValue("doc_id"); id != "" {
		a.mu.Lock()
		a.ids = append(a.ids, id)
		a.mu.Unlock()
	}
	a.Handler.ServeHTTP(w, r)
}

// TestStaleDocuments: the next id of the list answers, and is asked first from then on.
func TestStaleDocuments(t *testing.T) {
	now := *shapes.Default()
	now.PhotoSite.Documents.Post = []string{"1111111111", "2222222222", "28309390568695038"}
	platform := &asked{Handler: simulator.New()}
	r := Routes(sourcestest.Fetcher(t, platform, Hosts()...), Options{Shapes: func() *shapes.Shapes { return &now }})[0]
	for range 2 {
		if _, err := r.Item(t.Context(), sources.ItemRequest{Link: *r.Known().Item}); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"1111111111", "2222222222", "28309390568695038", "28309390568695038"}; !slices.Equal(platform.ids, want) {
		t.Errorf("asked for %v, want %v", platform.ids, want)
	}
	now.PhotoSite.Documents.Profile = []string{"3333333333"}
	sim := simulator.New()
	must(t, sim.Raise("photo_site.page_shell"))
	r = Routes(sourcestest.Fetcher(t, sim, Hosts()...), Options{Shapes: func() *shapes.Shapes { return &now }})[0]
	_, err := r.Account(context.Background(), sources.AccountSelector{Handle: "lumen.harbor"})
	missing, _ := apierror.From(err).Details["missing"].([]string)
	if !apierror.Is(err, apierror.CodeSourceChanged) || len(missing) != 1 || !strings.Contains(missing[0], "3333333333") {
		t.Errorf("every id is old: %v, missing %q", err, missing)
	}
}

// TestLearnedDocument: a page that names the document's id ends the trouble.
func TestLearnedDocument(t *testing.T) {
	const named = `<script>{"preloaders":[{"preloaderID":"adp_PolarisLoggedOutDesktopWWWProfileRootContentQueryRelayPreloader_6ac2","queryID":"27981003384861049","variables":{}}]}</script>`
	sim := simulator.New()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/lumen.harbor/") {
			_, _ = w.Write([]byte(`<html>{"canonicalRouteName":"comet.igweb.PolarisLoggedOutDesktopWWWProfileRoute"}` + named))
			return
		}
		sim.ServeHTTP(w, r)
	})
	now := *shapes.Default()
	now.PhotoSite.Documents.Profile = []string{"3333333333"}
	r := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{Shapes: func() *shapes.Shapes { return &now }})[0]
	if a, err := r.Account(t.Context(), sources.AccountSelector{Handle: "lumen.harbor"}); err != nil || *a.Handle != "lumen.harbor" {
		t.Errorf("%+v, %v", a, err)
	}
	if new(documents).learn(profileQuery, []byte(`"queryID":"1; drop","variables":{},"queryName":"`+profileQuery.name+`"`)) {
		t.Error("an id that is no number was learned")
	}
	if !new(documents).learn(postsQuery, []byte(`"queryID":"123456789","variables":{"id":1},"queryName":"`+postsQuery.name+`"`)) {
		t.Error("the other way to name a document was not read")
	}
}

// TestByNumber: an account can be looked up by number only with the operator's cookies.
func TestByNumber(t *testing.T) {
	sim := simulator.New()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.AddCookie(&http.Cookie{Name: "sessionid", Value: "invented"}) // as the outbound client does
		if r.Header.Get("X-Csrftoken") != "" {
			t.Error("a made-up token beside the operator's cookies")
		}
		sim.ServeHTTP(w, r)
	})
	r := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{HasCookies: func() bool { return true }})[0]
	a, err := r.Account(t.Context(), sources.AccountSelector{ID: "900101"})
	must(t, err)
	sourcestest.CheckAccount(t, content.PhotoSite, a)
	sourcestest.Golden(t, "account-by-number", a)
	if _, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: "900101"}}); err != nil {
		t.Errorf("items by number: %v", err)
	}
	if _, err := r.Account(t.Context(), sources.AccountSelector{ID: "1"}); !apierror.Is(err, apierror.CodeNotFound) {
		t.Errorf("a number that is nobody's: %v", err)
	}
}
