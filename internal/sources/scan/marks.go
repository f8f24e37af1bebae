package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hashtags returns the hashtags of a text as written, without #: letters, digits, marks and underscores of any script,
// and pictographs if the platform allows them. It returns nil for a nil text, and an empty list for a text without
// hashtags. A # inside a word or an address does not begin a hashtag; a # directly after a hashtag begins the next one.
func Hashtags(text *string, pictographs bool) []string {
	return marked(text, "#＃", func(r rune) bool {
		return r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N) || pictographs && isPictograph(r)
	}, maxHashtag)
}

// Mentions returns the handles that follow an @ in a text, without the @: ASCII letters, digits, and the given signs,
// which may not end a handle, except for the underscore. It returns nil for a nil text. An @ inside a word, as in an
// e-mail address, does not begin a handle, nor does one before more than 30 characters.
func Mentions(text *string, signs string) []string {
	found := marked(text, "@", func(r rune) bool {
		return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune(signs, r)
	}, maxHandle)
	kept := found[:0]
	for _, handle := range found {
		if handle = strings.TrimRight(handle, ".-"); handle != "" {
			kept = append(kept, handle)
		}
	}
	return kept
}

// The longest hashtags and handles, in runes.
const (
	maxHashtag = 150
	maxHandle  = 30
)

// marked returns the runs of up to limit runes that follow one of the marks at the start of a word.
func marked(text *string, marks string, in func(rune) bool, limit int) []string {
	if text == nil {
		return nil
	}
	found := []string{}
	before := ' '
	for rest := *text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		if strings.ContainsRune(marks, r) && !withinWord(before) {
			run := leadingRun(rest, in)
			if n := utf8.RuneCountInString(run); n > 0 && n <= limit {
				found = append(found, run)
			}
			if run != "" && r == '@' {
				r, _ = utf8.DecodeLastRuneInString(run)
			}
			rest = rest[len(run):]
		}
		before = r
	}
	return found
}

func leadingRun(s string, in func(rune) bool) string {
	if end := strings.IndexFunc(s, func(r rune) bool { return !in(r) }); end >= 0 {
		return s[:end]
	}
	return s
}

// withinWord reports whether a mark after r is part of a word, an address or an entity. It returns false for scripts
// without blanks between words, whose writers put marks anywhere.
func withinWord(r rune) bool {
	return r < unicode.MaxLatin1 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("_&/.", r)
}

// isPictograph reports whether r is an emoji, a joiner or a variation selector.
func isPictograph(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf || r == 0x200d
}

// AsWritten returns tags that a platform gives in lower case, spelled as in the text.
func AsWritten(tags []string, text *string) []string {
	written := Hashtags(text, true)
	for i, tag := range tags {
		for _, w := range written {
			if strings.EqualFold(w, tag) {
				tags[i] = w
				break
			}
		}
	}
	return tags
}
