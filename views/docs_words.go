package views

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// fillers are words of questions that say nothing about what is looked for.
var fillers = strings.Fields("a an and are can do does for how i in is it my of on or the to what when where which why with")

// searchWords returns the words of a query in lower case, without fillers unless it has nothing else.
func searchWords(query string) []string {
	words := strings.Fields(strings.TrimRight(strings.ToLower(query), "? "))
	if telling := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(fillers, word) }); len(telling) > 0 {
		return telling
	}
	return words
}

// addressPart is a part of a text without spaces that holds the address of a page.
var addressPart = regexp.MustCompile(`\S*(://|watch\?v=)\S*`)

func withoutAddresses(text string) string {
	if !strings.Contains(text, "://") && !strings.Contains(text, "?v=") {
		return text
	}
	return addressPart.ReplaceAllString(text, " ")
}

// haveAll reports whether each of the words begins a word in one of the texts.
func haveAll(texts, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return placeOf([]rune(text), word, 0) >= 0 })
	})
}

// placeOf returns where a word, which is in lower case, next begins a word of a text; -1 if it does not. In names like holdMedia a word
// begins with each capital.
func placeOf(text []rune, word string, from int) int {
	wanted := []rune(word)
	for n := from; n+len(wanted) <= len(text); n++ {
		if begins(text, n, wanted[0]) && slices.EqualFunc(text[n:n+len(wanted)], wanted, func(a, b rune) bool { return unicode.ToLower(a) == b }) {
			return n
		}
	}
	return -1
}

// begins reports whether a word of the text begins at a place. What is no letter or digit may stand anywhere.
func begins(text []rune, at int, wanted rune) bool {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return at == 0 || !inWord(wanted) || !inWord(text[at-1]) || unicode.IsUpper(text[at]) && !unicode.IsUpper(text[at-1])
}

// marked parts a text where the words begin words.
func marked(text string, words []string) (list []Piece) {
	rest := []rune(text)
	for from := 0; ; {
		at, length := len(rest), 0
		for _, word := range words {
			if place := placeOf(rest, word, from); place >= 0 && (place < at || place == at && len([]rune(word)) > length) {
				at, length = place, len([]rune(word))
			}
		}
		if at > from {
			list = append(list, Piece{Text: string(rest[from:at])})
		}
		if length == 0 {
			return list
		}
		list = append(list, Piece{Text: string(rest[at : at+length]), Marked: true})
		from = at + length
	}
}

// The context of a match: how many letters of it are shown at most, and how many of these stand before the match.
const (
	mostContext  = 160
	beforeInText = 60
)

// contextOf returns the surroundings of the words in the text that has most of them, in prose rather than in an address; "" if none has
// one.
func contextOf(texts, words []string) string {
	best, most, at := "", 0, 0
	for _, text := range texts {
		has, first := 0, -1
		for _, word := range words {
			if place := placeOf([]rune(text), word, 0); place >= 0 {
				has++
				if haveAll([]string{withoutAddresses(text)}, []string{word}) {
					has++
				}
				if first < 0 || place < first {
					first = place
				}
			}
		}
		if has > most {
			best, most, at = text, has, first
		}
	}
	return cut([]rune(best), at)
}

// cut returns at most mostContext letters of a text around a place in it, in whole words.
func cut(text []rune, at int) string {
	begin := max(0, min(at-beforeInText, len(text)-mostContext))
	end := min(len(text), begin+mostContext)
	for begin > 0 && begin < at && !unicode.IsSpace(text[begin-1]) {
		begin++
	}
	if end < len(text) && !unicode.IsSpace(text[end]) {
		if space := lastSpace(text[at:end]); space > 0 {
			end = at + space
		}
	}
	words := strings.TrimSpace(string(text[begin:end]))
	if begin > 0 {
		words = "… " + words
	}
	if end < len(text) {
		words += " …"
	}
	return words
}

// lastSpace returns the place of the last space in a text; -1 if there is none.
func lastSpace(text []rune) int {
	for n := len(text) - 1; n >= 0; n-- {
		if unicode.IsSpace(text[n]) {
			return n
		}
	}
	return -1
}
