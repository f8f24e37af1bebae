package scan

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote reads a JSON string, quotes included. The platforms escape every slash of their many long addresses, so what
// lies between two escapes is copied whole, and a string without any is not copied at all. An escape that is none stands
// for itself.
func unquote(quoted []byte) string {
	rest := quoted[1 : len(quoted)-1]
	i := bytes.IndexByte(rest, '\\')
	if i < 0 {
		return StringOf(rest)
	}
	var b strings.Builder
	b.Grow(len(rest))
	for i >= 0 && i+1 < len(rest) {
		b.Write(rest[:i])
		rest = rest[i:]
		if rest[1] == 'u' {
			r, size := escapedRune(rest)
			b.WriteRune(r)
			rest = rest[size:]
		} else {
			b.WriteByte(unescaped(rest[1]))
			rest = rest[2:]
		}
		i = bytes.IndexByte(rest, '\\')
	}
	b.Write(rest)
	return b.String()
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return c
}

// escapedRune reads \u and its four digits, or two of them that make one rune, and tells how many bytes that was.
func escapedRune(b []byte) (rune, int) {
	first, ok := hex4(b)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(first) {
		if second, ok := hex4(b[6:]); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return r, 12
			}
		}
	}
	return first, 6
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var n rune
	for _, c := range b[2:6] {
		digit := rune(c)
		switch {
		case '0' <= c && c <= '9':
			digit -= '0'
		case 'a' <= c && c <= 'f':
			digit -= 'a' - 10
		case 'A' <= c && c <= 'F':
			digit -= 'A' - 10
		default:
			return 0, false
		}
		n = n<<4 | digit
	}
	return n, true
}
