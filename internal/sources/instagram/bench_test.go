package instagram

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
)

// body is what the simulated platform answers.
func body(tb testing.TB, path string) []byte {
	tb.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/www.instagram.com"+path, nil)
	for name, value := range meta.Navigation() {
		r.Header.Set(name, value)
	}
	simulator.New().ServeHTTP(w, r)
	if w.Body.Len() == 0 {
		tb.Fatal("no answer for " + path)
	}
	return w.Body.Bytes()
}

// edges are a connection with its posts repeated until it has size bytes.
func edges(tb testing.TB, size int) string {
	tb.Helper()
	page := string(body(tb, "/lumen.harbor/"))
	posts := scan.Member([]byte(page), "edges").Raw
	posts = posts[1 : len(posts)-1]
	var b strings.Builder
	b.WriteString(`{"page_info":{"has_next_page":false},"edges":[` + posts)
	for b.Len() < size {
		b.WriteString("," + posts)
	}
	b.WriteString("]}")
	return b.String()
}

func firstCode(tb testing.TB) string { return gjson.Get(edges(tb, 1), "edges.0.node.code").String() }

func BenchmarkParseTab(b *testing.B) {
	for name, size := range map[string]int{"page": 1, "large": 600_000} {
		answer := edges(b, size)
		b.Run(name+"/parse", func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			for b.Loop() {
				if page, err := postsTab.page(gjson.Parse(answer), "lumen.harbor", ""); err != nil || len(page.Rows) == 0 {
					b.Fatal("no posts")
				}
			}
		})
		b.Run(name+"/json.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			for b.Loop() {
				if !json.Valid([]byte(answer)) {
					b.Fatal("not JSON")
				}
			}
		})
	}
}

func BenchmarkParsePostPage(b *testing.B) {
	code := firstCode(b)
	page := body(b, "/p/"+code+"/")
	filler := bytes.Repeat([]byte(`<script type="application/json" data-sjs>{"require":[["a module","of many",[],[1,2,3]]]}</script>`), 8000)
	page = bytes.Replace(page, []byte("<body>"), append([]byte("<body>"), filler...), 1)
	blocks := bytes.Split(filler, []byte("</script>"))
	for i, block := range blocks {
		blocks[i] = block[bytes.IndexByte(block, '>')+1:]
	}
	blocks = blocks[:len(blocks)-1]
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			if _, err := pageMedia(&sources.Answer{Body: page}, code); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json.Valid", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			for _, block := range blocks {
				if !json.Valid(block) {
					b.Fatal("not JSON")
				}
			}
		}
	})
}

func FuzzPages(f *testing.F) {
	code := firstCode(f)
	f.Add(body(f, "/p/"+code+"/"))
	f.Add(body(f, "/lumen.harbor/"))
	f.Add(body(f, "/p/"+simulator.PhotoInWords+"/"))
	f.Add(body(f, "/p/"+code+"/embed/captioned/"))
	f.Add(body(f, "/lumen.harbor/embed/"))
	f.Add(body(f, "/"))
	f.Add([]byte(`"queryID":"123456789","variables":{"__relay_internal__pv__Xrelayprovider":true},"queryName":"PolarisLoggedOutDesktopWWWPostRootContentQuery"`))
	f.Fuzz(func(t *testing.T, page []byte) {
		a := &sources.Answer{Body: page, Header: http.Header{}}
		if p, err := pageMedia(a, code); err == nil {
			item := p.item()
			item.Finish(true)
			p.files.list()
		}
		if p, err := accountFromPage(a); err == nil {
			p.account.Finish()
			_, _ = postsTab.page(p.posts, "x", "")
		}
		readOG(page, simulator.PhotoInWords)
		if p, err := readEmbed(page, code); err == nil {
			p.files.list()
		}
		new(documents).learn(postQuery, page)
		newSession().take(a)
		if n := readPostCount(page, "lumen.harbor"); n != nil && *n < 0 {
			t.Errorf("%d posts", *n)
		}
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"data":{"xig_user_by_username":{"polaris_ordered_timeline_connection":` + edges(f, 1) + `}}}`))
	f.Add([]byte(`{"data":{"xig_polaris_media":{"comments_connection":{"edges":[{"node":{"pk":"1","text":"x","created_at":1,"user":{"pk":"2"}}}],"page_info":{"end_cursor":"{}"}}}}}`))
	f.Add([]byte(`{"data":{"xig_polaris_media":null},"errors":[{"message":"execution error"}]}`))
	f.Add([]byte(`{"data":{"user":{"pk":"1","username":"x"}}}`))
	f.Add([]byte(`{"data":{"xig_logged_out_popular_search_media_info":{"edges":[{"node":{"code":"B7abc","play_count":1}}],"page_info":{"has_next_page":true,"end_cursor":"c"}}}}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		for _, q := range []query{postQuery, profileQuery, accountQuery, searchQuery} {
			v, err := q.parse(&sources.Answer{Body: answer, Header: http.Header{}}, "1")
			if err != nil {
				continue
			}
			if page, err := postsTab.page(v.Get(postsTab.connection), "x", ""); err == nil {
				for i := range page.Rows {
					page.Rows[i].Finish()
				}
			}
			if p, err := readAccount(v); err == nil {
				p.account.Finish()
			}
			if page, next, err := found.read(v, "c"); err == nil && (page == nil || next == "c") {
				t.Errorf("next %q of %+v", next, page)
			}
			_, _ = checkPost(v, "B7")
			thread{item: "photo_site:B7", pk: "1"}.rows(v.Get("comments_connection.edges"))
		}
	})
}
