package scan

import (
	"golang.org/x/text/language"

	"socialdata/internal/content"
)

// Caption describes captions as an item lists them. lang is the platform's code; an unknown name is "".
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

// languageTag converts a platform's language code, "spa-ES" or "en_US", to a language tag ("es-ES") if it is valid.
func languageTag(lang string) string {
	if tag, err := language.Parse(lang); err == nil {
		lang = tag.String()
	}
	if len(lang) < 2 || len(lang) > 16 {
		return "und"
	}
	return lang
}

// InLanguage returns the index of the best captions in a language, or -1. It prefers exactly that language to a regional variant,
// a variant in the same script to another, and captions written by people to automatic ones. For "" it returns the first captions.
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

// nearness returns 0 for different languages, and more the closer two are. For asked "" all are equal.
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
