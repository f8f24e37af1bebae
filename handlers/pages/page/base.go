// Package page holds what all chapters of pages share: the frame, forms and the inputs they fill, lists, tables, and
// the routes that say who may see a page. It contains no page itself; what several chapters show is in package shown.
package page

import (
	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/models/accounts"
	"socialdata/views"
)

// Base holds the dependencies of every chapter of pages.
type Base struct {
	*operations.Service

	Cookies    *session.Cookies
	Tables     *export.Tables
	Thumbnails Thumbnails
	DemoPeople []views.DemoPerson // people to sign in as in the demo; nil otherwise
	Examples   []string           // links to try in the demo; nil otherwise
	Table      []Route            // all pages, for handlers that need the list
}

// Show renders a view with a status.
func Show(c *fiber.Ctx, status int, view templ.Component) error {
	c.Status(status).Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	return view.Render(c.UserContext(), c)
}

// Caller returns the signed-in person, or nil if nobody is signed in.
func Caller(c *fiber.Ctx) *session.Caller { return session.From(c.UserContext()) }

// Redirect responds to a form with a redirect. The next page shows the sentence, if it is not "".
func (b *Base) Redirect(c *fiber.Ctx, path, sentence string) error {
	return b.RedirectUndo(c, path, sentence, nil)
}

// RedirectAfter is Redirect after an act, unless that failed: then it returns the error.
func (b *Base) RedirectAfter(c *fiber.Ctx, err error, path, sentence string) error {
	if err != nil {
		return err
	}
	return b.Redirect(c, path, sentence)
}

// RedirectUndo is Redirect with a button beside the sentence that takes the act back.
func (b *Base) RedirectUndo(c *fiber.Ctx, path, sentence string, undo *session.Undo) error {
	if sentence == "" {
		return c.Redirect(path, fiber.StatusSeeOther)
	}
	return b.redirectWith(c, path, session.FlashMessage{Text: sentence, Undo: undo})
}

// RedirectOn is Redirect with a link beside the sentence.
func (b *Base) RedirectOn(c *fiber.Ctx, path, sentence string, onward session.Onward) error {
	return b.redirectWith(c, path, session.FlashMessage{Text: sentence, Onward: onward})
}

// RedirectNot redirects to a page that says why nothing was done.
func (b *Base) RedirectNot(c *fiber.Ctx, path, sentence string) error {
	return b.redirectWith(c, path, session.FlashMessage{Text: sentence, Not: true})
}

func (b *Base) redirectWith(c *fiber.Ctx, path string, m session.FlashMessage) error {
	cookie, err := b.Cookies.Flash(m)
	if err != nil {
		return err
	}
	SetCookie(c, cookie)
	return c.Redirect(path, fiber.StatusSeeOther)
}

// FirstWorkspace returns the id of the first workspace in which the caller has a role, or "" if there is none.
func FirstWorkspace(c *fiber.Ctx, role accounts.Role) string {
	for _, w := range Caller(c).Person.Workspaces {
		if w.Role.Includes(role) {
			return w.WorkspaceID
		}
	}
	return ""
}

// WorkspacePath returns the path of a page in the caller's workspace.
func WorkspacePath(c *fiber.Ctx, below string) string {
	return "/w/" + Caller(c).WorkspaceID + "/" + below
}

// Workspace is the path prefix of the pages of a workspace.
const Workspace = "/w/:workspaceId"

// Route is one page or form.
type Route struct {
	Method, Path string
	Act          string       // the operation whose rule applies: the one a form performs, or the one that a page shows or whose form it contains; may be ""
	Role         session.Role // required role of pages without an operation; "" means anyone, signed in or not
	Handle       fiber.Handler
	Wait         session.Wait // if the page or form waits for longer than its operation
	Performs     bool         // a GET that performs its operation: a browser that another site sends back
}

// Rule returns who may see the page and which limit it counts against.
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

// IsForm reports whether the route performs its operation, rather than only showing something.
func (r Route) IsForm() bool { return r.Method == fiber.MethodPost || r.Performs }
