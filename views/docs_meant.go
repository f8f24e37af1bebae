package views

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// meant returns a query that finds nothing with its mistyped words replaced by words of the reference, without fillers. It returns "" if
// that finds nothing either.
func (d *Docs) meant(query string) string {
	words := searchWords(query)
	known := d.words()
	for n, word := range words[:min(len(words), mostAlone)] {
		if len(d.Search(word)) == 0 {
			words[n] = Nearest(word, known)
		}
	}
	corrected := strings.Join(words, " ")
	if slices.Contains(words, "") || len(d.Search(corrected)) == 0 {
		return ""
	}
	return corrected
}

// words counts the words of everything that a search finds, in lower case.
func (d *Docs) words() map[string]int {
	counts := map[string]int{}
	for _, kind := range d.kinds() {
		for _, e := range kind.entries {
			for _, text := range slices.Concat([]string{e.Word}, e.names, e.texts) {
				for _, word := range strings.FieldsFunc(withoutAddresses(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
					counts[strings.ToLower(word)]++
				}
			}
		}
	}
	return counts
}

// Nearest returns the known word, by its count, that is the fewest typing mistakes away, the most frequent of several; "" if none is near.
// A word of four to seven letters may have one mistake, a longer one two.
func Nearest(typed string, known map[string]int) string {
	length := utf8.RuneCountInString(typed)
	if length < 4 || length > 40 {
		return ""
	}
	best, fewest := "", 1+min(2, length/4)
	for word, count := range known {
		if far := utf8.RuneCountInString(word) - length; far > 2 || far < -2 {
			continue
		}
		mistakes := mistakesBetween([]rune(typed), []rune(word))
		if mistakes < fewest || mistakes == fewest && best != "" && (count > known[best] || count == known[best] && word < best) {
			best, fewest = word, mistakes
		}
	}
	return best
}

// mistakesBetween counts the letters that are left out, added, replaced or swapped with the next (the optimal string alignment distance).
func mistakesBetween(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
