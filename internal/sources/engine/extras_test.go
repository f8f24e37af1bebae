package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

// TestExtras: hashtags and mentions are those that the platform links, and a carousel's parts are unknown.
func TestExtras(t *testing.T) {
	t.Parallel()
	video := []content.ItemMedia{{Kind: content.MediaVideo, DurationMs: new(int64(9000))}}
	text := new("#高铁🚅 @hazel-mills")
	for name, tt := range map[string]struct {
		platform content.Platform
		item     content.Item
		want     content.Extras
	}{
		"video_site": {content.VideoSite, content.Item{Kind: content.KindVideo, Title: new("#one"), Text: text, DurationMs: new(int64(9000))},
			content.Extras{Media: video, Facts: content.Facts{Tags: []string{"one", "高铁"}, Mentions: []string{"hazel-mills"}}}},
		"clip_site": {content.ClipSite, content.Item{Kind: content.KindShort, Title: new("#one"), Text: text, DurationMs: new(int64(9000))},
			content.Extras{Media: video, Facts: content.Facts{Tags: []string{"高铁🚅"}, Mentions: []string{"hazel"}}}},
		"a picture without a text": {content.PhotoSite, content.Item{Kind: content.KindImage}, content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage}}}},
		"a carousel":               {content.PhotoSite, content.Item{Kind: content.KindCarousel}, content.Extras{}},
	} {
		if diff := cmp.Diff(tt.want, reader{platform: tt.platform}.extras(&tt.item)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
