package youtube

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func TestMedia(t *testing.T) {
	sim := simulator.New()
	f := sourcestest.Fetcher(t, sim, Hosts()...)
	r := Routes(f, Options{})[0]
	get := func(id string, captions bool) *sources.Media {
		m, err := r.Media(context.Background(), sources.ItemRequest{Link: sources.Link{Platform: content.VideoSite, LocalID: id}, Transcript: captions})
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		sourcestest.CheckMedia(t, content.VideoSite, f, m)
		return m
	}
	link, problem := sources.NewPlatforms(Platform()).Recognize(sim.Samples()[0].Items[0])
	if problem != nil {
		t.Fatal(problem)
	}
	m := get(link.LocalID, true)
	if m.Item.Transcript == nil {
		t.Error("no transcript, which was asked for")
	}
	for i, want := range []struct {
		height int64
		parts  int
	}{{1080, 2}, {720, 1}, {720, 2}, {360, 1}, {144, 1}} {
		if i >= len(m.Files) {
			t.Fatalf("%d files", len(m.Files))
		}
		f := m.Files[i]
		if f.Height != want.height || f.Parts() != want.parts || f.Type != "video/mp4" || f.ExpiresAt == nil || f.MaxRange == 0 || f.Header["User-Agent"] == "" {
			t.Errorf("file %d: %+v, want %+v", i, f, want)
		}
		if f.Sound != nil && !strings.HasSuffix(f.Sound.URL, "dubbed=false") {
			t.Errorf("file %d: its sound is %s", i, f.Sound.URL)
		}
	}
	if m := get(simulator.VideoNoFiles, false); len(m.Files) != 2 || m.Files[0].Sound == nil {
		t.Errorf("files %v, want those that need joining", m.Files)
	}
	_, err := r.Media(t.Context(), named(simulator.VideoCiphered))
	if !apierror.Is(err, apierror.CodeSourceChanged) {
		t.Errorf("files under a signature: %v", err)
	}
}

func TestFilesNeedNoSignature(t *testing.T) {
	doc, _ := readAnswer(`{"playabilityStatus":{"status":"OK"},"streamingData":{"formats":[
		{"itag":18,"mimeType":"video/mp4; codecs=\"a\"","signatureCipher":"s=x&url=https%3A%2F%2Fr1.googlevideo.com%2F","width":640,"height":360},
		{"itag":19,"mimeType":"video/mp4","url":"https://elsewhere.example/file","width":640,"height":360},
		{"itag":20,"mimeType":"audio/mp4","url":"https://r1.googlevideo.com/a"},
		{"itag":22,"mimeType":"video/mp4","url":"https://r1.googlevideo.com/b","width":720,"height":1280}],
		"adaptiveFormats":[{"url":"https://r1.googlevideo.com/half","mimeType":"video/mp4; codecs=\"avc1\""},
		{"url":"https://elsewhere.example/sound","mimeType":"audio/mp4; codecs=\"mp4a.40.2\""}]}}`)
	files := responses{apps: []appAnswer{{player: readPlayer(doc)}}}.files()
	if len(files) != 1 || files[0].URL != "https://r1.googlevideo.com/b" || files[0].Width != 720 {
		t.Errorf("files %+v, want the one whole and open file", files)
	}
}

// TestTheVideosOwnSound: of several languages and descriptions the one that the platform plays by itself, as it was
// made.
func TestTheVideosOwnSound(t *testing.T) {
	sound := func(name string, bitrate int, more string) string {
		return fmt.Sprintf(`{"url":"https://r1.googlevideo.com/%s","mimeType":"audio/mp4; codecs=\"mp4a.40.2\"","bitrate":%d%s}`, name, bitrate, more)
	}
	for name, c := range map[string]struct{ want, list string }{
		"one track": {"high", sound("low", 48000, "") + "," + sound("high", 130000, "") + "," + sound("drc", 131000, `,"isDrc":true`)},
		"default": {"own", sound("descriptive", 140000, `,"audioTrack":{"displayName":"English descriptive","audioIsDefault":false}`) + "," +
			sound("own", 130000, `,"audioTrack":{"displayName":"English original","audioIsDefault":true}`)},
		"default in another voice": {"own", sound("dubbed", 140000, `,"audioTrack":{"displayName":"German original"}`) + "," +
			sound("own", 130000, `,"audioTrack":{"displayName":"English","audioIsDefault":true}`)},
		"no track":            {"own", sound("dubbed", 140000, `,"audioTrack":{"displayName":"German"}`) + "," + sound("own", 130000, "")},
		"the first of equals": {"own", sound("own", 130000, "") + "," + sound("other", 130000, "")},
		"what every player takes": {"own", strings.Replace(sound("surround", 384000, ""), "mp4a.40.2", "ec-3", 1) + "," +
			strings.Replace(sound("other", 384000, ""), "audio/mp4", "audio/webm", 1) + "," + sound("own", 130000, "")},
		"what has an address": {"own", strings.Replace(sound("", 384000, ""), "https://r1.googlevideo.com/", "", 1) + "," + sound("own", 130000, "")},
		"original":            {"own", sound("dubbed", 140000, `,"audioTrack":{"displayName":"German"}`) + "," + sound("own", 130000, `,"audioTrack":{"displayName":"English original"}`)},
	} {
		doc, _ := readAnswer(`{"streamingData":{"adaptiveFormats":[` + c.list + `]}}`)
		if got := (appAnswer{player: readPlayer(doc)}).sound(); got == nil || !strings.HasSuffix(got.URL, "/"+c.want) {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}

// TestSeparateStreamsAreWhatEveryPlayerTakes: H.264 in MP4, each with the sound.
func TestSeparateStreamsAreWhatEveryPlayerTakes(t *testing.T) {
	stream := func(name, kind string) string {
		return fmt.Sprintf(`{"url":"https://r1.googlevideo.com/%s","mimeType":%q}`, name, kind)
	}
	doc, _ := readAnswer(`{"playabilityStatus":{"status":"OK"},"streamingData":{"adaptiveFormats":[` + strings.Join([]string{
		stream("av1", `video/mp4; codecs="av01.0.08M.08"`), stream("webm", `video/webm; codecs="avc1.4d401f"`), stream("h264", `video/mp4; codecs="avc1.4d401f"`),
		stream("sound", `audio/mp4; codecs="mp4a.40.2"`)}, ",") + `]}}`)
	files := responses{apps: []appAnswer{{player: readPlayer(doc)}}}.files()
	if len(files) != 1 || !strings.HasSuffix(files[0].URL, "/h264") || files[0].Sound == nil || !strings.HasSuffix(files[0].Sound.URL, "/sound") {
		t.Errorf("files %+v, want the H.264 stream with its sound", files)
	}
}
