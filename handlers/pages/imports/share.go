package imports

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
)

// share leads from what another program hands over to the page that recognises a link: a phone's share sheet sends title, text and
// url, of which apps fill any one, and a bookmark sends url. The page asks before anything is imported or paid.
func (h *Handlers) share(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	link := h.sharedLink(f.Text("url"), f.Text("text"), f.Text("title"))
	workspace := importingWorkspace(page.Caller(c).Person)
	if workspace == "" {
		return h.Redirect(c, "/account", "You can import links once an owner of a workspace has made you an editor.")
	}
	if link == "" {
		return c.Redirect("/w/"+workspace+"/try", fiber.StatusSeeOther)
	}
	return c.Redirect(page.Address("/w/"+workspace+"/try", "url", link), fiber.StatusSeeOther)
}

// sharedLink returns the first link of a platform in these texts; else the first link, which the page says is none that can be read.
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

// importingWorkspace returns the first workspace in which a person may import; "" for none.
func importingWorkspace(p *accounts.SignedIn) string {
	for _, w := range p.Workspaces {
		if w.Role.Includes(accounts.Editor) {
			return w.WorkspaceID
		}
	}
	return ""
}
