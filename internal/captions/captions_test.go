package captions

import (
	"bytes"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/asticode/go-astisub"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
)

// hostile is a transcript whose texts would break a file that is written carelessly.
func hostile() *content.Transcript {
	return &content.Transcript{Language: "en", Source: content.Captions, Segments: []content.Segment{
		{StartMs: 0, EndMs: 1500, Text: "plain"},
		{StartMs: 1500, EndMs: 3000, Text: "00:00:09,000 --> 00:00:10,000\n\n7\n00:00:11.000 ----> 00:00:12.000"},
		{StartMs: 3000, EndMs: 4000, Text: "a blank line\n\n \t\nin between\r\n\r\nand another"},
		{StartMs: 4000, EndMs: 5000, Text: "grüße 你好 🙂 \u202bשלום\u202c e\u0301"},
		{StartMs: 5000, EndMs: 6000, Text: " \n\t\x00\u2028 "},
		{StartMs: 6000, EndMs: 6000, Text: "fish & chips < 5 > 3, NUL\x00 and\x1b escape"},
		{StartMs: 7000, EndMs: 8000, Text: "WEBVTT\n\nnothing\n42"},
		{StartMs: 360_000_000 + 61_001, EndMs: 360_000_000 + 62_999, Text: "after a hundred hours"},
	}}
}

// shown are the texts of hostile as a reader gets them, with arrows as the format can hold them.
func shown(arrow, long string) []string {
	return []string{
		"plain", "00:00:09,000 " + arrow + " 00:00:10,000\n7\n00:00:11.000 " + long + " 00:00:12.000",
		"a blank line\nin between\nand another", "grüße 你好 🙂 \u202bשלום\u202c e\u0301", "fish & chips < 5 > 3, NUL  and  escape",
		"WEBVTT\nnothing\n42", "after a hundred hours",
	}
}

// cue is a cue as a reader parses it.
type cue struct {
	from, to time.Duration
	text     string
}

// wanted are the cues of hostile, without the one that holds nothing.
func wanted(texts []string) []cue {
	var list []cue
	for _, s := range hostile().Segments {
		if lines(s.Text) == "" {
			continue
		}
		to := max(s.EndMs, s.StartMs+1)
		list = append(list, cue{time.Duration(s.StartMs) * time.Millisecond, time.Duration(to) * time.Millisecond, texts[len(list)]})
	}
	return list
}

func check(t *testing.T, reader string, got *astisub.Subtitles, want []cue) {
	t.Helper()
	if len(got.Items) != len(want) {
		t.Errorf("%s: %d cues, want %d", reader, len(got.Items), len(want))
		return
	}
	for n, item := range got.Items {
		texts := []string{}
		for _, l := range item.Lines {
			texts = append(texts, strings.TrimSpace(html.UnescapeString(l.String())))
		}
		if c := (cue{item.StartAt, item.EndAt, strings.TrimSpace(strings.Join(texts, "\n"))}); c != want[n] {
			t.Errorf("%s: cue %d is %+v, want %+v", reader, n, c, want[n])
		}
	}
}

// TestOtherToolsReadWhatIsWritten reads SRT and WebVTT back with a library and with ffmpeg: the same cues, whatever their
// text holds.
func TestOtherToolsReadWhatIsWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format, muxer string
		file          []byte
		want          []cue
		read          func(b []byte) (*astisub.Subtitles, error)
	}{
		{"srt", "srt", WriteSRT(hostile()), wanted(shown("->", "->")), func(b []byte) (*astisub.Subtitles, error) { return astisub.ReadFromSRT(bytes.NewReader(b)) }},
		{"vtt", "webvtt", WriteVTT(hostile()), wanted(shown("-->", "---->")), func(b []byte) (*astisub.Subtitles, error) { return astisub.ReadFromWebVTT(bytes.NewReader(b)) }},
	} {
		got, err := c.read(c.file)
		testkit.Must(t, err)
		check(t, c.format+" by astisub", got, c.want)
		if ffmpeg, err := exec.LookPath("ffmpeg"); ffmpeg == "" {
			t.Log("not read by ffmpeg:", err)
			continue
		}
		path := filepath.Join(t.TempDir(), "cues."+c.format)
		testkit.Must(t, os.WriteFile(path, c.file, 0o600))
		out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-c:s", "copy", "-f", c.muxer, "-").Output()
		testkit.Must(t, err)
		got, err = c.read(out)
		testkit.Must(t, err)
		check(t, c.format+" by ffmpeg", got, c.want)
	}
}

func TestTextIsOneLineForEachCaption(t *testing.T) {
	t.Parallel()
	if got := strings.Split(string(WriteText(hostile())), "\n"); len(got) != 8 || got[2] != "a blank line in between and another" {
		t.Errorf("%q", got)
	}
}
