// Package pages are the HTML pages: a file per page, form in, one call below, a view or a redirect out. It may import
// handlers/session, jobs, internal, models and views; it renders no error and knows no row of the database.
package pages

import (
	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/internal/lookup"
	"socialdata/models"
)

// Handlers are the pages with what they stand on.
type Handlers struct {
	Store  *models.Store
	Lookup *lookup.Service
}

// Route is one row of the table of pages.
type Route struct {
	Method, Path string
	Handle       fiber.Handler
}

// Routes is the table of all pages.
func (h *Handlers) Routes() []Route {
	return []Route{
		{fiber.MethodGet, "/status", h.status},
	}
}

// show answers a view.
func show(c *fiber.Ctx, view templ.Component) error {
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	return view.Render(c.UserContext(), c)
}
