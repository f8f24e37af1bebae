package input

import (
	"regexp"

	"golang.org/x/text/language"
)

// MaxLanguage bounds a BCP 47 tag; RFC 5646 asks for room for this much.
const MaxLanguage = 35

// LanguagePattern is the shape of a BCP 47 tag.
const LanguagePattern = `^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`

var languageShape = regexp.MustCompile(LanguagePattern)

// Language reads a BCP 47 tag and returns it as it is written canonically, reduced to language, script and region: "pt-br"
// is "pt-BR", "iw" is "he". ok is false if the text is no tag of a language that is registered.
func Language(text string) (tag string, ok bool) {
	if len(text) > MaxLanguage || !languageShape.MatchString(text) {
		return "", false
	}
	t, err := language.Parse(text)
	if err != nil {
		return "", false
	}
	base, script, region := t.Raw()
	if t, err = language.Compose(base, script, region); err != nil || t.IsRoot() {
		return "", false
	}
	return t.String(), true
}
