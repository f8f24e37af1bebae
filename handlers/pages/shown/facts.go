package shown

import (
	"fmt"
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/views"
)

// FactList collects facts. One that is not known is left out, or says why.
type FactList []views.Fact

// Text adds a text, if there is one.
func (s *FactList) Text(name string, v *string) {
	if v != nil {
		*s = append(*s, views.Fact{Name: name, Value: *v})
	}
}

// Number is a count; missing says why there is none.
func (s *FactList) Number(name string, n *int64, missing string) {
	if n != nil {
		*s = append(*s, views.Fact{Name: name, Value: views.Number(*n)})
	} else {
		*s = append(*s, views.Fact{Name: name, Missing: missing})
	}
}

// Known adds a value, or why it is not known.
func (s *FactList) Known(name string, v bool, value, missing string) {
	if v {
		*s = append(*s, views.Fact{Name: name, Value: value})
	} else {
		*s = append(*s, views.Fact{Name: name, Missing: missing})
	}
}

// SoundFact names the fact that tells the sound of an item.
const SoundFact = "Sound"

// Extras are the facts beside counts and dates that the platform says of an item; what it does not say is left out.
func (o *Item) Extras() []views.Fact {
	s := FactList{}
	if o.Sponsored != nil && o.Ad == nil {
		s.Known("Sponsored", *o.Sponsored, "marked as an ad or paid partnership", "not marked")
	}
	if o.Sound != nil {
		s.Known(SoundFact, true, SoundWords(o.Sound), "")
	}
	if o.Location != nil && o.Location.Name != nil {
		s.Known("Place", true, *o.Location.Name, "")
	}
	for _, text := range []struct {
		name  string
		value *string
	}{{"Category", o.Category}, {"Language", o.Language}} {
		if text.value != nil {
			s.Known(text.name, true, *text.value, "")
		}
	}
	return s
}

// SoundWords names a sound by title and author, or by its id alone.
func SoundWords(s *content.Sound) string {
	words := strings.Trim(page.OrEmpty(s.Title)+" · "+page.OrEmpty(s.Author), " ·")
	if words == "" {
		return page.OrEmpty(s.ID)
	}
	return words
}

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
