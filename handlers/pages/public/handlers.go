// Package public serves the pages that anybody may open: the way in (the sign-in, the set-up, invites and links that prove something),
// the choice of colours and the status of the sources. Like every chapter it may import page and shown, never another chapter.
package public

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/sources"
)

// Handlers are the public pages.
type Handlers struct {
	*page.Base

	Aging func(sources.Route) string // "" or how old the values are by which a route reads; nil: nothing is said of it

	statusPage keptStatus
}

// Routes are the rows of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post = fiber.MethodGet, fiber.MethodPost
	return []page.Route{
		{Method: get, Path: "/", Handle: h.home},
		{Method: get, Path: "/status", Handle: h.status},
		{Method: get, Path: "/sign-in", Handle: h.signInForm},
		{Method: post, Path: "/sign-in", Act: "signIn", Handle: h.signIn},
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
