package web

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/static"
)

// policy is the Content-Security-Policy of every page: nothing inline, nothing from elsewhere, in no frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// pageKey marks in fiber's locals a request whose errors are shown as a page.
const pageKey = "page"

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
	s.opts.Pages.Docs = pages.NewDocs(s.api.OpenAPI(), s.opts.Origin)
	for _, r := range s.opts.Pages.Routes() {
		s.app.Add(r.Method, r.Path, asPage, s.enter(r), r.Handle)
	}
}

// asPage marks a request as one for a page.
func asPage(c *fiber.Ctx) error {
	c.Locals(pageKey, true)
	pageHeaders(c)
	return c.Next()
}

// pageHeaders are those of every page. An invite's address is a secret that must not leave with a Referer.
func pageHeaders(c *fiber.Ctx) {
	c.Set(fiber.HeaderContentSecurityPolicy, policy)
	c.Set(fiber.HeaderXFrameOptions, "DENY")
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderReferrerPolicy, "same-origin")
	if strings.HasPrefix(c.Path(), "/invite/") {
		c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	}
}

// enter is the door of one page: from where, who, may they, and is it too often.
func (s *Server) enter(r pages.Route) fiber.Handler {
	return func(c *fiber.Ctx) error {
		if r.Method == fiber.MethodPost {
			if err := s.sentByUs(c); err != nil {
				return err
			}
		}
		caller, err := s.visitor(c, r.Access)
		if err != nil {
			return err
		}
		if caller != nil {
			caller.RequestID = requestID(c)
			c.Locals(callerKey, caller)
		}
		limit := r.Limit
		if caller == nil && limit == "" {
			limit = session.LimitOpen
		}
		if err := s.limit(c, limit, caller); err != nil {
			return err
		}
		ctx := withAddress(c.UserContext(), s.address(c))
		if caller != nil {
			ctx = session.With(ctx, caller)
		}
		c.SetUserContext(ctx)
		return c.Next()
	}
}

// sentByUs holds that a form comes from one of our pages.
func (s *Server) sentByUs(c *fiber.Ctx) error {
	if err := s.sameOrigin(c); err != nil {
		return err
	}
	kind, _, _ := strings.Cut(c.Get(fiber.HeaderContentType), ";")
	if len(c.Request().Body()) > 0 && !strings.EqualFold(strings.TrimSpace(kind), fiber.MIMEApplicationForm) {
		return wrongType("Send the form as " + fiber.MIMEApplicationForm + ".")
	}
	return nil
}

// visitor resolves the session of a page; nil, nil for a stranger on an open page. A session that has ended is no
// session; a database that is away is an error all the same.
func (s *Server) visitor(c *fiber.Ctx, a pages.Access) (*session.Caller, error) {
	p, err := s.signedIn(c.UserContext(), c.Cookies(session.CookieName))
	if err != nil {
		if a == pages.Open && apierror.Is(err, apierror.CodeUnauthenticated) {
			return nil, nil
		}
		return nil, err
	}
	caller := &session.Caller{Person: p}
	switch a {
	case pages.Support:
		if !p.User.Support {
			return nil, apierror.New(apierror.CodeForbidden, "requiredRole", "support")
		}
	case pages.Member, pages.Owner:
		m, err := session.Enter(p, c.Params("workspaceId"))
		if err != nil {
			return nil, err
		}
		caller.WorkspaceID, caller.Role = m.WorkspaceID, m.Role
		if a == pages.Owner && m.Role != models.Owner {
			c.SetUserContext(session.With(c.UserContext(), caller)) // the refusal is shown in the workspace's frame
			return nil, apierror.New(apierror.CodeForbidden, "requiredRole", models.Owner)
		}
	}
	return caller, nil
}

// isPage tells whether an error is shown to a person: on a page, and on an address that is none when a browser asks.
func (s *Server) isPage(c *fiber.Ctx) bool {
	if s.opts.Pages == nil {
		return false
	}
	if c.Locals(pageKey) != nil {
		return true
	}
	return !strings.HasPrefix(c.Path(), "/v1/") && strings.Contains(c.Get(fiber.HeaderAccept), fiber.MIMETextHTML)
}
