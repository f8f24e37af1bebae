package scan

import (
	"golang.org/x/text/language"

	"socialdata/internal/content"
)

// Caption names captions as an item lists them. lang is the platform's code; a name that is "" is not known.
func Caption(lang, name string, automatic bool) content.CaptionTrack {
	t := content.CaptionTrack{Language: languageTag(lang), Source: content.Captions}
	if name != "" {
		t.Name = &name
	}
	if automatic {
		t.Source = content.AutomaticCaptions
	}
	return t
}

// languageTag writes a platform's code of a language, "spa-ES" or "en_US", the usual way ("es-ES") when it is one.
func languageTag(lang string) string {
	if tag, err := language.Parse(lang); err == nil {
		lang = tag.String()
	}
	if len(lang) < 2 || len(lang) > 16 {
		return "und"
	}
	return lang
}

// InLanguage returns the index of the captions in a language, -1 if there are none: exactly that language before the same
// one of another region, which is written in the same script if there is one; then those of people before automatic ones.
// "" is the first that there are.
func InLanguage(list []content.CaptionTrack, lang string) int {
	best, rank := -1, 0
	for i, t := range list {
		near := nearness(lang, t.Language)
		if near == 0 {
			continue
		}
		if near *= 2; t.Source == content.Captions {
			near++
		}
		if near > rank {
			best, rank = i, near
		}
	}
	return best
}

// nearness is 0 for different languages, and the more the closer two are. "" is close to none in particular.
func nearness(asked, has string) int {
	if asked == "" || asked == has {
		return 3
	}
	a, b := language.Make(asked), language.Make(has)
	base, _ := a.Base()
	if other, _ := b.Base(); base != other || a.IsRoot() || b.IsRoot() {
		return 0
	}
	script, _ := a.Script()
	if other, _ := b.Script(); script != other {
		return 1
	}
	return 2
}
