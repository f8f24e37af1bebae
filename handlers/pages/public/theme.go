package public

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
)

// chooseTheme keeps the choice of colours in the browser and goes back to the page it was made on.
func (h *Handlers) chooseTheme(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	name := f.Text("theme")
	if !slices.Contains(page.Themes, name) {
		name = ""
	}
	page.SetCookie(c, h.Cookies.Theme(name))
	return c.Redirect(page.LocalPath(f.Text("next")), fiber.StatusSeeOther)
}
