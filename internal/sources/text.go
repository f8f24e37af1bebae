package sources

import (
	"net/url"
	"strings"
	"unicode"
)

// LowerASCII maps A-Z to a-z and nothing else: Unicode's mapping would turn some foreign letters into ASCII ones.
func LowerASCII(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// unescape decodes percent escapes once. An invalid escape is kept: no id or name contains a percent sign.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// IsDigits reports whether s consists of least to most ASCII digits.
func IsDigits(s string, least, most int) bool {
	return least <= len(s) && len(s) <= most && digitsOnly(s)
}

// IsCode reports whether s consists of least to most characters of the alphabet of video ids and shortcodes.
func IsCode(s string, least, most int) bool {
	return IsWord(s, "-_", least, most)
}

// IsWord reports whether s consists of least to most ASCII letters, digits and characters of extra.
func IsWord(s, extra string, least, most int) bool {
	if len(s) < least || len(s) > most {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(extra, c) >= 0) {
			return false
		}
	}
	return true
}

// IsName reports whether s is a name of letters and digits of any script, with - _ . and the middle dots.
func IsName(s string, most int) bool {
	n := 0
	for _, r := range s {
		if n++; n > most || !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !strings.ContainsRune("-_.·・", r) {
			return false
		}
	}
	return n > 0
}
