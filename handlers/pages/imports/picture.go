package imports

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
)

// noPicture is shown instead of a picture that could not be loaded, and says so.
const noPicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" font-family="system-ui, sans-serif" font-size="13" fill="#767c82">` +
	`<rect width="320" height="200" fill="#8a9096" fill-opacity=".12"/>` +
	`<text x="160" y="96" text-anchor="middle">The picture could not be read</text>` +
	`<text x="160" y="116" text-anchor="middle">from the platform just now.</text></svg>`

// tryPicture serves the platform's picture of what the workspace looked up, from our own server.
func (h *Handlers) tryPicture(c *fiber.Ctx) error {
	sizes, err := h.Lookup.Pictures(c.UserContext(), page.Caller(c).WorkspaceID, h.LinkText(page.ReadQuery(c), "url"))
	if err != nil {
		return err
	}
	if h.SendPicture(c, sizes) != nil {
		c.Set(fiber.HeaderContentType, "image/svg+xml")
		return c.SendString(noPicture)
	}
	return nil
}
