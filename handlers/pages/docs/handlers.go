// Package docs serves the documentation: the API reference with its code samples, which is generated from the
// contract, the guides, and an overview for agents. Like every chapter it may import page and shown, never another
// chapter. It reads nothing from the store.
package docs

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/views"
)

// Handlers are the pages of the documentation.
type Handlers struct {
	*page.Base

	Docs func() *views.Docs
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get = fiber.MethodGet
	return []page.Route{
		{Method: get, Path: "/docs", Handle: h.reference},
		{Method: get, Path: "/docs/guides", Handle: func(c *fiber.Ctx) error { return c.Redirect("/docs#guides") }},
		{Method: get, Path: "/docs/:chapter", Handle: h.reference},
		{Method: get, Path: views.GuidePath(":guide"), Handle: h.guide},
		{Method: get, Path: "/llms.txt", Handle: h.llms},
	}
}
