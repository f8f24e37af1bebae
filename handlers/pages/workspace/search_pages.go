package workspace

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/views"
)

// foundPlaces returns the navigation entries whose name starts with the typed text.
func (h *Handlers) foundPlaces(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: "Pages"}
	for _, p := range views.OpenPlaces(h.ClosedPlaces(page.Caller(c).Role)) {
		if strings.HasPrefix(strings.ToLower(p.Word), strings.ToLower(typed)) {
			g.Rows = append(g.Rows, views.SearchHit{Icon: p.Name, Title: p.Word, Href: strings.TrimSuffix(page.WorkspacePath(c, p.Path), "/")})
		}
	}
	return g, nil
}

// startingForm is something to begin: the words, the place whose icon it has, the page, and the path of the form, whose rule decides who is
// offered it.
type startingForm struct{ word, place, page, form string }

// startingForms are what people usually begin.
var startingForms = []startingForm{
	{"Import a link", "try", "try", "/try/import"},
	{"Import many links", "imports", "imports/many#links", "/imports/many"},
	{"New board", "boards", "boards#name", "/boards"},
	{"New watch", "watches", "watches/new", "/watches/new"},
	{"New key", "keys", "keys#name", "/keys"},
	{"New webhook", "webhooks", "webhooks#url", "/webhooks"},
	{"New export", "exports", "exports#kind", "/exports"},
	{"Invite a member", "members", "members#email", "/invites"},
	{"Workspace settings", "overview", "rename", "/rename"},
}

// openForms returns what the person may begin.
func (h *Handlers) openForms(c *fiber.Ctx) (list []startingForm) {
	for _, f := range startingForms {
		if h.Allows(page.Caller(c).Role, fiber.MethodPost, page.Workspace+f.form) {
			list = append(list, f)
		}
	}
	return list
}

// namesToOpen returns the names of the pages that the person may open and of what they may begin.
func (h *Handlers) namesToOpen(c *fiber.Ctx) (names []string) {
	for _, p := range views.OpenPlaces(h.ClosedPlaces(page.Caller(c).Role)) {
		names = append(names, p.Word)
	}
	for _, f := range h.openForms(c) {
		names = append(names, f.word)
	}
	return names
}

// foundForms returns what the typed text names of what the person may begin.
func (h *Handlers) foundForms(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: "Actions"}
	for _, f := range h.openForms(c) {
		if containsFold(typed, f.word) {
			g.Rows = append(g.Rows, views.SearchHit{Icon: f.place, Title: f.word, Href: page.WorkspacePath(c, f.page)})
		}
	}
	return g, nil
}
