package web

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/static"
)

// policy is the Content-Security-Policy of every page: nothing inline, nothing from elsewhere, in no frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// pages mounts the HTML pages and their assets.
func (s *Server) pages() {
	for _, a := range static.All() {
		s.app.Get(a.Path, func(c *fiber.Ctx) error {
			c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
			c.Set(fiber.HeaderContentType, a.Type)
			return c.Send(a.Body)
		})
	}
	if s.opts.Pages == nil {
		return
	}
	for _, r := range s.opts.Pages.Routes() {
		s.app.Add(r.Method, r.Path, asPage, r.Handle)
	}
}

// asPage sets the headers of every page.
func asPage(c *fiber.Ctx) error {
	c.Set(fiber.HeaderContentSecurityPolicy, policy)
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	c.Set(fiber.HeaderXFrameOptions, "DENY")
	return c.Next()
}
