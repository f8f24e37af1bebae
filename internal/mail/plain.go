package mail

import (
	"strings"
	"unicode"
)

// maxPlain is the longest name in a message, in code points.
const maxPlain = 60

// Plain makes a name chosen by a user safe for a message: one line of limited length, without text that mail programs
// turn into links or that reverses or hides text.
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
