// Package captions writes transcripts in the formats that players and editors read: SubRip (SRT), WebVTT and plain text.
// It may import internal/content only.
package captions

import (
	"fmt"
	"strings"
	"unicode"

	"socialdata/internal/content"
)

// Format is a format that a transcript is written in.
type Format string

// The formats of a transcript.
const (
	JSON Format = "json"
	SRT  Format = "srt"
	VTT  Format = "vtt"
	Text Format = "text"
)

// Formats lists every Format once.
func Formats() []Format { return []Format{JSON, SRT, VTT, Text} }

// ContentType returns the content type of a format.
func (f Format) ContentType() string {
	switch f {
	case SRT:
		return "application/x-subrip; charset=utf-8"
	case VTT:
		return "text/vtt; charset=utf-8"
	case Text:
		return "text/plain; charset=utf-8"
	case JSON:
	}
	return "application/json"
}

// Extension returns the file extension of a format.
func (f Format) Extension() string {
	if f == Text {
		return ".txt"
	}
	return "." + string(f)
}

// WriteSRT returns a transcript as SubRip. The format has no escapes: in the text, an arrow that a reader would take for
// cue times loses a dash, and markup is kept.
func WriteSRT(t *content.Transcript) []byte {
	var b strings.Builder
	n := 0
	for _, s := range t.Segments {
		text := lines(s.Text)
		if text == "" {
			continue
		}
		for strings.Contains(text, "-->") {
			text = strings.ReplaceAll(text, "-->", "->")
		}
		n++
		from, to := span(s)
		fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", n, clock(from, ","), clock(to, ","), text)
	}
	return []byte(b.String())
}

// vttText escapes what WebVTT would read as markup, including arrows.
var vttText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// WriteVTT returns a transcript as WebVTT.
func WriteVTT(t *content.Transcript) []byte {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, s := range t.Segments {
		text := lines(s.Text)
		if text == "" {
			continue
		}
		from, to := span(s)
		fmt.Fprintf(&b, "\n%s --> %s\n%s\n", clock(from, "."), clock(to, "."), vttText.Replace(text))
	}
	return []byte(b.String())
}

// WriteText returns the text, one line for each caption.
func WriteText(t *content.Transcript) []byte {
	var b strings.Builder
	for _, s := range t.Segments {
		if text := lines(s.Text); text != "" {
			b.WriteString(strings.ReplaceAll(text, "\n", " ") + "\n")
		}
	}
	return []byte(b.String())
}

// span returns the times of a cue, which must have a duration above 0 in both formats.
func span(s content.Segment) (from, to int64) {
	from = max(0, s.StartMs)
	return from, max(from+1, s.EndMs)
}

// clock formats a time; hours have at least two digits.
func clock(ms int64, point string) string {
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3600000, ms/60000%60, ms/1000%60, point, ms%1000)
}

// lines returns the non-empty lines of a text without control characters. An empty line would end the cue.
func lines(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	var kept []string
	for line := range strings.FieldsFuncSeq(text, isLineEnd) {
		line = strings.TrimSpace(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, line))
		if line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// isLineEnd reports whether a character is a line break for some reader.
func isLineEnd(r rune) bool {
	return r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}
