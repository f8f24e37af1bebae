package web

import (
	"strings"
	"unicode/utf8"
)

// isCleanText reports whether every part of the service can store the text.
func isCleanText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
