package tiktok

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// TestExtras reads what each shape says beyond text and counts.
func TestExtras(t *testing.T) {
	t.Parallel()
	video := []content.ItemMedia{{Kind: content.MediaVideo}}
	for name, tt := range map[string]struct {
		shape string
		want  content.Extras
	}{
		"a page of 2025": {
			`{"id":"7000000000000000001","desc":"Bread with @mira.oven #SourDough #高铁🚅","video":{"width":576,"height":1024,"duration":9},
			"textExtra":[{"start":11,"end":21,"type":0,"hashtagName":"","userId":"77","userUniqueId":"mira.oven"},{"start":22,"end":32,"type":1,"hashtagName":"sourdough"},{"type":1,"hashtagName":"高铁🚅"}],
			"challenges":[{"id":"1","title":"sourdough"}],"music":{"id":"7100000000000000001","title":"Axel F","authorName":"A Frog","original":false,"playUrl":"https://a.example/"},
			"poi":{"id":"22535","name":"Hung Yen","type":0},"isAd":false,"adLabelVersion":0,"textLanguage":"zh-Hans","diversificationLabels":["Baking","Food"],"CategoryType":101,
			"contents":[{"desc":"other","textExtra":[{"type":1,"hashtagName":"inner"}]}]}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaVideo, Width: new(int64(576)), Height: new(int64(1024)), DurationMs: new(int64(9000))}},
				Facts: content.Facts{Tags: []string{"SourDough", "高铁🚅"}, Mentions: []string{"mira.oven"},
					Sound:    &content.Sound{ID: new("7100000000000000001"), Title: new("Axel F"), Author: new("A Frog"), Original: new(false)},
					Location: &content.Location{ID: new("22535"), Name: new("Hung Yen")}, Sponsored: new(false), Language: new("zh-Hans"), Category: new("Baking")}},
		},
		"the app": {
			`{"aweme_id":"7000000000000000002","desc":"Roast me #Diving (@jordan.r) and @@","text_extra":[{"user_id":"66","type":0,"start":20,"end":29},{"type":1,"hashtag_name":"diving"}],
			"cha_list":[{"cha_name":"diving"}],"music":{"id":6835837996332222466,"title":"Backyard","author":"Claire","is_original":false,"is_original_sound":true},"is_ads":true,"desc_language":"un"}`,
			content.Extras{Media: video, Facts: content.Facts{Tags: []string{"Diving"}, Mentions: []string{"jordan.r"},
				Sound: &content.Sound{ID: new("6835837996332222466"), Title: new("Backyard"), Author: new("Claire"), Original: new(true)}, Sponsored: new(true)}},
		},
		"nothing is marked in the text": {
			`{"id":"7000000000000000003","desc":"no tag: a#b, issue # and me@example.com #1","textExtra":[]}`,
			content.Extras{Media: video, Facts: content.Facts{Tags: []string{}, Mentions: []string{}}},
		},
		"a shape without marks": {
			`{"id":"7000000000000000004","desc":"#autumn with @leaf.","music":{"title":"","authorName":""}}`,
			content.Extras{Media: video, Facts: content.Facts{Tags: []string{"autumn"}, Mentions: []string{"leaf"}}},
		},
		"hashtags that the text does not hold": {
			`{"id":"7000000000000000012","desc":"at @leaf","challenges":[{"id":"1","title":"autumn"},{"cha_name":"forest"}]}`,
			content.Extras{Media: video, Facts: content.Facts{Tags: []string{"autumn", "forest"}, Mentions: []string{"leaf"}}},
		},
		"without a text": {`{"id":"7000000000000000005"}`, content.Extras{Media: video}},
		"a label that is not known": {
			`{"id":"7000000000000000006","isAd":false,"adLabelVersion":2}`, content.Extras{Media: video},
		},
		"declared by its author": {
			`{"id":"7000000000000000007","isAd":false,"brandOrganicType":2001,"adLabelVersion":2}`, content.Extras{Media: video, Facts: content.Facts{Sponsored: new(true)}},
		},
		"an ad": {
			`{"id":"7000000000000000008","isAd":true,"adLabelVersion":1}`, content.Extras{Media: video, Facts: content.Facts{Sponsored: new(true)}},
		},
		"pictures": {
			`{"id":"7000000000000000009","video":{"width":1,"height":1,"duration":31},"imagePost":{"images":[{"imageURL":{"urlList":["https://p16.tiktokcdn.com/0.jpeg?x-expires=1893456000"]},"imageWidth":1080,"imageHeight":1440},{"imageURL":{"urlList":["https://p16.tiktokcdn.com/1.jpeg"]}}]}}`,
			content.Extras{Media: []content.ItemMedia{
				{Kind: content.MediaImage, Width: new(int64(1080)), Height: new(int64(1440)), URL: new("https://p16.tiktokcdn.com/0.jpeg?x-expires=1893456000"), ExpiresAt: content.Unix(1893456000)},
				{Index: 1, Kind: content.MediaImage, URL: new("https://p16.tiktokcdn.com/1.jpeg")}}},
		},
		"a picture without an address": {
			`{"id":"7000000000000000010","imagePost":{"images":[{"imageURL":{"urlList":[]},"imageWidth":1080},{"imageURL":{"urlList":["https://p16.tiktokcdn.com/1.jpeg"]}}]}}`,
			content.Extras{Media: []content.ItemMedia{{Kind: content.MediaImage, Width: new(int64(1080))}, {Index: 1, Kind: content.MediaImage, URL: new("https://p16.tiktokcdn.com/1.jpeg")}}},
		},
		"members of other types": {
			`{"id":"7000000000000000011","textExtra":{"type":1},"challenges":"x","music":"x","poi":7,"isAd":"yes","textLanguage":5,"diversificationLabels":"x","adLabelVersion":"x"}`,
			content.Extras{Media: video},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ok := readClip(scan.ReadString(tt.shape))
			if !ok {
				t.Fatal("no item")
			}
			item, row := c.item(), c.summary()
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

// TestExtrasOfThePlayer reads the embed player's names for them.
func TestExtrasOfThePlayer(t *testing.T) {
	t.Parallel()
	c, ok := readPlayerItem(scan.ReadString(`{"id_str":"7000000000000000001","aweme_type":0,"desc":"#bread by @mira.oven","music_info":{"id_str":"7100000000000000001","title":"original sound","author":"mira"},
		"video_info":{"meta":{"width":576,"height":1024,"duration":15200}}}`))
	if !ok {
		t.Fatal("no item")
	}
	want := content.Extras{Media: []content.ItemMedia{{Kind: content.MediaVideo, Width: new(int64(576)), Height: new(int64(1024)), DurationMs: new(int64(15200))}},
		Facts: content.Facts{Tags: []string{"bread"}, Mentions: []string{"mira.oven"}, Sound: &content.Sound{ID: new("7100000000000000001"), Title: new("original sound"), Author: new("mira")}}}
	if diff := cmp.Diff(want, c.extras()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
