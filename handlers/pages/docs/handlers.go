// Package docs serves the documentation: the API reference with its samples, which is made from the contract, the guides, and what
// agents read first. Like every chapter it may import page and shown, never another chapter; it reads nothing of the store.
package docs

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/views"
)

// Handlers are the pages of the documentation.
type Handlers struct {
	*page.Base

	Docs *views.Docs
}

// Routes are the rows of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get = fiber.MethodGet
	return []page.Route{
		{Method: get, Path: "/docs", Handle: h.reference},
		{Method: get, Path: "/docs/:chapter", Handle: h.reference},
		{Method: get, Path: views.GuidePath(":guide"), Handle: h.guide},
		{Method: get, Path: "/llms.txt", Handle: h.llms},
	}
}
