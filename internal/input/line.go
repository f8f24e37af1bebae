package input

import (
	"strings"
	"unicode"
)

// IsLine reports whether a text is one line that shows as it was typed: without control characters, which steer terminals and
// break lines, and without what reverses the order of letters.
func IsLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\t' || r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	})
}
