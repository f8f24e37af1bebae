package public

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/views"
)

// extension explains the browser extension, how to install it and what it sends. It is public.
func (h *Handlers) extension(c *fiber.Ctx) error {
	return page.Show(c, fiber.StatusOK, views.ExtensionPage(h.Frame(c, "Browser extension", "extension")))
}

// connectExtension redirects to the page that makes a key for the extension, which does not know the workspace yet.
func (h *Handlers) connectExtension(c *fiber.Ctx) error {
	id := page.FirstWorkspace(c, accounts.Owner)
	if id == "" {
		return h.Redirect(c, "/account", "An owner of your workspace has to connect the extension, or to make a key for you.")
	}
	return c.Redirect("/w/"+id+"/extension", fiber.StatusSeeOther)
}
