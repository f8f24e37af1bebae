package references

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// snippetRunes is the length of a snippet, and snippetBefore how much of it comes before the first matching word, in code points.
const (
	snippetRunes  = 160
	snippetBefore = 40
)

// Snippet is an excerpt of a text around the words of a search.
type Snippet struct {
	Text  string `json:"snippet" doc:"In one line, at most 200 characters; … where the text goes on"`
	Marks []Mark `json:"marks" doc:"Where the words stand in the snippet, in order"`
}

// Mark is a matching place in a snippet.
type Mark struct {
	Start  int `json:"start" minimum:"0" doc:"In code points"`
	Length int `json:"length" minimum:"1" doc:"In code points"`
}

// searchedWords are the words of a search, as Match compares them.
type searchedWords struct {
	words  []string
	prefix bool // the last word may be a prefix
}

func searchedFor(typed string) searchedWords {
	s := searchedWords{words: Tokens(typed)}
	if len(s.words) > 0 {
		s.prefix = utf8.RuneCountInString(s.words[len(s.words)-1]) >= minPrefix
	}
	return s
}

// find adds the indexes of the words that are among tokens to found, and reports whether there is one.
func (s searchedWords) find(found map[int]bool, tokens []string) bool {
	any := false
	for n, word := range s.words {
		begins := s.prefix && n == len(s.words)-1
		if slices.ContainsFunc(tokens, func(t string) bool { return t == word || begins && strings.HasPrefix(t, word) }) {
			found[n], any = true, true
		}
	}
	return any
}

// count returns how many of the words a text contains.
func (s searchedWords) count(text string) int {
	found := map[int]bool{}
	s.find(found, Tokens(text))
	return len(found)
}

// hit is a matching word of a text.
type hit struct {
	from, to int // runes
	found    map[int]bool
}

// snippet returns the piece of a text that contains the most of the words, the first of several, and how many of the
// words the whole text contains. Without any the snippet is empty.
func (s searchedWords) snippet(text string) (snippet Snippet, words int) {
	if words = s.count(text); words == 0 {
		return snippet, 0
	}
	runes := []rune(text)
	hits := s.hits(runes)
	if len(hits) == 0 {
		return snippet, 0 // the words exist only in the normalised form that is indexed
	}
	first := hits[densest(hits)]
	from := max(0, first.from-snippetBefore)
	for from < first.from && (isHalf(runes, from) || from > 0 && endsText(runes[from])) {
		from++
	}
	to := min(len(runes), from+snippetRunes)
	for to > first.to && isHalf(runes, to) {
		to--
	}
	return cut(runes, from, to, hits), words
}

// hits lists the matching words of a text. A word is a run of letters, digits and their accents, or a sign that is a word of its own.
func (s searchedWords) hits(runes []rune) (hits []hit) {
	for from := 0; from < len(runes); {
		to := from + 1
		if isWord(runes[from]) && !isAlone(runes[from]) {
			for to < len(runes) && isWord(runes[to]) && !isAlone(runes[to]) {
				to++
			}
		}
		for to < len(runes) && unicode.In(runes[to], unicode.M) {
			to++
		}
		h := hit{from: from, to: to, found: map[int]bool{}}
		if isWord(runes[from]) && s.find(h.found, Tokens(string(runes[from:to]))) {
			hits = append(hits, h)
		}
		from = to
	}
	return hits
}

// isHalf reports whether cutting a text at a position would cut a word.
func isHalf(runes []rune, at int) bool {
	inside := func(r rune) bool { return isWord(r) && !isAlone(r) }
	return at > 0 && at < len(runes) && inside(runes[at-1]) && inside(runes[at])
}

// endsText reports whether a rune belongs to what stands before it, so that no snippet begins with it.
func endsText(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:!?…)", r) }

// isWord reports whether a rune is part of a word, or a word of its own.
func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.M) || isAlone(r)
}

// densest returns the index of the hit at which the snippet with the most words begins; of equal ones, that with the closest words.
func densest(hits []hit) (best int) {
	most, nearest := 0, 0
	for n := range hits {
		found, wide := map[int]bool{}, 0
		for _, h := range hits[n:] {
			if h.to-hits[n].from > snippetRunes-snippetBefore {
				break
			}
			before := len(found)
			maps.Copy(found, h.found)
			if len(found) > before {
				wide = h.to - hits[n].from
			}
		}
		if len(found) > most || len(found) == most && wide < nearest {
			best, most, nearest = n, len(found), wide
		}
	}
	return best
}

// cut returns a range of a text as a snippet.
func cut(runes []rune, from, to int, hits []hit) (s Snippet) {
	line, shift := []rune{}, from
	if from > 0 {
		line, shift = append(line, '…'), from-1
	}
	for _, r := range runes[from:to] {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			r = ' '
		}
		line = append(line, r)
	}
	if to < len(runes) {
		line = append(line, '…')
	}
	s = Snippet{Text: string(line), Marks: []Mark{}}
	for _, h := range hits {
		if h.from < from || h.to > to {
			continue
		}
		if last := len(s.Marks) - 1; last >= 0 && s.Marks[last].Start+s.Marks[last].Length == h.from-shift {
			s.Marks[last].Length += h.to - h.from // adjacent signs without a space become one mark
			continue
		}
		s.Marks = append(s.Marks, Mark{Start: h.from - shift, Length: h.to - h.from})
	}
	return s
}
