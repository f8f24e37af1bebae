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

// linesWithoutLink returns the lines of a text that have words but no link.
func linesWithoutLink(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && len(typedLinks(line)) == 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// passedOver says which lines were passed over because they have no link. It returns "" for none.
func passedOver(text string) string {
	const named = 3
	lines := linesWithoutLink(text)
	if len(lines) == 0 {
		return ""
	}
	words := []string{}
	for _, line := range lines[:min(len(lines), named)] {
		words = append(words, "“"+page.FirstWords(line)+"”")
	}
	says := "No link is in " + strings.Join(words, ", ")
	if more := len(lines) - named; more > 0 {
		says += " and " + views.Count(more, "more line")
	}
	return says + "."
}
