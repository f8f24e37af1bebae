package tiktok

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
)

// body is what the simulated platform answers.
func body(tb testing.TB, path string) []byte {
	tb.Helper()
	w := httptest.NewRecorder()
	simulator.New().ServeHTTP(w, httptest.NewRequest("GET", "/www.tiktok.com"+path, nil))
	if w.Body.Len() == 0 {
		tb.Fatal("no answer for " + path)
	}
	return w.Body.Bytes()
}

// grown is a list answer with its rows repeated until it has size bytes.
func grown(tb testing.TB, size int) []byte {
	tb.Helper()
	s := site{device: newDevice()}
	one := body(tb, strings.TrimPrefix(s.listAddress("MS4wLjABAAAA6800000000000000101", 1<<42), origin))
	rows := gjson.GetBytes(one, "itemList").Raw
	rows = rows[1 : len(rows)-1]
	var b bytes.Buffer
	b.WriteString(`{"statusCode":0,"hasMore":true,"cursor":"1","itemList":[` + rows)
	for b.Len() < size {
		b.WriteString("," + rows)
	}
	b.WriteString("]}")
	return b.Bytes()
}

func BenchmarkParseList(b *testing.B) {
	for name, size := range map[string]int{"page": 1, "large": 600_000} {
		answer := grown(b, size)
		b.Run(name+"/parse", func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			for b.Loop() {
				var rows []content.ItemSummary
				if _, ok := readAnswer(answer, "itemList", func(r *scan.Reader) { appendItems(&rows)(r) }); !ok || len(rows) == 0 {
					b.Fatal("no rows")
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

func BenchmarkParseItemPage(b *testing.B) {
	page := body(b, "/@mira.oven/video/"+firstID(b))
	words := bytes.Repeat([]byte(`"a translated word":"with its translation",`), 5000) // the page's own share of these is half
	page = bytes.Replace(page, []byte(`"Common":{`), append([]byte(`"Common":{`), words[:len(words)-1]...), 1)
	state := scan.Script(page, universal)
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			st, ok := itemState(page)
			if _, read := readClip(scan.Read([]byte(st.item.Raw))); !ok || !read {
				b.Fatal("no item")
			}
		}
	})
	b.Run("json.Valid", func(b *testing.B) {
		b.SetBytes(int64(len(state)))
		for b.Loop() {
			if !json.Valid(state) {
				b.Fatal("not JSON")
			}
		}
	})
}

func firstID(tb testing.TB) string {
	tb.Helper()
	return gjson.GetBytes(grown(tb, 1), "itemList.0.id").String()
}

func FuzzPages(f *testing.F) {
	f.Add(body(f, "/@mira.oven/video/"+firstID(f)))
	f.Add(body(f, "/@mira.oven"))
	f.Add([]byte(nextPage))
	f.Add([]byte(sigiPage))
	f.Fuzz(func(t *testing.T, page []byte) {
		if st, ok := itemState(page); ok {
			if c, ok := readClip(scan.Read([]byte(st.item.Raw))); ok {
				item := c.item()
				item.Finish(true)
				c.files(nil)
			}
			_ = statusError(st.status, st.reason)
		}
		if st, ok := accountState(page); ok {
			if p, ok := readAccount(st); ok {
				p.account.Finish()
			}
		}
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add(grown(f, 1))
	f.Add(body(f, "/api/search/general/full/?keyword=crab&offset=0"))
	f.Add(body(f, "/api/search/user/full/?keyword=mira"))
	f.Add(body(f, "/api/comment/list/?aweme_id="+firstID(f)+"&cursor=0"))
	f.Fuzz(func(t *testing.T, answer []byte) {
		var items []content.ItemSummary
		for key, row := range map[string]func(*scan.Reader){
			"itemList":  func(r *scan.Reader) { appendItems(&items)(r) },
			"data":      func(r *scan.Reader) { appendResults(&items)(r) },
			"comments":  func(r *scan.Reader) { readComment(r, "clip_site:1") },
			"user_list": func(r *scan.Reader) { appAuthor(r.Value().Get("user_info")) },
		} {
			if m, ok := readAnswer(answer, key, row); ok {
				_ = m.checkComplete(key)
				m.next("0")
			}
		}
		for i := range items {
			items[i].Finish()
		}
	})
}

func FuzzPlayed(f *testing.F) {
	id := firstID(f)
	f.Add(body(f, "/player/api/v1/items?item_ids="+id))
	f.Add([]byte(`{"items":[{"id_str":"` + id + `","aweme_type":150,"image_post_info":{"images":[{"display_image":{"url_list":[""]}}]}}]}`))
	f.Add([]byte(`{"results":[{"id_str":"` + id + `","code":"nil_core_data"}]}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		c, said := readPlayed(answer, id)
		if said != shown {
			return
		}
		item := c.item()
		item.Finish(true)
		c.files(nil)
		if item.Stats.Views != nil && *item.Stats.Views >= roundedFrom {
			t.Errorf("views %d", *item.Stats.Views)
		}
	})
}
