package public

import (
	"net/url"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
)

// connect redirects to the page that asks whether a program may act, in the first workspace in which the person may allow it. The
// program does not know the workspaces.
func (h *Handlers) connect(c *fiber.Ctx) error {
	id := page.FirstWorkspace(c, accounts.GrantRole)
	if id == "" {
		return h.Redirect(c, "/account", "Only editors and owners of a workspace can let a program act in it.")
	}
	return c.Redirect("/w/"+id+"/connect?request="+url.QueryEscape(page.ReadQuery(c).Text("request")), fiber.StatusSeeOther)
}
