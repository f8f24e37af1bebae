package tiktok

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

// played is an answer of the embed player: its items, and its word for the item 7300.
func played(items, code string) string {
	return `{"status_code":0,"items":[` + items + `],"results":[{"id":7300,"id_str":"7300","code":"` + code + `"}]}`
}

// TestEmbedPlayer asks for an item whose pages and oEmbed answer as each case says; a missing one is refused.
func TestEmbedPlayer(t *testing.T) {
	t.Parallel()
	const item = `{"id_str":"7300","aweme_type":0,"desc":"invented","author_info":{"unique_id":"invented"},"statistics_info":{"digg_count":12345,"comment_count":33},
		"video_info":{"meta":{"duration":15200},"url_list":["https://v16m.tiktokcdn-us.com/7300.mp4"],
		"profiles":[{"codec_type":"bytevc2","play_addr":{"url_list":["https://v16m.tiktokcdn-us.com/closed.mp4"]}},
		{"codec_type":"h264","play_addr":{"width":576,"height":1024,"url_list":["https://v16m.tiktokcdn-us.com/540.mp4"]}}]}}`
	const album = `{"id_str":"7300","aweme_type":150,"desc":"album","image_post_info":{"images":[{"display_image":{"url_list":["https://p16-sign.tiktokcdn-us.com/1.jpeg"],"width":9,"height":16}}]}}`
	alive := `{"embed_product_id":"7300","title":"invented","embed_type":"photo"}`
	gonePage := scope(`"webapp.video-detail":{"statusCode":10204,"statusMsg":""}`)
	for _, tt := range []struct {
		name   string
		player []string // its answers in turn; the last one stays
		page   string
		oembed string // "gone" is its 400
		want   apierror.Code
		files  int
		kind   content.Kind
	}{
		{name: "a video", player: []string{played(item, "ok")}, files: 2, kind: content.KindShort},
		{name: "a photo post", player: []string{played(album, "ok")}, files: 1, kind: content.KindImage},
		{name: "busy once", player: []string{played("", "api_busy"), played(item, "ok")}, files: 2, kind: content.KindShort},
		{name: "empty once", player: []string{"", played(item, "ok")}, files: 2, kind: content.KindShort},
		{name: "called gone by the page alone", player: []string{played(item, "ok")}, page: gonePage, oembed: alive, files: 2, kind: content.KindShort},
		{name: "busy", player: []string{played("", "api_busy")}, want: apierror.CodeRouteDegraded},
		{name: "busy beside a 400 of oEmbed", player: []string{played("", "api_busy")}, oembed: "gone", want: apierror.CodeRouteDegraded},
		{name: "denied alone", player: []string{played("", "nil_core_data")}, want: apierror.CodeRouteDegraded},
		{name: "denied beside oEmbed that shows it", player: []string{played("", "nil_core_data")}, oembed: alive, want: apierror.CodeRouteDegraded},
		{name: "denied by both", player: []string{played("", "nil_core_data")}, oembed: "gone", want: apierror.CodeNotFound},
		{name: "an album without its pictures", player: []string{played(`{"id_str":"7300","aweme_type":150,"video_info":{}}`, "ok")}, want: apierror.CodeRouteDegraded},
		{name: "another item", player: []string{played(strings.ReplaceAll(item, "7300", "7301"), "ok")}, want: apierror.CodeRouteDegraded},
		{name: "a cut answer", player: []string{played(item, "ok")[:300]}, want: apierror.CodeRouteDegraded},
		{name: "a page", player: []string{"<html>TikTok</html>"}, want: apierror.CodeRouteDegraded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.Contains(r.URL.Path, "/player/api/v1/items") && r.URL.Query().Get("item_ids") == "7300":
					_, _ = io.WriteString(w, tt.player[min(asked, len(tt.player)-1)])
					asked++
				case strings.Contains(r.URL.Path, "/oembed") && tt.oembed == "gone":
					w.WriteHeader(http.StatusBadRequest)
					_, _ = io.WriteString(w, `{"code":400}`)
				case strings.Contains(r.URL.Path, "/oembed") && tt.oembed != "":
					_, _ = io.WriteString(w, tt.oembed)
				case strings.Contains(r.URL.Path, "/video/") && tt.page != "":
					_, _ = io.WriteString(w, tt.page)
				default:
					w.WriteHeader(http.StatusForbidden)
				}
			})
			m, err := Routes(sourcestest.Fetcher(t, site, Hosts()...), Options{})[0].Media(t.Context(), sources.ItemRequest{Link: link("7300")})
			if asked > 2 {
				t.Errorf("the player was asked %d times", asked)
			}
			if tt.want != "" {
				if !apierror.Is(err, tt.want) {
					t.Errorf("%+v, %v, want %s", m, err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			item := m.Item
			if len(m.Files) != tt.files || item.Kind != tt.kind || !item.Incomplete || item.Stats.Views != nil || item.Stats.Likes != nil || item.PublishedAt != nil || item.Author != nil {
				t.Errorf("%+v, %d files", item, len(m.Files))
			}
		})
	}
}

// TestLengthsOfThePlayer are milliseconds; what can be none is unknown.
func TestLengthsOfThePlayer(t *testing.T) {
	for length, want := range map[string]int64{"15200": 15200, "12": 0, "0": 0, `"15200"`: 15200, "null": 0, "-9": 0} {
		c, said := readPlayed([]byte(played(`{"id_str":"7300","video_info":{"meta":{"duration":`+length+`}}}`, "ok")), "7300")
		if said != shown || want == 0 && c.durationMs != nil || want > 0 && (c.durationMs == nil || *c.durationMs != want) {
			t.Errorf("%s: %v, %v", length, c.durationMs, said)
		}
	}
}
