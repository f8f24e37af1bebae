package shown

import (
	"fmt"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/views"
)

// linesShown bounds the lines of a transcript on a page.
const linesShown = 2000

// TranscriptNote says what a transcript is.
func TranscriptNote(t *content.Transcript) string {
	by := "captions that people wrote"
	if t.Source == content.AutomaticCaptions {
		by = "the platform's automatic captions"
	}
	return views.Count(len(t.Segments), "line") + " in " + t.Language + ", from " + by + "."
}

// TranscriptLines are the first lines of a transcript, which lead to their places in the video, and how many are left.
func TranscriptLines(t *content.Transcript, video string) (lines []views.Line, left int64) {
	for _, s := range t.Segments[:min(len(t.Segments), linesShown)] {
		lines = append(lines, views.Line{At: page.Clock(s.StartMs), Text: s.Text, From: s.StartMs, To: s.EndMs, Href: VideoAt(video, s.StartMs)})
	}
	return lines, int64(max(0, len(t.Segments)-linesShown))
}

// VideoAt is the address of a time in a video: it works without a script, too.
func VideoAt(video string, ms int64) string {
	if video == "" {
		return ""
	}
	return fmt.Sprintf("%s#t=%.1f", video, float64(ms)/1000)
}
