package views

import (
	"cmp"
	"slices"
	"strings"
)

// DocsHit is a search result in the reference.
type DocsHit struct{ Word, Says, Context, Href string }

// docsEntry is what a search looks through: a result's title, what else names it, and its texts. Without a match in a text, its own
// context is shown.
type docsEntry struct {
	DocsHit
	names, texts []string
	rank         int // the best that it may have: shapes have the names of operations
}

// Search finds guides, operations, errors, test links and schemas that contain every word: first by their titles, then by other names
// and headings, then by the rest.
func (d *Docs) Search(query string) []DocsHit {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var ranks [3][]DocsHit
	for _, e := range d.entries() {
		title := []string{e.Word}
		rank := slices.IndexFunc([][]string{title, slices.Concat(title, e.names), slices.Concat(title, e.names, e.texts)},
			func(texts []string) bool { return haveAll(texts, words) })
		if rank >= 0 {
			rank = max(rank, e.rank)
			if found := contextOf(e.texts, words); rank == len(ranks)-1 || strings.Contains(found, " ") { // a name alone adds nothing to a title
				e.Context = cmp.Or(found, e.Context)
			}
			ranks[rank] = append(ranks[rank], e.DocsHit)
		}
	}
	return slices.Concat(ranks[:]...)
}

// entries lists everything that a search can find.
func (d *Docs) entries() (list []docsEntry) {
	for _, g := range d.Guides {
		e := docsEntry{DocsHit: DocsHit{Word: g.Title, Says: "guide", Context: g.About, Href: GuidePath(g.Slug)}, texts: g.Texts}
		for _, h := range g.Headings {
			e.names = append(e.names, h.Words)
		}
		list = append(list, e)
	}
	for _, g := range d.Groups {
		for _, op := range g.Operations {
			list = append(list, docsEntry{DocsHit: DocsHit{Word: op.Summary, Says: op.Method + " " + op.Path, Href: "/docs/" + g.Slug + "#" + op.ID},
				names: []string{op.ID, op.Path}, texts: slices.Concat(fieldTexts(op.Parameters), fieldTexts(op.Body))})
		}
	}
	for _, e := range d.Errors {
		list = append(list, docsEntry{DocsHit: DocsHit{e.Code, "error " + plain(e.Status), e.Message, "/docs/errors#error-" + e.Code}, names: []string{plain(e.Status)}, texts: []string{e.Message, e.Do}})
	}
	for _, l := range d.Tests.Links {
		list = append(list, docsEntry{DocsHit: DocsHit{l.Does, "test link", l.URL, "/docs/" + DocsTestLinks}, texts: []string{l.URL}})
	}
	for _, s := range d.Shapes {
		list = append(list, docsEntry{DocsHit: DocsHit{Word: s.Name, Says: "shape", Href: "/docs/shapes#shape-" + s.Name}, texts: fieldTexts(s.Fields), rank: 1})
	}
	return list
}

// fieldTexts returns a line for each field.
func fieldTexts(fields []DocsField) (list []string) {
	for _, f := range fields {
		list = append(list, strings.TrimSuffix(f.Name+": "+f.Says, ": "))
	}
	return list
}

// haveAll reports whether each of the words, which are in lower case, is in one of the texts.
func haveAll(texts, words []string) bool {
	text := strings.ToLower(strings.Join(texts, "\n"))
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

// The context of a match: how many letters of it are shown, and how many of these stand before the match.
const (
	mostContext  = 160
	beforeInText = 60
)

// contextOf returns the surroundings of the first of the words that a text has; "" if none has one.
func contextOf(texts, words []string) string {
	for _, word := range words {
		for _, text := range texts {
			if before, _, found := strings.Cut(strings.ToLower(text), word); found {
				return cut([]rune(text), len([]rune(before)))
			}
		}
	}
	return ""
}

// cut returns at most mostContext letters of a text around a place in it.
func cut(text []rune, at int) string {
	begin := max(0, min(at-beforeInText, len(text)-mostContext))
	end := min(len(text), begin+mostContext)
	words := strings.TrimSpace(string(text[begin:end]))
	if begin > 0 {
		words = "…" + words
	}
	if end < len(text) {
		words += "…"
	}
	return words
}
