package scan

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote decodes a JSON string, quotes included. The platforms escape every slash of their many long addresses, so the
// text between two escapes is copied as a whole, and a string without escapes is not copied at all. An unknown escape
// yields the escaped character.
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

// escapedRune decodes \u and its four digits, or a surrogate pair of two, and returns how many bytes it read.
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

// RawString is an undecoded JSON string. It is for lists of whose strings few are needed: methods decode it on demand.
// The zero RawString stands for a value that is absent, null, not a string, or blank.
type RawString struct{ quoted string }

// RawString reads the next value.
func (r *Reader) RawString() RawString {
	raw := r.Raw()
	if len(raw) < 2 || raw[0] != '"' || isBlank(raw) {
		return RawString{}
	}
	return RawString{StringOf(raw)}
}

// isBlank reports whether a string contains only blanks. It decodes the string only if the first character may be blank.
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
