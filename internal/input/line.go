package input

import (
	"strings"
	"unicode"
)

// IsLine reports whether a text is one line that is displayed as typed: it has no control characters, which can break
// lines or steer terminals, and no characters that reverse the writing direction.
func IsLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\t' || r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	})
}
