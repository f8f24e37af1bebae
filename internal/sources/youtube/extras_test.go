package youtube

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
)

// TestExtras reads what the players say beyond text and counts.
func TestExtras(t *testing.T) {
	t.Parallel()
	const details = `"videoId":"aaaaaaaaaaa","title":"Bread #SourDough","lengthSeconds":"9","channelId":"UCaaaaaaaaaaaaaaaaaaaaaa","author":"Mira","keywords":["baking","bread"]`
	video := content.ItemMedia{Kind: content.MediaVideo, DurationMs: new(int64(9000))}
	sized := video
	sized.Width, sized.Height = new(int64(1080)), new(int64(1920))
	for name, tt := range map[string]struct {
		page, phone string
		want        content.Extras
	}{
		"the browser's player": {
			`{"videoDetails":{` + details + `,"shortDescription":"with @hazel.mills-oven, me@example.com\nhttps://a.example/#part #sourdough #flour"},"microformat":{"playerMicroformatRenderer":{"category":"Howto & Style"}}}`, `{}`,
			content.Extras{Media: []content.ItemMedia{video}, Facts: content.Facts{Tags: []string{"SourDough", "flour"}, Mentions: []string{"hazel.mills-oven"}, Category: new("Howto & Style")}},
		},
		"streams of an app": {
			`{"videoDetails":{` + details + `,"shortDescription":""}}`,
			`{"streamingData":{"formats":[{"width":360,"height":640}],"adaptiveFormats":[{"width":720,"height":1280},{"width":1080,"height":1920},{"width":1440},{"height":2560},{"width":1080,"height":1080},{"audioTrack":{"id":"de-DE.10","isAutoDubbed":true}},
			{"audioTrack":{"id":"fr.3"}},{"audioTrack":{"displayName":"English (US) original","id":"en-US.4","audioIsDefault":true}}]}}`,
			content.Extras{Media: []content.ItemMedia{sized}, Facts: content.Facts{Tags: []string{"SourDough"}, Mentions: []string{}, Language: new("en-US")}},
		},
		"one sound without a name": {
			`{"videoDetails":{` + details + `},"streamingData":{"adaptiveFormats":[{"mimeType":"audio/mp4"}]}}`, `{}`,
			content.Extras{Media: []content.ItemMedia{video}, Facts: content.Facts{Tags: []string{"SourDough"}, Mentions: []string{}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := func(body string) player {
				doc, _ := readAnswer(body)
				return readPlayer(doc)
			}
			item, err := responses{page: read(tt.page), phone: read(tt.phone)}.item("aaaaaaaaaaa", content.KindVideo)
			if err != nil {
				t.Fatal(err)
			}
			item.Finish(false)
			tt.want.UnavailableExtras = item.UnavailableExtras
			if diff := cmp.Diff(tt.want, item.Extras); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got, want := marks(nil, new("plain")), (content.Facts{Tags: []string{}, Mentions: []string{}}); !cmp.Equal(got, want) {
		t.Errorf("without a title: %+v", got)
	}
	if got := marks(new("#title"), nil); !cmp.Equal(got, content.Facts{}) {
		t.Errorf("without a description: %+v", got)
	}
}

// TestExtrasOfTheOfficialAPI: its tags are keywords, and its category is a number.
func TestExtrasOfTheOfficialAPI(t *testing.T) {
	t.Parallel()
	got := apiFacts(gjson.Parse(`{"title":"Bread","description":"#Flour","tags":["baking"],"categoryId":"26","defaultLanguage":"de","defaultAudioLanguage":"en-GB"}`))
	want := content.Facts{Tags: []string{"Flour"}, Mentions: []string{}, Language: new("en-GB")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
