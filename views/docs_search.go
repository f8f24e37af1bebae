package views

import (
	"cmp"
	"slices"
	"strings"
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
		errors = append(errors, docsEntry{DocsHit: DocsHit{Word: e.Code, Says: "status " + join(append([]string{plain(e.Status)}, e.Also...)), Context: e.Message, Href: "/docs/errors#error-" + e.Code}, names: append([]string{plain(e.Status)}, e.Also...), texts: []string{e.Message, e.Do}})
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

// mostAlone is how many words of a query are searched alone.
const mostAlone = 6

// foundAlone returns those of the first of several words of a query that find something when they are searched alone.
func (d *Docs) foundAlone(query string) (list []string) {
	words := searchWords(query)
	for _, word := range words[:min(len(words), mostAlone)] {
		if len(words) > 1 && len(d.Search(word)) > 0 {
			list = append(list, word)
		}
	}
	return list
}
