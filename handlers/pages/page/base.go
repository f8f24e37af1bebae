// Package page holds what every chapter of pages is made of: the frame, forms and the inputs they fill, lists, tables, and the row of
// the table that says who may see a page. It knows no single page; what several chapters show is in package shown.
package page

import (
	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/views"
)

// Base is what every chapter of pages is given.
type Base struct {
	*operations.Service

	Cookies    *session.Cookies
	Tables     *export.Tables
	DemoPeople []views.DemoPerson // as whom the sign-in lets visitors in; nil but in the demo
	Table      []Route            // of all pages, for those that ask what is in it
}

// Show answers a view with a status.
func Show(c *fiber.Ctx, status int, view templ.Component) error {
	c.Status(status).Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	return view.Render(c.UserContext(), c)
}

// Caller returns the signed-in person, or nil for a stranger on an open page.
func Caller(c *fiber.Ctx) *session.Caller { return session.From(c.UserContext()) }

// Redirect answers a form with a redirect, and a sentence that the next page shows.
func (b *Base) Redirect(c *fiber.Ctx, path, sentence string) error {
	if sentence != "" {
		cookie, err := b.Cookies.Flash(sentence)
		if err != nil {
			return err
		}
		SetCookie(c, cookie)
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// WorkspacePath returns the path of a page of the caller's workspace.
func WorkspacePath(c *fiber.Ctx, below string) string {
	return "/w/" + Caller(c).WorkspaceID + "/" + below
}

// Workspace is where the pages of a workspace begin: it is in their path.
const Workspace = "/w/:workspaceId"

// Route is one row of the table of pages.
type Route struct {
	Method, Path string
	Act          string       // the operation that a form performs, whose rule holds; of a page what it shows, or what its form performs: who may do that sees it
	Role         session.Role // who sees a page that no operation is behind; "" is anybody, known if signed in
	Handle       fiber.Handler
	Wait         session.Wait // of a page, or of a form that may wait for longer than its act
}

// Rule says who may see the page and what it counts against.
func (r Route) Rule() session.Rule {
	rule := session.Rule{Credential: session.OptionalSession, Role: r.Role}
	if r.Role != session.NoRole {
		rule.Credential = session.Session
	}
	if r.Act != "" {
		rule = operations.Find(r.Act).PageRule()
	}
	if !r.IsForm() {
		rule.Limit, rule.Wait = session.LimitRead, 0
	}
	rule.Wait = max(rule.Wait, r.Wait)
	return rule
}

// IsForm reports whether the row performs its act, and does not only show something.
func (r Route) IsForm() bool { return r.Method == fiber.MethodPost }
