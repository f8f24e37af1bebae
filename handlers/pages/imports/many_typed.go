package imports

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/views"
)

// wantedLinks says how many links may be pasted, and how many of them are in the text.
func wantedLinks(text string, given int) string {
	if given == 0 && strings.TrimSpace(text) != "" {
		return "No link was found in this text."
	}
	says := "Paste at least one link, and at most " + views.Number(operations.MostAtOnce) + "."
	if given > 0 {
		says += " These are " + views.Number(int64(given)) + "."
	}
	return says
}

// correctLinks replaces links of the text that were left out by what the person corrected beside them.
func correctLinks(f *page.Form) {
	left, corrected := f.Texts("left"), f.Texts("corrected")
	links := typedLinks(f.Text("links"))
	for i, link := range left[:min(len(left), len(corrected))] {
		if n := slices.Index(links, link); n >= 0 {
			links[n] = corrected[i]
		}
	}
	if len(left) > 0 {
		f.Values.Set("links", strings.Join(links, "\n"))
	}
}

// markdownLink is a link with words of its own, as in [this](https://…).
var markdownLink = regexp.MustCompile(`\[[^\]\n]*\]\(([^()\s]+)\)`)

// typedLinks returns the links in a text. They may be surrounded by words and punctuation: anything without a dot,
// slash or colon inside counts as a word. Of a link in Markdown the address counts.
func typedLinks(text string) []string {
	links := []string{}
	text = markdownLink.ReplaceAllString(text, " $1 ")
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		if word = strings.Trim(word, `()<>[]{}"'“”„‘’.;:!`); strings.ContainsAny(word, ".:/") {
			links = append(links, word)
		}
	}
	return links
}

// mostPassedOver is how many lines without a link the check names.
const mostPassedOver = 10

// passedOver says which lines of a text have words but no link, each with its number.
func passedOver(text string) []string {
	says, n := []string{}, 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line != "" && len(typedLinks(line)) == 0 {
			says = append(says, "Line "+views.Number(int64(n))+" has no link: “"+page.FirstWords(line)+"”")
		}
	}
	if more := len(says) - mostPassedOver; more > 0 {
		says = append(says[:mostPassedOver], views.Count(int64(more), "more line")+" without a link")
	}
	return says
}
