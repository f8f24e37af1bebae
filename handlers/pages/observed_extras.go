package pages

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

// soundFact names the fact that tells the sound of an item.
const soundFact = "Sound"

// extras are the facts beside counts and dates that the platform says of an item; what it does not say is left out.
func (o *observedItem) extras() []views.Fact {
	s := factList{}
	if o.Sponsored != nil && o.Ad == nil {
		s.known("Sponsored", *o.Sponsored, "marked as an ad or paid partnership", "not marked")
	}
	if o.Sound != nil {
		s.known(soundFact, true, soundWords(o.Sound), "")
	}
	if o.Location != nil && o.Location.Name != nil {
		s.known("Place", true, *o.Location.Name, "")
	}
	for _, text := range []struct {
		name  string
		value *string
	}{{"Category", o.Category}, {"Language", o.Language}} {
		if text.value != nil {
			s.known(text.name, true, *text.value, "")
		}
	}
	return s
}

// soundWords names a sound by title and author, or by its id alone.
func soundWords(s *content.Sound) string {
	words := strings.Trim(orEmpty(s.Title)+" · "+orEmpty(s.Author), " ·")
	if words == "" {
		return orEmpty(s.ID)
	}
	return words
}

// linkSource lets hashtags and the sound of a reference lead to the references that share them.
func linkSource(c *fiber.Ctx, v *views.Reference, o *references.SourceObserved) {
	for n, tag := range v.Post.Hashtags {
		if o.Tags != nil { // those of a text are not what references are found by
			v.Post.Hashtags[n].Href = referencesBy(c, "sourceTag", strings.TrimPrefix(tag.Tag, "#"))
		}
	}
	if o.Sound == nil || o.Sound.Title == nil && o.Sound.Author == nil || len([]rune(soundWords(o.Sound))) > operations.MostOf[operations.StoredWords]() {
		return
	}
	for n := range v.Observed {
		if v.Observed[n].Name == soundFact {
			v.Observed[n].Href = referencesBy(c, "q", soundWords(o.Sound))
		}
	}
}
