package workspace

import (
	"strings"
	"unicode"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/views"
)

// meant returns what was typed with each mistyped word replaced by the nearest word of the workspace, if that finds something. It
// returns "" for a link, and where no word is near.
func (h *Handlers) meant(c *fiber.Ctx, typed string) (string, error) {
	if _, exact := h.Lookup.ReferenceSearch(typed); exact {
		return "", nil
	}
	known, err := h.knownWords(c)
	if err != nil {
		return "", err
	}
	words := strings.Fields(strings.ToLower(typed))
	for n, word := range words {
		if words[n] = known.begun(word); words[n] == "" {
			words[n] = views.Nearest(word, known)
		}
		if words[n] == "" {
			return "", nil
		}
	}
	corrected := strings.Join(words, " ")
	groups, err := h.found(c, corrected)
	if len(groups) == 0 {
		return "", err
	}
	return corrected, err
}

// knownWords counts the words that the newest references, boards and watches of the workspace are called by, with the tags, the pages and
// what can be begun.
func (h *Handlers) knownWords(c *fiber.Ctx) (wordCounts, error) {
	workspace, counts, newest := page.Caller(c).WorkspaceID, wordCounts{}, db.PageRequest{Limit: searchedMost}
	saved, err := h.Store.References.References(c.UserContext(), workspace, references.Filter{}, newest)
	if err != nil {
		return nil, err
	}
	for _, r := range saved.Items {
		o := r.Observed()
		counts.add(r.Title(), page.OrEmpty(o.ChannelName), page.OrEmpty(o.ChannelHandle))
	}
	tags, err := h.Store.References.ListTags(c.UserContext(), workspace, newest)
	if err != nil {
		return nil, err
	}
	for _, t := range tags.Items {
		counts.add(t.Tag)
	}
	shown, err := h.Store.Boards.List(c.UserContext(), workspace, "", newest)
	if err != nil {
		return nil, err
	}
	for _, b := range shown.Items {
		counts.add(b.Name)
	}
	watched, err := h.Store.Watches.List(c.UserContext(), workspace, newest)
	if err != nil {
		return nil, err
	}
	for _, w := range watched.Items {
		counts.add(w.Name)
	}
	for _, p := range views.OpenPlaces(h.ClosedPlaces(page.Caller(c).Role)) {
		counts.add(p.Word)
	}
	for _, f := range h.openForms(c) {
		counts.add(f.word)
	}
	return counts, nil
}

// wordCounts says how often words occur, in lower case.
type wordCounts map[string]int

func (w wordCounts) add(texts ...string) {
	for _, text := range texts {
		for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			w[word]++
		}
	}
}

// begun returns the text itself if a word begins with it, as then it finds what that names; else "".
func (w wordCounts) begun(text string) string {
	for word := range w {
		if strings.HasPrefix(word, text) {
			return text
		}
	}
	return ""
}
