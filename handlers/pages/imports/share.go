package imports

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
)

// share redirects from what another program sends to the page that identifies a link. A phone's share sheet sends
// title, text and url, of which apps may fill any; a bookmarklet sends url. Nothing is imported or charged without
// confirmation.
func (h *Handlers) share(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	link := h.sharedLink(f.Text("url"), f.Text("text"), f.Text("title"))
	workspace := page.FirstWorkspace(c, accounts.Editor)
	if workspace == "" {
		return h.Redirect(c, "/account", "You can import links once an owner of a workspace has made you an editor.")
	}
	if link == "" {
		return c.Redirect("/w/"+workspace+"/try", fiber.StatusSeeOther)
	}
	return c.Redirect(page.Address("/w/"+workspace+"/try", "url", link), fiber.StatusSeeOther)
}

// sharedLink returns the first link to a supported platform in the texts, or else the first link, which the page then
// rejects.
func (h *Handlers) sharedLink(texts ...string) (first string) {
	for _, link := range typedLinks(strings.Join(texts, " ")) {
		if l, ok := h.ReadLink(link); ok && l.Platform != "" {
			return link
		}
		if first == "" {
			first = link
		}
	}
	return first
}
