package web

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// isCleanText reports whether every part of the service can store a text.
func isCleanText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// sanitizeName bounds and cleans a name that a client made up, before it is echoed.
func sanitizeName(name string) string {
	b := bytes.ToValidUTF8([]byte(name), []byte("?"))
	if len(b) > 64 {
		b = bytes.ToValidUTF8(b[:64], nil)
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return '?'
		}
		return r
	}, string(b))
}
