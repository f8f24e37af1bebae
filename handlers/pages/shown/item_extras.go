package shown

import (
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/views"
)

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
