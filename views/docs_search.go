package views

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// DocsHit is a search result in the reference.
type DocsHit struct {
	Word, Says, Context, Href string
	rank                      int
}

// DocsFound has the results of one kind, the best first.
type DocsFound struct {
	Word, one string // what the kind is called, for many and for one
	Hits      []DocsHit
	rank      int // how well the best matches; at first, what counts as the best that can be
}

// id is the anchor of a kind.
func (g DocsFound) id() string {
	return "found-" + strings.ReplaceAll(strings.ToLower(g.Word), " ", "-")
}

// foundAtOnce is how many results of a kind are shown before the rest is unfolded.
const foundAtOnce = 8

// first returns the results that are shown at once. A rest of one is not worth a fold.
func (g DocsFound) first() []DocsHit {
	if len(g.Hits) <= foundAtOnce+1 {
		return g.Hits
	}
	return g.Hits[:foundAtOnce]
}

func (g DocsFound) rest() []DocsHit { return g.Hits[len(g.first()):] }

// areNames reports whether results are names without more, which fit beside each other.
func areNames(hits []DocsHit) bool {
	return !slices.ContainsFunc(hits, func(h DocsHit) bool { return h.Says+h.Context != "" })
}

// foundIn counts the results of all kinds.
func foundIn(groups []DocsFound) (n int) {
	for _, g := range groups {
		n += len(g.Hits)
	}
	return n
}

// docsEntry is what a search looks through: a result's title, what else names it, and its texts. Its own context is shown where the
// title or a name matches.
type docsEntry struct {
	DocsHit
	names, texts []string
}

// How well an entry matches, the best first: its title begins with the words, all words are in its title, in its names, in one of its texts, in several of them, or only
// in addresses such as https://www.youtube.com/watch?v=….
const (
	titleBegins = iota
	inTitle
	inNames
	inOneText
	inTexts
	inAddresses
	notFound
)

// Search finds guides, operations, errors, test links and shapes in which every word of the query begins a word. Matches in addresses
// count only if there are no others. The kind with the best match comes first.
func (d *Docs) Search(query string) []DocsFound {
	words := searchWords(query)
	if len(words) == 0 {
		return nil
	}
	kinds, best := d.kinds(), notFound
	for k := range kinds {
		hits := []DocsHit{}
		for _, e := range kinds[k].entries {
			if e.rank = e.match(words); e.rank < notFound {
				hits = append(hits, e.shown(words))
			}
		}
		slices.SortStableFunc(hits, func(a, b DocsHit) int { return cmp.Compare(a.rank, b.rank) })
		if kinds[k].Hits = hits; len(hits) > 0 {
			kinds[k].rank = max(hits[0].rank, kinds[k].rank)
			best = min(best, hits[0].rank)
		}
	}
	found := []DocsFound{}
	for _, k := range kinds {
		k.Hits = slices.DeleteFunc(k.Hits, func(h DocsHit) bool { return h.rank == inAddresses && best < inAddresses })
		if len(k.Hits) > 0 {
			found = append(found, k.DocsFound)
		}
	}
	slices.SortStableFunc(found, func(a, b DocsFound) int { return cmp.Compare(a.rank, b.rank) })
	return found
}

// searchedKind is a kind with everything of it that a search can find.
type searchedKind struct {
	DocsFound
	entries []docsEntry
}

// kinds lists everything that a search can find, in the order in which equally good results are shown. Guides, operations and errors
// with the words in their title come first; a test link or a shape is seldom what a reader wants most.
func (d *Docs) kinds() []searchedKind {
	guides, operations, errors, tests, shapes := []docsEntry{}, []docsEntry{}, []docsEntry{}, []docsEntry{}, []docsEntry{}
	for _, g := range d.Guides {
		e := docsEntry{DocsHit: DocsHit{Word: g.Title, Context: g.About, Href: GuidePath(g.Slug)}, texts: append([]string{g.About}, g.Texts...)}
		for _, h := range g.Headings {
			e.names = append(e.names, h.Words)
		}
		guides = append(guides, e)
	}
	for _, g := range d.Groups {
		for _, op := range g.Operations {
			operations = append(operations, docsEntry{DocsHit: DocsHit{Word: op.Summary, Says: op.Method + " " + op.Path, Href: g.operationPath(op.ID)},
				names: []string{op.ID, op.Path}, texts: slices.Concat(fieldTexts(op.Parameters), fieldTexts(op.Body))})
		}
	}
	for _, e := range d.Errors {
		errors = append(errors, docsEntry{DocsHit: DocsHit{Word: e.Code, Says: "status " + plain(e.Status), Context: e.Message, Href: "/docs/errors#error-" + e.Code}, names: []string{plain(e.Status)}, texts: []string{e.Message, e.Do}})
	}
	for _, l := range d.Tests.Links {
		tests = append(tests, docsEntry{DocsHit: DocsHit{Word: l.Does, Says: l.URL, Href: "/docs/" + DocsTestLinks}, names: []string{l.URL[strings.LastIndexAny(l.URL, "/=")+1:]}, texts: []string{l.URL}})
	}
	for _, s := range d.Shapes {
		shapes = append(shapes, docsEntry{DocsHit: DocsHit{Word: s.Name, Href: "/docs/shapes#shape-" + s.Name}, texts: fieldTexts(s.Fields)})
	}
	return []searchedKind{
		{DocsFound{Word: "Guides", one: "guide", rank: inTitle}, guides},
		{DocsFound{Word: "Operations", one: "operation", rank: inTitle}, operations},
		{DocsFound{Word: "Errors", one: "error", rank: inTitle}, errors},
		{DocsFound{Word: "Test links", one: "test link", rank: inOneText}, tests},
		{DocsFound{Word: "Shapes", one: "shape", rank: inOneText}, shapes},
	}
}

// fieldTexts returns a line for each field.
func fieldTexts(fields []DocsField) (list []string) {
	for _, f := range fields {
		list = append(list, strings.TrimSuffix(f.Name+": "+f.Says, ": "))
	}
	return list
}

// match returns how well an entry has the words.
func (e docsEntry) match(words []string) int {
	title, names := []string{e.Word}, append([]string{e.Word}, e.names...)
	prose := make([]string, len(e.texts))
	for n, text := range e.texts {
		prose[n] = withoutAddresses(text)
	}
	switch {
	case strings.HasPrefix(strings.ToLower(e.Word), strings.Join(words, " ")):
		return titleBegins
	case haveAll(title, words):
		return inTitle
	case haveAll(names, words):
		return inNames
	case slices.ContainsFunc(prose, func(text string) bool { return haveAll([]string{text}, words) }):
		return inOneText
	case haveAll(slices.Concat(names, prose), words):
		return inTexts
	case haveAll(slices.Concat(names, e.texts), words):
		return inAddresses
	}
	return notFound
}

// shown returns the result of an entry that matches: with the place of the words in its texts, unless a title or name that matches has a
// context of its own. The name of a field alone adds nothing to a title.
func (e docsEntry) shown(words []string) DocsHit {
	found := contextOf(e.texts, words)
	if e.rank > inNames && found != e.Says || e.Context == "" && strings.Contains(found, " ") {
		e.Context = cmp.Or(found, e.Context)
	}
	return e.DocsHit
}

// searchWords returns the words of a query in lower case.
func searchWords(query string) []string { return strings.Fields(strings.ToLower(query)) }

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

// foundAlone returns those of several words of a query that find something when they are searched alone.
func (d *Docs) foundAlone(query string) (list []string) {
	words := searchWords(query)
	for _, word := range words {
		if len(words) > 1 && len(d.Search(word)) > 0 {
			list = append(list, word)
		}
	}
	return list
}
