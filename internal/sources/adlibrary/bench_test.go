package adlibrary

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"testing"

	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
)

// body is what the simulated platform answers.
func body(tb testing.TB, path string) []byte {
	tb.Helper()
	w := httptest.NewRecorder()
	simulator.New().ServeHTTP(w, httptest.NewRequest("GET", "/www.facebook.com"+path, nil))
	if w.Body.Len() == 0 {
		tb.Fatal("no answer for " + path)
	}
	return w.Body.Bytes()
}

// continuation is a GraphQL answer with its edges repeated until it has size bytes.
func continuation(tb testing.TB, size int) []byte {
	tb.Helper()
	edges := scan.Member(body(tb, "/ads/library/?view_all_page_id=5000000000101&active_status=all"), "edges").Raw
	edges = edges[1 : len(edges)-1]
	var b bytes.Buffer
	b.WriteString(`{"data":{"ad_library_main":{"search_results_connection":{"page_info":{"has_next_page":true,"end_cursor":"c"},"edges":[` + edges)
	for b.Len() < size {
		b.WriteString("," + edges)
	}
	b.WriteString("]}}}}")
	return b.Bytes()
}

func BenchmarkParseContinuation(b *testing.B) {
	for name, size := range map[string]int{"page": 1, "large": 600_000} {
		answer := continuation(b, size)
		b.Run(name+"/parse", func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			for b.Loop() {
				if found, err := readContinuation(answer); err != nil || len(found.page(visit{}).Rows) == 0 {
					b.Fatal("no ads")
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

func FuzzAnswers(f *testing.F) {
	f.Add(body(f, "/ads/library/?q=lantern"))
	f.Add(body(f, "/ads/library/?id="+simulator.AdDeeplink))
	f.Add(body(f, "/ads/library/?id="+simulator.AdCard))
	f.Add([]byte(`<script type="application/json" data-sjs>{"deeplinkAdID":"5","search_results_connection":{"count":1,"edges":[{"node":{"collated_results":[` +
		`{"ad_archive_id":"123456","page_id":"1","snapshot":{"extra_texts":["a",{"text":"b"}],"extra_links":["c"],"extra_videos":[{}]}}]}}]}}</script>`))
	f.Add(continuation(f, 1))
	f.Add([]byte(officialAnswer))
	f.Add([]byte(`for (;;);{"payload":{"results":[[{"adArchiveID":23851234567890123,"pageID":"42","snapshot":{"body":{"markup":{"__html":"a<br />b"}}}}]]}}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		found, err := readPage(&sources.Answer{Body: answer})
		if err != nil {
			found, err = readContinuation(answer)
		}
		if err == nil {
			found.isOnly(&sources.Answer{Body: answer}, "5")
			for _, a := range found.adverts {
				item := a.item()
				item.Finish(false)
			}
		}
		readVisit(&sources.Answer{Body: answer})
		_, _ = readLinked(&sources.Answer{Body: answer}, "1800000000000777")
		readDetails(scan.Member(answer, "ad_details"))
		if v, ok := scan.Object(answer); ok {
			_, _ = officialPage(v, "all", "")
		}
	})
}
