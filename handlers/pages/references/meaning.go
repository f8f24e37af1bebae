package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/views"
)

// meaning shows the references nearest in meaning to what was searched for.
func (h *Handlers) meaning(c *fiber.Ctx, f *page.Form) error {
	caller, words := page.Caller(c), f.Text("q")
	in := page.Bind[operations.ReferenceFilter](h.Service, f, filterBounds[:1]...)
	v := views.Meaning{WordsHref: referencesBy(c, "q", words),
		Search: views.Field{Name: "q", Label: "Search by meaning", Type: "search", Value: words, Max: operations.MostOf[operations.StoredWords](), Problem: f.Problems["q"]}}
	if f.OK() {
		rows, err := h.SearchByMeaning(c.UserContext(), caller, string(in.Q), f.PageRequest())
		if err != nil {
			return err
		}
		v.Rows = h.cards(c, rows.Items)
		found := h.Kept.Matches(c.UserContext(), caller.WorkspaceID, words, rows.Items)
		rows.AddMoments(found)
		for n := range found {
			v.Rows[n].Matches = shown.Matches(found[n], v.Rows[n].Href)
		}
		v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	}
	return page.Show(c, fiber.StatusOK, views.MeaningPage(h.Frame(c, "References", "references"), v))
}
