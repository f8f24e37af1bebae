package references

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxToken is the maximum length of a word, in code points. Longer words are cut, in the index as in a query:
// PostgreSQL's index cannot hold words of more than 2 kB.
const maxToken = 256

// Tokens returns the distinct words of texts, in order: NFKC, case-folded, split at anything but letters and digits;
// each letter of a script without blanks between words, such as Japanese or Thai, and each emoji is a word. Accents and vowel signs above or
// below a letter that have no letter of their own are left out, as people leave them out in Arabic and Hebrew. Both databases index
// exactly these words, so that they find the same.
func Tokens(texts ...string) []string {
	t := tokenizer{seen: map[string]bool{}, words: []string{}}
	fold := cases.Fold()
	for _, text := range texts {
		for _, r := range norm.NFKC.String(fold.String(norm.NFKC.String(text))) {
			t.read(r)
		}
		t.end()
	}
	return t.words
}

// tokenizer collects the words of a text that is read rune by rune.
type tokenizer struct {
	seen  map[string]bool
	words []string
	word  strings.Builder
	runes int // of word
}

func (t *tokenizer) read(r rune) {
	switch {
	case isAlone(r):
		t.end()
		t.word.WriteRune(r)
		t.end()
	case unicode.In(r, unicode.Mn, unicode.Me), unicode.Is(unicode.Mc, r) && t.runes == 0:
	case !unicode.In(r, unicode.L, unicode.Nd, unicode.Mc):
		t.end()
	case t.runes < maxToken:
		t.word.WriteRune(r)
		t.runes++
	}
}

// isAlone reports whether a rune is a word of its own.
func isAlone(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || isPicture(r)
}

func (t *tokenizer) end() {
	if word := t.word.String(); word != "" && !t.seen[word] {
		t.seen[word] = true
		t.words = append(t.words, word)
	}
	t.word.Reset()
	t.runes = 0
}

// firstPicture is where emoji begin: signs before it, such as degrees and trade marks, are not words.
const firstPicture = '\u2300'

// isPicture reports whether a rune is an emoji or similar. Joiners and colour modifiers are not.
func isPicture(r rune) bool {
	return r >= firstPicture && r != unicode.ReplacementChar && unicode.Is(unicode.So, r)
}
