package scan

import (
	"strings"
	"testing"

	"socialdata/internal/content"
)

func TestWebVTT(t *testing.T) {
	const file = "\ufeffWEBVTT\n\nNOTE a remark\n\n2\n00:00:02.500 --> 00:00:05.000 align:start\nthen you <i>wait</i> &amp; wait\n- and wait\n\n00:01.000 --> 00:00:00.500\nshort\n\n00:00:06.000 --> 00:00:07.000\n\n"
	got, err := WebVTT([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	want := []content.Segment{{StartMs: 1000, EndMs: 1000, Text: "short"}, {StartMs: 2500, EndMs: 5000, Text: "then you wait & wait\n- and wait"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSRT(t *testing.T) {
	got, err := SRT([]byte("1\r\n00:00:00,000 --> 00:00:01,800\r\nthe lamp turns\r\n\r\n2\r\n00:00:01,800 --> 00:00:04,000\r\nand turns\r\n"))
	if err != nil || len(got) != 2 || got[1].Text != "and turns" || got[1].StartMs != 1800 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCaptionsRefused(t *testing.T) {
	for _, file := range []string{"", "<html>no</html>", "WEBVTT\n\n", "WEBVTT\n\nx --> y\nz\n", "WEBVTT\n\n00:00:01.000 -->", strings.Repeat("x", maxCaptions+1)} {
		if got, err := WebVTT([]byte(file)); err == nil {
			t.Errorf("%.30q: %+v", file, got)
		}
	}
	if got, err := SRT([]byte("<html>no</html>")); err == nil {
		t.Errorf("a page: %+v", got)
	}
}

func TestTranscript(t *testing.T) {
	lines := []content.Segment{{Text: "one"}, {Text: "two"}}
	for lang, want := range map[string]string{"spa-ES": "es-ES", "en_US": "en-US", "eng-US": "en-US", "": "und", "zh-Hans": "zh-Hans"} {
		if got := Transcript(lang, content.Captions, lines); got.Language != want || got.Text != "one\ntwo" {
			t.Errorf("%s: %+v, want %s", lang, got, want)
		}
	}
}

func FuzzCaptions(f *testing.F) {
	f.Add([]byte("WEBVTT\n\n00:00:02.500 --> 00:00:05.000 align:start\n<v Bob><c.red>hi</c></v>\n"))
	f.Add([]byte("1\n00:00:00,000 --> 00:00:01,800\n{\\an8}<font color=\"red\">x</font>\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, read := range []func([]byte) ([]content.Segment, error){WebVTT, SRT} {
			segments, err := read(file)
			if (err == nil) != (len(segments) > 0) {
				t.Errorf("%d segments, %v", len(segments), err)
			}
			for i, s := range segments {
				if s.Text == "" || s.StartMs < 0 || s.EndMs < s.StartMs || i > 0 && s.StartMs < segments[i-1].StartMs {
					t.Errorf("segment %d: %+v", i, s)
				}
			}
		}
	})
}
