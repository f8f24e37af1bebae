package adlibrary

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// TestFactsAndMedia reads what an ad says beyond its text and counts.
func TestFactsAndMedia(t *testing.T) {
	t.Parallel()
	const picture, video = "https://scontent.xx.fbcdn.net/v/1.jpg?oe=70DBD880", "https://video.xx.fbcdn.net/v/2.mp4?oe=70DBD880&efg=eyJkdXJhdGlvbl9zIjo4fQ=="
	ends := content.Unix(0x70DBD880)
	for name, tt := range map[string]struct {
		shape string
		want  content.Extras
	}{
		"a picture and a video": {
			`{"ad_archive_id":"1234567890","page_id":"77","categories":["POLITICAL"],"snapshot":{"body":{"text":"Read the #Maps, @all a#b"},"images":[{"original_image_url":"` + picture + `"},{}],"videos":[{"video_hd_url":"` + video + `"}]}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage, URL: new(picture), ExpiresAt: ends}, {Index: 1, Kind: content.MediaVideo, DurationMs: new(int64(8000)), URL: new(video), ExpiresAt: ends}},
				Facts: content.Facts{Tags: []string{"Maps"}, Sponsored: new(true), Category: new("POLITICAL")}},
		},
		"words alone": {
			`{"ad_archive_id":"1234567890","page_id":"77","categories":["UNKNOWN"],"snapshot":{"body":{"text":"words"},"cards":[{"title":"a card"}]}}`,
			content.Extras{Facts: content.Facts{Tags: []string{}, Sponsored: new(true)}},
		},
		"nothing":                {`{"ad_archive_id":"1234567890","page_id":"77"}`, content.Extras{Facts: content.Facts{Sponsored: new(true)}}},
		"members of other types": {`{"ad_archive_id":"1234567890","page_id":"77","categories":"POLITICAL"}`, content.Extras{Facts: content.Facts{Sponsored: new(true)}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, ok := readAdvert(scan.ReadString(tt.shape))
			if !ok {
				t.Fatal("no ad")
			}
			item, row := a.item(), a.summary()
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

// TestLanguageOfAnOfficialRow is known where the API names one language.
func TestLanguageOfAnOfficialRow(t *testing.T) {
	t.Parallel()
	for languages, want := range map[string]*string{`["pl"]`: new("pl"), `["pl","de"]`: nil, `[]`: nil} {
		a, ok := readOfficial(gjson.Parse(`{"id":"1234567890","page_id":"77","eu_total_reach":1,"languages":`+languages+`}`), "all")
		if !ok {
			t.Fatal("no ad")
		}
		if got := a.facts().Language; !cmp.Equal(got, want) {
			t.Errorf("%s: %v", languages, got)
		}
	}
}
