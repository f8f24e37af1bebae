package scan

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote decodes a JSON string, quotes included. The platforms escape every slash of their many long addresses, so what
// lies between two escapes is copied whole, and a string without any is not copied at all. An unknown escape stands for
// itself.
func unquote(quoted []byte) string {
	if len(quoted) < 2 {
		return ""
	}
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

// escapedRune reads \u and its four digits, or two of them that make one rune, and returns how many bytes that was.
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

// RawString is a JSON string as it stands in an answer, for lists of whose texts few are read: it is decoded when it is
// asked for. The zero RawString is a text that is absent, null, no string, or blank.
type RawString struct{ quoted string }

// RawString reads the string that comes next.
func (r *Reader) RawString() RawString {
	raw := r.Raw()
	if len(raw) < 2 || raw[0] != '"' || isBlank(raw) {
		return RawString{}
	}
	return RawString{StringOf(raw)}
}

// isBlank reports whether a string holds nothing but blanks. It is decoded only if its first letter may be one.
func isBlank(quoted []byte) bool {
	first := quoted[1]
	return (first <= ' ' || first == '"' || first == '\\' || first > '~') && Str(decoded(quoted)) == nil
}

// Exists reports whether there is a text.
func (s RawString) Exists() bool { return s.quoted != "" }

// Str returns the text; nil if there is none.
func (s RawString) Str() *string {
	if !s.Exists() {
		return nil
	}
	return new(s.String())
}

// String returns the text; "" if there is none.
func (s RawString) String() string {
	if !s.Exists() {
		return ""
	}
	return unquote(bytesOf(s.quoted))
}
