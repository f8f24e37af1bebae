package sources

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

// TestDetached: a detached result equals the original and no longer keeps the answer in memory.
func TestDetached(t *testing.T) {
	t.Parallel()
	shared := map[string]string{"Referer": "https://www.example.com/"}
	build := func(text string) *Media {
		title, handle := text[:5], text[5:10]
		author := &content.AccountRef{ID: text[10:20], Handle: &handle}
		return &Media{
			Item: &content.Item{ID: text[20:30], Kind: content.Kind(text[30:35]), Author: author, Title: &title, PublishedAt: content.Unix(1_700_000_000),
				Thumbnails: []content.Image{{URL: text[35:60]}}, UnavailableFields: []string{text[60:64]}},
			Files: []MediaFile{{URL: text[64:80], Others: []string{text[80:90]}, Header: shared, Sound: &MediaFile{URL: text[90:99]}}},
		}
	}
	text := strings.Repeat("0123456789", 10)
	want := build(text)

	collected := make(chan struct{})
	answer := &[1 << 20]byte{}
	copy(answer[:], text)
	runtime.AddCleanup(answer, func(done chan struct{}) { close(done) }, collected)
	got := build(unsafe.String(&answer[0], len(answer)))
	answer = nil
	detach(got)

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for range 10 {
		runtime.GC()
		select {
		case <-collected:
			runtime.KeepAlive(got)
			return
		default:
		}
	}
	t.Error("the result still keeps the answer in memory")
	runtime.KeepAlive(got)
}

// BenchmarkDetach detaches a page of 30 rows.
func BenchmarkDetach(b *testing.B) {
	rows := make([]content.ItemSummary, 30)
	for i := range rows {
		title, name, url := strings.Repeat("t", 60), "a name", "https://www.example.com/@name"
		rows[i] = content.ItemSummary{ID: "video_site:abcdefghijk", URL: url, Title: &title, Author: &content.AccountRef{ID: "video_site:UC", Name: &name, URL: &url},
			Thumbnails: []content.Image{{URL: url}, {URL: url}}}
	}
	page := &Page[content.ItemSummary]{Rows: rows}
	b.ReportAllocs()
	for b.Loop() {
		detach(page)
	}
}
