package web

import (
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/compress"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/docs"
	"socialdata/handlers/session"
	"socialdata/static"
)

// contentSecurityPolicy is the Content-Security-Policy of every page: nothing inline, nothing from other origins, no
// framing.
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// pageKey marks a request in fiber's locals whose errors are shown as a page.
const pageKey = "page"

// pages mounts the HTML pages and their assets.
func (s *Server) pages() {
	compressed := compress.New(compress.Config{Level: compress.LevelBestSpeed})
	for _, a := range static.All() {
		s.app.Get(a.Path, compressed, asset(a, "public, max-age=31536000, immutable"))
	}
	s.app.Get("/favicon.ico", asset(static.Icon(), "public, max-age=86400"))
	s.app.Get("/manifest.webmanifest", asset(static.Manifest(), "public, max-age=86400"))
	s.app.Get(static.ExtensionPath, asset(static.Extension(s.opts.Origin), "public, max-age=3600"))
	s.app.Get("/robots.txt", asset(static.Robots(), "public, max-age=86400"))
	if s.opts.Pages == nil {
		return
	}
	names := append(slices.Collect(maps.Values(s.logged)), byPage+"lookupAccount", byPage+"listItems", operations.Unknown)
	slices.Sort(names)
	s.opts.Pages.Operations = slices.Compact(names)
	for _, r := range s.opts.Pages.Routes(docs.New(s.document, s.opts.Origin, s.opts.Store.Billing.Prices, s.opts.Rates.byName())) {
		steps := []fiber.Handler{compressed, markPage, s.authorizePage(r.Rule())}
		if kind, reads := pageActs(r); kind != "" {
			steps = append(steps, s.recordPage(kind, reads))
		}
		s.app.Add(r.Method, r.Path, append(steps, r.Handle)...)
	}
}

// asset serves a file that is the same for everyone.
func asset(a static.Asset, cacheControl string) fiber.Handler {
	return func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderCacheControl, cacheControl)
		c.Set(fiber.HeaderContentType, a.Type)
		return c.Send(a.Body)
	}
}

// markPage marks a request as a request for a page.
func markPage(c *fiber.Ctx) error {
	c.Locals(pageKey, true)
	pageHeaders(c)
	return c.Next()
}

// pageHeaders sets the headers of every page. The address of an invite, a password reset, a share or the setup page
// is a secret that must not leak in a Referer.
func pageHeaders(c *fiber.Ctx) {
	c.Set(fiber.HeaderContentSecurityPolicy, contentSecurityPolicy)
	c.Set(fiber.HeaderXFrameOptions, "DENY")
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	if isSecretAddress(c.Path()) {
		c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	}
	if isShare(c.Path()) {
		c.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
		c.Set(fiber.HeaderContentSecurityPolicy, strings.Replace(contentSecurityPolicy, "script-src 'self'", "script-src 'none'", 1))
	}
}

// isShare reports whether a page is a share or a feed of a watch, which people without an account can see.
func isShare(path string) bool {
	return strings.HasPrefix(path, operations.SharePath) || strings.HasPrefix(path, operations.FeedPath)
}

// isSecretAddress reports whether knowing the address of a page is enough to use it.
func isSecretAddress(path string) bool {
	return strings.HasPrefix(path, "/invite/") || strings.HasPrefix(path, "/reset/") || isShare(path) || isUnsubscribe(path) || path == "/setup"
}

// isUnsubscribe reports whether a page switches a digest off. Mail programs post to it for their users (RFC 8058), from no page of
// this service: its token is the permission.
func isUnsubscribe(path string) bool { return strings.HasPrefix(path, operations.UnsubscribePath) }

// authorizePage is the middleware that runs before a page. Pages identify the caller by the session cookie only.
func (s *Server) authorizePage(rule session.Rule) fiber.Handler {
	return func(c *fiber.Ctx) error {
		defer s.withDeadline(c, rule.Wait)()
		if err := checkFormType(c); err != nil {
			return err
		}
		if err := s.sameOrigin(c); err != nil { // before the sign-in: a form from another site must not be kept while the person signs in
			return err
		}
		if err := s.authorize(c, rule, credentials{cookie: c.Cookies(session.CookieName)}); err != nil {
			return err
		}
		return c.Next()
	}
}

// checkFormType rejects a body that is not a form.
func checkFormType(c *fiber.Ctx) error {
	kind, _, _ := strings.Cut(c.Get(fiber.HeaderContentType), ";")
	if len(c.Request().Body()) > 0 && !strings.EqualFold(strings.TrimSpace(kind), fiber.MIMEApplicationForm) {
		return wrongType("Send the form as " + fiber.MIMEApplicationForm + ".")
	}
	return nil
}

// isPage reports whether an error is shown as a page: for requests of pages, and when a browser requests an unknown
// path.
func (s *Server) isPage(c *fiber.Ctx) bool {
	if s.opts.Pages == nil {
		return false
	}
	if c.Locals(pageKey) != nil {
		return true
	}
	return !strings.HasPrefix(c.Path(), "/v1/") && strings.Contains(c.Get(fiber.HeaderAccept), fiber.MIMETextHTML)
}
