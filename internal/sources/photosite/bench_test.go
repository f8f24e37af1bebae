package photosite

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
)

// body is what the simulated platform answers.
func body(tb testing.TB, path string) []byte {
	tb.Helper()
	w := httptest.NewRecorder()
	simulator.New().ServeHTTP(w, httptest.NewRequest("GET", "/www.instagram.com"+path, nil))
	if w.Body.Len() == 0 {
		tb.Fatal("no answer for " + path)
	}
	return w.Body.Bytes()
}

// grown is a feed with its posts repeated until it has size bytes.
func grown(tb testing.TB, size int) []byte {
	tb.Helper()
	posts := gjson.GetBytes(body(tb, "/api/v1/feed/user/900101/?count=12"), "items").Raw
	posts = posts[1 : len(posts)-1]
	var b bytes.Buffer
	b.WriteString(`{"status":"ok","more_available":false,"items":[` + posts)
	for b.Len() < size {
		b.WriteString("," + posts)
	}
	b.WriteString("]}")
	return b.Bytes()
}

func BenchmarkParseFeed(b *testing.B) {
	for name, size := range map[string]int{"page": 1, "large": 600_000} {
		answer := grown(b, size)
		b.Run(name+"/parse", func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			for b.Loop() {
				if rows, _, ok := readFeed(answer, ""); !ok || len(rows) == 0 {
					b.Fatal("no posts")
				}
			}
		})
		b.Run(name+"/json.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			for b.Loop() {
				if !json.Valid(answer) {
					b.Fatal("not JSON")
				}
			}
		})
	}
}

func BenchmarkParsePostPage(b *testing.B) {
	code := gjson.GetBytes(grown(b, 1), "items.0.code").String()
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
	code := gjson.GetBytes(grown(f, 1), "items.0.code").String()
	f.Add(body(f, "/p/"+code+"/"))
	f.Add(body(f, "/lumen.harbor/"))
	f.Add(body(f, "/p/"+simulator.PhotoInWords+"/"))
	f.Fuzz(func(t *testing.T, page []byte) {
		a := &sources.Answer{Body: page, Header: http.Header{}}
		if p, err := pageMedia(a, code); err == nil {
			item := p.item()
			item.Finish(true)
			p.files.list()
		}
		if p, err := pagePerson(a); err == nil {
			p.account.Finish()
			p.shown()
		}
		readOG(page, simulator.PhotoInWords)
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add(grown(f, 1))
	f.Add(body(f, "/api/v1/users/web_profile_info/?username=lumen.harbor"))
	f.Add([]byte(`{"data":{"shortcode_media":{"edge_media_to_comment":{"count":1,"edges":[{"node":{"id":"1","text":"x","created_at":1,"owner":{"id":"2"}}}]}}}}`))
	f.Add([]byte(`{"items":[{"__typename":"GraphVideo","shortcode":"B7","owner":{"id":"2"},"edge_media_to_caption":{"edges":[]}}]}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		for _, wrapper := range []string{"", "media"} {
			rows, _, _ := readFeed(answer, wrapper)
			for i := range rows {
				rows[i].Finish()
			}
		}
		v, err := answered(&sources.Answer{Body: answer, Header: http.Header{}}, "item")
		if err != nil {
			return
		}
		if p, err := memberPerson(v.Get("data")); err == nil {
			p.account.Finish()
		}
		thread{item: "photo_site:B7", pk: "1"}.rows(connection(v.Get("data"))["edges"])
	})
}
