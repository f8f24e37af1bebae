package instagram

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// TestExtras reads what each shape says beyond text and counts.
func TestExtras(t *testing.T) {
	t.Parallel()
	const signed = "https://scontent.cdninstagram.com/v/1.jpg?oe=70DBD880" // 2030-01-01
	ends := content.Unix(0x70DBD880)
	for name, tt := range map[string]struct {
		shape string
		want  content.Extras
	}{
		"a reel with published music": {
			`{"code":"AAAAAAAAAAA","media_type":2,"product_type":"clips","caption":{"text":"smile #InTheMoment\n\nVideo by @wurzel.ween. #Glow#Up"},"is_paid_partnership":false,"sponsor_tags":null,
			"original_width":1440,"original_height":2560,"video_duration":12.5,"video_versions":[{"url":"` + signed + `","width":720,"height":1280}],"accessibility_caption":"Video by somebody.",
			"location":{"pk":217297903,"name":"Bowery","lat":1},"clips_metadata":{"audio_type":"licensed_music","music_info":{"music_asset_info":{"display_artist":"Louis","title":"Smiling","audio_cluster_id":"442245453190058"}},"original_sound_info":null}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaVideo, Width: new(int64(720)), Height: new(int64(1280)), DurationMs: new(int64(12500)),
				AltText: new("Video by somebody."), URL: new(signed), ExpiresAt: ends}},
				Facts: content.Facts{Tags: []string{"InTheMoment", "Glow", "Up"}, Mentions: []string{"wurzel.ween"}, Location: &content.Location{ID: new("217297903"), Name: new("Bowery")},
					Sound: &content.Sound{ID: new("442245453190058"), Title: new("Smiling"), Author: new("Louis"), Original: new(false)}, Sponsored: new(false)}},
		},
		"a reel with its own sound, paid": {
			`{"code":"AAAAAAAAAAA","media_type":2,"product_type":"clips","caption":null,"sponsor_tags":[{"sponsor":{"username":"brand"}}],"is_paid_partnership":false,"location":null,
			"clips_metadata":{"music_info":null,"original_sound_info":{"audio_asset_id":"26106058285758518","original_audio_title":"Original audio","ig_artist":{"username":"natgeo","id":"787132"}}}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaVideo}}, Facts: content.Facts{Tags: []string{}, Mentions: []string{}, Sponsored: new(true),
				Sound: &content.Sound{ID: new("26106058285758518"), Title: new("Original audio"), Author: new("natgeo"), Original: new(true)}}},
		},
		"a picture without a text": {
			`{"code":"AAAAAAAAAAA","media_type":1,"original_width":1080,"original_height":1350,"image_versions2":{"candidates":[{"url":"` + signed + `","width":640,"height":800}]},"accessibility_caption":"A cat."}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage, Width: new(int64(640)), Height: new(int64(800)), AltText: new("A cat."), URL: new(signed), ExpiresAt: ends}}},
		},
		"a picture whose address has half a size, and nobody who paid": {
			`{"code":"AAAAAAAAAAA","media_type":1,"original_width":1080,"original_height":1350,"sponsor_tags":[],"image_versions2":{"candidates":[{"url":"` + signed + `","width":640}]}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage, Width: new(int64(1080)), Height: new(int64(1350)), URL: new(signed), ExpiresAt: ends}}},
		},
		"a picture whose address has the other half": {
			`{"code":"AAAAAAAAAAA","media_type":1,"original_width":1080,"original_height":1350,"image_versions2":{"candidates":[{"url":"` + signed + `","height":640}]}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage, Width: new(int64(1080)), Height: new(int64(1350)), URL: new(signed), ExpiresAt: ends}}},
		},
		"a carousel of 2026": {
			`{"code":"AAAAAAAAAAA","media_type":8,"carousel_media":[{"__typename":"XIGPolarisVideoMedia","accessibility_caption":"A flower.","original_width":720,"original_height":960,"video_versions":[{"url":"` + signed + `"}],"video_duration":3},
			{"__typename":"XIGPolarisImageMedia","image_versions2":{"candidates":[{"url":"https://scontent.cdninstagram.com/2.jpg","width":10,"height":20}]}}]}`,
			content.Extras{Media: []content.ItemMedia{
				{Kind: content.MediaVideo, Width: new(int64(720)), Height: new(int64(960)), DurationMs: new(int64(3000)), AltText: new("A flower."), URL: new(signed), ExpiresAt: ends},
				{Index: 1, Kind: content.MediaImage, Width: new(int64(10)), Height: new(int64(20)), URL: new("https://scontent.cdninstagram.com/2.jpg")}}},
		},
		"a carousel in the edge_ names": {
			`{"shortcode":"AAAAAAAAAAA","__typename":"GraphSidecar","edge_media_to_caption":{"edges":[{"node":{"text":"by @muse"}}]},"edge_media_to_sponsor_user":{"edges":[]},"location":{"id":"219","name":"The Grand","slug":"the-grand"},
			"edge_sidecar_to_children":{"edges":[{"node":{"is_video":false,"display_url":"` + signed + `","dimensions":{"height":1350,"width":1080},"accessibility_caption":"A photo."}},{"node":{"is_video":true,"dimensions":{"height":9,"width":16},"display_url":"https://scontent.cdninstagram.com/p.jpg"}}]}}`,
			content.Extras{Media: []content.ItemMedia{
				{Kind: content.MediaImage, Width: new(int64(1080)), Height: new(int64(1350)), AltText: new("A photo."), URL: new(signed), ExpiresAt: ends},
				{Index: 1, Kind: content.MediaVideo, Width: new(int64(16)), Height: new(int64(9))}},
				Facts: content.Facts{Tags: []string{}, Mentions: []string{"muse"}, Sponsored: new(false), Location: &content.Location{ID: new("219"), Name: new("The Grand")}}},
		},
		"a sponsor in the edge_ names": {
			`{"shortcode":"AAAAAAAAAAA","__typename":"GraphImage","edge_media_to_sponsor_user":{"edges":[{"node":{"sponsor":{"id":"1"}}}]}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage}}, Facts: content.Facts{Sponsored: new(true)}},
		},
		"parts that do not say what they are": {`{"code":"AAAAAAAAAAA","media_type":8,"carousel_media":[{"media_type":1},{"display_uri":"` + signed + `"}]}`, content.Extras{}},
		"a carousel without its parts":        {`{"code":"AAAAAAAAAAA","media_type":8,"carousel_media":null}`, content.Extras{}},
		"members of other types": {
			`{"code":"AAAAAAAAAAA","media_type":1,"location":"x","is_paid_partnership":1,"sponsor_tags":"x","accessibility_caption":7,"dimensions":5,"clips_metadata":[1],"original_width":"x"}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, ok := readMedia(scan.ReadString(tt.shape))
			if !ok {
				t.Fatal("no post")
			}
			item, row := p.item(), p.summary()
			item.Finish(false)
			row.Finish()
			tt.want.UnavailableExtras = item.UnavailableExtras
			if diff := cmp.Diff(tt.want, item.Extras); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want.Facts, row.Facts); diff != "" {
				t.Errorf("in a list (-want +got):\n%s", diff)
			}
		})
	}
}
