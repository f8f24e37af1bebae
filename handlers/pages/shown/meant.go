package shown

import (
	"strings"
	"unicode"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/views"
)

// Meant returns typed words with each mistyped one replaced by the nearest word of the workspace, or of other names that can be found. It
// returns "" if none is mistyped, or if no word is near one. Whether that finds something is for the caller to see.
func Meant(b *page.Base, c *fiber.Ctx, typed string, others ...string) (string, error) {
	known, err := knownWords(b, c)
	if err != nil {
		return "", err
	}
	known.add(others...)
	words := strings.Fields(strings.ToLower(typed))
	for n, word := range words {
		if words[n] = known.begun(word); words[n] == "" {
			words[n] = views.Nearest(word, known)
		}
		if words[n] == "" {
			return "", nil
		}
	}
	if corrected := strings.Join(words, " "); corrected != strings.Join(strings.Fields(strings.ToLower(typed)), " ") {
		return corrected, nil
	}
	return "", nil
}

// newestNames is how many of the newest references, boards and watches, and of the tags, are looked through for words.
const newestNames = 100

// knownWords counts the words that the newest references, boards and watches of the workspace are called by, with the tags.
func knownWords(b *page.Base, c *fiber.Ctx) (wordCounts, error) {
	workspace, counts, newest := page.Caller(c).WorkspaceID, wordCounts{}, db.PageRequest{Limit: newestNames}
	saved, err := b.Store.References.References(c.UserContext(), workspace, references.Filter{}, newest)
	if err != nil {
		return nil, err
	}
	for _, r := range saved.Items {
		o := r.Observed()
		counts.add(r.Title(), page.OrEmpty(o.ChannelName), page.OrEmpty(o.ChannelHandle))
	}
	tags, err := b.Store.References.ListTags(c.UserContext(), workspace, newest)
	if err != nil {
		return nil, err
	}
	for _, t := range tags.Items {
		counts.add(t.Tag)
	}
	boards, err := b.Store.Boards.List(c.UserContext(), workspace, "", newest)
	if err != nil {
		return nil, err
	}
	for _, board := range boards.Items {
		counts.add(board.Name)
	}
	watched, err := b.Store.Watches.List(c.UserContext(), workspace, newest)
	if err != nil {
		return nil, err
	}
	for _, w := range watched.Items {
		counts.add(w.Name)
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
