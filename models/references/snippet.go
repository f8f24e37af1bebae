package references

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// snippetRunes is how much of a text a snippet shows, and snippetBefore how much of it stands before the first word that was searched
// for, in code points.
const (
	snippetRunes  = 160
	snippetBefore = 40
)

// Snippet is a piece of a text around words that were searched for.
type Snippet struct {
	Text  string `json:"snippet" doc:"In one line, at most 200 characters; … where the text goes on"`
	Marks []Mark `json:"marks" doc:"Where the words stand in the snippet, in order"`
}

// Mark is a place in a snippet.
type Mark struct {
	Start  int `json:"start" minimum:"0" doc:"In code points"`
	Length int `json:"length" minimum:"1" doc:"In code points"`
}

// searchedWords are the words of a search, as Match compares them.
type searchedWords struct {
	words  []string
	prefix bool // the last word may be the beginning of one
}

func searchedFor(typed string) searchedWords {
	s := searchedWords{words: Tokens(typed)}
	if len(s.words) > 0 {
		s.prefix = len([]rune(s.words[len(s.words)-1])) >= minPrefix
	}
	return s
}

// find adds to found which of the words are among tokens, by their places, and reports whether one is.
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

// count returns how many of the words a text holds.
func (s searchedWords) count(text string) int {
	found := map[int]bool{}
	s.find(found, Tokens(text))
	return len(found)
}

// hit is a word of a text that was searched for.
type hit struct {
	from, to int // runes
	found    map[int]bool
}

// snippet returns the piece of a text that has the most of the words, the first of several; ok is false where it has none.
func (s searchedWords) snippet(text string) (snippet Snippet, ok bool) {
	if s.count(text) == 0 {
		return snippet, false
	}
	runes := []rune(text)
	hits := s.hits(runes)
	if len(hits) == 0 {
		return snippet, false // its letters are words only in the form that is indexed
	}
	first := hits[densest(hits)]
	from := max(0, first.from-snippetBefore)
	for from < first.from && isHalf(runes, from) {
		from++
	}
	to := min(len(runes), from+snippetRunes)
	for to > first.to && isHalf(runes, to) {
		to--
	}
	return cut(runes, from, to, hits), true
}

// hits lists the words of a text that were searched for. A word is a run of letters, digits and their accents, or a sign that is a word
// of its own.
func (s searchedWords) hits(runes []rune) (hits []hit) {
	for from := 0; from < len(runes); {
		to := from + 1
		if isWord(runes[from]) && !isAlone(runes[from]) {
			for to < len(runes) && isWord(runes[to]) && !isAlone(runes[to]) {
				to++
			}
		}
		h := hit{from: from, to: to, found: map[int]bool{}}
		if isWord(runes[from]) && s.find(h.found, Tokens(string(runes[from:to]))) {
			hits = append(hits, h)
		}
		from = to
	}
	return hits
}

// isHalf reports whether a text that is cut at a place is cut within a word.
func isHalf(runes []rune, at int) bool {
	inside := func(r rune) bool { return isWord(r) && !isAlone(r) }
	return at > 0 && at < len(runes) && inside(runes[at-1]) && inside(runes[at])
}

// isWord reports whether a rune is part of a word, or one.
func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.M) || isAlone(r)
}

// densest is the first of the hits behind which a snippet has the most of the words, as near to each other as they are anywhere.
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

// cut writes runes of a text as a snippet.
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
			s.Marks[last].Length += h.to - h.from // signs without a space between them
			continue
		}
		s.Marks = append(s.Marks, Mark{Start: h.from - shift, Length: h.to - h.from})
	}
	return s
}
