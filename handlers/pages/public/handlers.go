// Package public serves the pages that anyone may open: signing in, the setup, invites, links that confirm something,
// the choice of a theme, the status of the sources, and the browser extension. Like every chapter it may import page and shown, never
// another chapter.
package public

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/sources"
)

// Handlers are the public pages.
type Handlers struct {
	*page.Base

	Aging func(sources.Route) string // describes how old the values are that a route depends on, or returns ""; may be nil

	Origin     string // base URL of this service
	statusPage keptStatus
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post = fiber.MethodGet, fiber.MethodPost
	return []page.Route{
		{Method: get, Path: "/", Handle: h.home},
		{Method: get, Path: "/status", Handle: h.status},
		{Method: get, Path: "/status/feed.xml", Handle: h.statusFeed},
		{Method: get, Path: "/extension", Handle: h.extension},
		{Method: get, Path: "/extension/connect", Act: "currentSession", Handle: h.connectExtension},
		{Method: get, Path: "/connect", Act: "currentSession", Handle: h.connect},
		{Method: get, Path: "/sign-in", Handle: h.signInForm},
		{Method: post, Path: "/sign-in", Act: "signIn", Handle: h.signIn},
		{Method: post, Path: "/sign-in/code", Act: "signInCode", Handle: h.signInCode},
		{Method: get, Path: operations.IssuerPath, Handle: h.beginIssued, Wait: session.OneFetch},
		{Method: get, Path: operations.IssuerBack, Act: "signInIssued", Handle: h.finishIssued, Wait: session.TwoFetches, Performs: true},
		{Method: get, Path: "/setup", Handle: h.setupForm},
		{Method: post, Path: "/setup", Act: "bootstrap", Handle: h.setup},
		{Method: get, Path: "/invite/:token", Handle: h.inviteForm},
		{Method: post, Path: "/invite/:token", Act: "acceptInvite", Handle: h.acceptInvite},
		{Method: get, Path: "/reset/:token", Handle: h.resetForm},
		{Method: post, Path: "/reset/:token", Act: "resetPassword", Handle: h.resetPassword},
		{Method: get, Path: "/confirm/:token", Handle: h.confirmForm},
		{Method: post, Path: "/confirm/:token", Act: "confirmEmail", Handle: h.confirmEmail},
		{Method: post, Path: "/theme", Act: "chooseTheme", Handle: h.chooseTheme},
		{Method: post, Path: "/sign-out", Act: "signOut", Handle: h.signOut},
	}
}

// chooseTheme stores the chosen theme in a cookie and returns to the page.
func (h *Handlers) chooseTheme(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	name := f.Text("theme")
	if !slices.Contains(page.Themes, name) {
		name = ""
	}
	page.SetCookie(c, h.Cookies.Theme(name))
	return c.Redirect(page.LocalPath(f.Text("next")), fiber.StatusSeeOther)
}
