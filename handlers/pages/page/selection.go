package page

import (
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"
)

// IDs are the rows that were ticked, each once.
func (f *Form) IDs() []string {
	list := []string{}
	for _, id := range f.Texts("id") {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// ListAgain leads back to the list that a form was sent from, with a sentence.
func (b *Base) ListAgain(c *fiber.Ctx, f *Form, list, sentence string) error {
	path := WorkspacePath(c, list)
	if q, err := url.ParseQuery(f.Text("query")); err == nil && len(q) > 0 {
		path += "?" + q.Encode()
	}
	return b.Redirect(c, path, sentence)
}

const NothingSelected = "Nothing was selected."

// BulkBounds fill what is done to several references, with the rows that were ticked.
func BulkBounds(f *Form, more ...Bound) []Bound {
	return append(more, Bound{Property: "ids", Field: "id", Label: "The selection", Given: f.IDs()})
}
