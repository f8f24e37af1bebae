package shown

import (
	"fmt"
	"slices"
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/views"
)

// FactList collects facts. An unknown fact is omitted or explains why it is unknown.
type FactList []views.Fact

// Add adds a known value.
func (s *FactList) Add(name, value string) { *s = append(*s, views.Fact{Name: name, Value: value}) }

// Text adds a text, if there is one.
func (s *FactList) Text(name string, v *string) {
	if v != nil {
		s.Add(name, *v)
	}
}

// Number adds a count; missing explains why there is none.
func (s *FactList) Number(name string, n *int64, missing string) {
	if n != nil {
		s.Add(name, views.Number(*n))
	} else {
		*s = append(*s, views.Fact{Name: name, Missing: missing})
	}
}

// Known adds a value if v is true, or else the explanation in missing.
func (s *FactList) Known(name string, v bool, value, missing string) {
	if v {
		s.Add(name, value)
	} else {
		*s = append(*s, views.Fact{Name: name, Missing: missing})
	}
}

// SoundFact is the name of the fact about an item's sound.
const SoundFact = "Sound"

// Extras returns the facts that the platform gives about an item, beside its stats and dates. Unknown ones are
// omitted.
func (o *Item) Extras() []views.Fact {
	s := FactList{}
	if o.Sponsored != nil && o.Ad == nil {
		s.Known("Sponsored", *o.Sponsored, "marked as an ad or paid partnership", "not marked")
	}
	if o.Sound != nil {
		s.Add(SoundFact, SoundWords(o.Sound))
	}
	if o.Location != nil {
		s.Text("Place", o.Location.Name)
	}
	s.Text("Category", o.Category)
	s.Text("Language", o.Language)
	return s
}

// SoundWords returns the title and the author of a sound, or says that it has neither, with its id.
func SoundWords(s *content.Sound) string {
	words := strings.Trim(page.OrEmpty(s.Title)+" · "+page.OrEmpty(s.Author), " ·")
	if words == "" && s.ID != nil {
		return "without a title, id " + *s.ID
	}
	return words
}

// notShown says why a fact of an account is unknown.
const notShown = "not shown by the platform"

// AccountFacts lists the facts about an account. For unknown ones it says that the platform does not show them.
func AccountFacts(a *content.Account) []views.Fact {
	s := FactList{}
	for _, count := range []struct {
		name, field string
		n           *int64
	}{
		{"Followers", "stats.followers", a.Stats.Followers}, {"Following", "stats.following", a.Stats.Following},
		{"Items", "stats.items", a.Stats.Items}, {"Views", "stats.views", a.Stats.Views},
	} {
		if count.n != nil || slices.Contains(a.UnavailableFields, count.field) {
			s.Number(count.name, count.n, notShown)
		}
	}
	for _, text := range []struct {
		name, field string
		value       *string
	}{{"Country", "country", a.Country}, {"Joined", "joinedAt", a.JoinedAt}} {
		if text.value != nil || slices.Contains(a.UnavailableFields, text.field) {
			s.Known(text.name, text.value != nil, page.OrEmpty(text.value), notShown)
		}
	}
	if a.Verified != nil {
		s.Known("Verified", *a.Verified, "yes, by the platform", "no")
	} else if slices.Contains(a.UnavailableFields, "verified") {
		s.Known("Verified", false, "", notShown)
	}
	return s
}

// linesShown is the maximum number of lines of a transcript on a page.
const linesShown = 2000

// TranscriptNote describes a transcript.
func TranscriptNote(t *content.Transcript) string {
	by := "captions that people wrote"
	switch t.Source {
	case content.AutomaticCaptions:
		by = "the platform's automatic captions"
	case content.MachineSpeech:
		by = "speech that a machine wrote down"
		if t.Model != nil {
			by += " (" + *t.Model + ")"
		}
	case content.Captions:
	}
	return views.Count(len(t.Segments), "line") + " in " + t.Language + ", from " + by + "."
}

// TranscriptLines returns the first lines of a transcript, linked to their times in the video, and how many lines
// remain.
func TranscriptLines(t *content.Transcript, video string) (lines []views.Line, left int64) {
	for _, s := range t.Segments[:min(len(t.Segments), linesShown)] {
		lines = append(lines, views.Line{At: page.Clock(s.StartMs), Text: s.Text, From: s.StartMs, To: s.EndMs, Href: VideoAt(video, s.StartMs)})
	}
	return lines, int64(max(0, len(t.Segments)-linesShown))
}

// VideoAt returns the address of a time in a video, which also works without scripts.
func VideoAt(video string, ms int64) string {
	if video == "" {
		return ""
	}
	return fmt.Sprintf("%s#t=%.1f", video, float64(ms)/1000)
}

// FormatBytes formats a size: 1.5 MB.
func FormatBytes(n int64) string {
	units := []string{"B", "kB", "MB", "GB"}
	v, u := float64(n), 0
	for v >= 1000 && u < len(units)-1 {
		v, u = v/1000, u+1
	}
	if u == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", v, units[u])
}
