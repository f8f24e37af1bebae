package pages

import (
	"strings"

	"socialdata/internal/content"
	"socialdata/views"
)

// tagsShown are an item's hashtags as the platform marks them, or those of its words where an older answer names none.
func tagsShown(i *content.Item, ofWords []string) []string {
	if i.Tags == nil {
		return ofWords
	}
	list := []string{}
	for _, tag := range i.Tags[:min(len(i.Tags), hashtagsShown)] {
		list = append(list, "#"+tag)
	}
	return list
}

// extraFacts are the facts beside counts and dates that the platform says of an item; what it does not say is left out.
func extraFacts(i *content.Item) []views.Fact {
	s := factList{}
	if i.Sponsored != nil && i.Ad == nil {
		s.known("Sponsored", *i.Sponsored, "marked as an ad or paid partnership", "not marked")
	}
	if i.Sound != nil {
		s.known("Sound", true, soundWords(i.Sound), "")
	}
	if i.Location != nil && i.Location.Name != nil {
		s.known("Place", true, *i.Location.Name, "")
	}
	for _, text := range []struct {
		name  string
		value *string
	}{{"Category", i.Category}, {"Language", i.Language}} {
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
