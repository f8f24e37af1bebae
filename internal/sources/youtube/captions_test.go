package youtube

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// TestWhoKnowsTheCaptions: a video has none after enough answers without captions; who was refused says nothing about them.
func TestWhoKnowsTheCaptions(t *testing.T) {
	t.Parallel()
	with := func(address string) string {
		return strings.TrimSuffix(visible, "}") + `,"captions":{"playerCaptionsTracklistRenderer":{"captionTracks":[{"baseUrl":"` + address + `","languageCode":"en"}]}}}`
	}
	captioned := with("/api/timedtext?v=aInvented01")
	const (
		offer   = `{"contents":{},"engagementPanels":[{"panelIdentifier":"engagement-panel-searchable-transcript"}]}`
		refused = `{` + notABot + `}`
		words   = `{"events":[{"tStartMs":0,"dDurationMs":1000,"segs":[{"utf8":"words"}]}]}`
	)
	nested := func(player string) string { return `{"playerResponse":` + player + `}` }
	for name, tt := range map[string]struct {
		web, headset, phone, around, file string
		listed                            int
		told                              bool
		code                              apierror.Code
	}{
		"the headset has them":                   {visible, captioned, "", "", words, 1, true, ""},
		"the phone has them":                     {visible, refused, nested(captioned), "", words, 1, true, ""},
		"the page alone has them":                {captioned, refused, nested(refused), "", words, 1, true, ""},
		"no app has them, the page offers none":  {visible, visible, "", silent, "", 0, false, ""},
		"no app has them, the page offers some":  {visible, visible, nested(visible), offer, "", 0, false, apierror.CodeRouteDegraded},
		"no app has them, the page says nothing": {visible, visible, nested(visible), "", "", 0, false, ""},
		"one has none, the other is refused":     {visible, refused, nested(visible), silent, "", 0, false, apierror.CodeRouteDegraded},
		"all are refused":                        {`{` + notABot + `,` + described + `}`, refused, nested(refused), silent, "", 0, false, apierror.CodeRouteDegraded},
		"a file without words":                   {visible, captioned, nested(captioned), "", `{"events":[]}`, 1, false, ""},
		"a page in the place of the file":        {visible, captioned, nested(captioned), "", `<html>sorry</html>`, 1, false, apierror.CodeRouteDegraded},
		"a file of another format":               {visible, captioned, nested(captioned), "", `{"words":[]}`, 1, false, apierror.CodeSourceChanged},
		"an empty file":                          {visible, captioned, nested(captioned), "", " ", 1, false, apierror.CodeRouteDegraded},
		"a track without an address":             {visible, with(""), nested(with("")), "", words, 1, false, apierror.CodeSourceChanged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, asked := plays(t, func(endpoint, body string) string {
				switch {
				case endpoint == "player" && isWeb(body):
					return tt.web
				case endpoint == "next" && gjson.Get(body, "videoId").Exists():
					return tt.around
				}
				return map[string]string{"player": tt.headset, "reel_item_watch": tt.phone, "timedtext": tt.file}[endpoint]
			})
			ask := named(someVideo)
			v := responses{page: readPlayer(read(tt.web)), apps: s.apps(t.Context(), someVideo)}
			item := &content.Item{}
			err := s.addTranscript(t.Context(), item, ask, v)
			want(t, "captions", err, tt.code)
			if err == nil && (len(item.Captions) != tt.listed || (item.Transcript != nil) != tt.told) {
				t.Errorf("%d tracks, %+v", len(item.Captions), item.Transcript)
			}
			if told := slices.Contains(*asked, "reel_item_watch"); tt.phone == "" && told {
				t.Errorf("asked the phone as well: %q", *asked)
			}
		})
	}
}

// TestWhichCaptions: those that people wrote in the spoken language, then those of the video's own sound, then automatic ones.
func TestWhichCaptions(t *testing.T) {
	t.Parallel()
	track := func(tag, kind string) string {
		return `{"baseUrl":"/` + tag + kind + `","languageCode":"` + tag + `","kind":"` + kind + `"}`
	}
	captions := func(sound string, list ...string) gjson.Result {
		return gjson.Parse(`{"captionTracks":[` + strings.Join(list, ",") + `]` + sound + `}`)
	}
	const usual = `,"defaultAudioTrackIndex":1,"audioTracks":[{"defaultCaptionTrackIndex":0},{"defaultCaptionTrackIndex":2}]`
	for _, tt := range []struct {
		name     string
		captions gjson.Result
		usual    int
		want     string
	}{
		{"exactly the spoken language", captions(usual, track("en-GB", ""), track("en", ""), track("de", ""), track("en", "asr")), 2, "/en"},
		{"the spoken language of another region", captions(usual, track("de", ""), track("en-GB", ""), track("fr", ""), track("en", "asr")), 2, "/en-GB"},
		{"the first of two automatic ones", captions("", track("en", "asr"), track("de", "asr"), track("de", ""), track("en", "")), -1, "/en"},
		{"the sound's own", captions(usual, track("de", ""), track("fr", ""), track("es", ""), track("en", "asr")), 2, "/es"},
		{"the sound's own, the first", captions(`,"audioTracks":[{"defaultCaptionTrackIndex":0}]`, track("de", ""), track("en", "asr")), 0, "/de"},
		{"a sound's own that is not there", captions(usual, track("de", ""), track("en", "asr")), 2, "/enasr"},
		{"automatic before a translation", captions("", track("de", ""), track("en", "asr")), -1, "/enasr"},
		{"automatic, the first", captions("", track("en", "asr"), track("de", "")), -1, "/enasr"},
		{"a translation where there is nothing else", captions("", track("de", ""), track("fr", "")), -1, "/de"},
		{"a sound that is not there", captions(`,"defaultAudioTrackIndex":2,"audioTracks":[{"defaultCaptionTrackIndex":1},{}]`, track("de", ""), track("fr", "")), -1, "/de"},
		{"a sound before the first", captions(`,"defaultAudioTrackIndex":-1,"audioTracks":[{"defaultCaptionTrackIndex":1}]`, track("de", ""), track("fr", "")), -1, "/de"},
		{"a sound without captions of its own", captions(`,"audioTracks":[{}]`, track("de", ""), track("fr", "")), -1, "/de"},
		{"none", captions(""), -1, ""},
	} {
		usual := defaultTrack(tt.captions)
		if got, _ := chooseTrack(tracks(tt.captions), usual); got.address != tt.want || usual != tt.usual {
			t.Errorf("%s: %q, usual %d; want %q, %d", tt.name, got.address, usual, tt.want, tt.usual)
		}
	}
}
