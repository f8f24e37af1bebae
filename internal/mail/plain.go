package mail

import (
	"strings"
	"unicode"
)

// maxPlain bounds a name in a message.
const maxPlain = 60

// Plain makes a name that a user chose fit for a message: one line without what mail programs turn into a link, what
// reverses or hides text, and what is longer than a name.
func Plain(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), strings.ContainsRune("-_'’&,()+#!?", r), unicode.Is(unicode.So, r):
			return r
		}
		return ' '
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if letters := []rune(name); len(letters) > maxPlain {
		name = string(letters[:maxPlain]) + "…"
	}
	if name == "" {
		return "(no name)"
	}
	return name
}
