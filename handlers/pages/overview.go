package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/views"
)

func (h *Handlers) overview(c *fiber.Ctx) error {
	return show(c, fiber.StatusOK, views.NoInvitePage(h.frame(c, "Overview", "overview")))
}
