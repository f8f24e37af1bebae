package input

import (
	"regexp"

	"golang.org/x/text/language"
)

// MaxLanguage is the maximum length of a BCP 47 tag that RFC 5646 requires to be supported.
const MaxLanguage = 35

// LanguagePattern is the shape of a BCP 47 tag.
const LanguagePattern = `^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`

var languageShape = regexp.MustCompile(LanguagePattern)

// Language parses a BCP 47 tag and returns its canonical form, reduced to language, script and region: "pt-br" becomes
// "pt-BR", "iw" becomes "he". ok is false if the language is not registered.
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
