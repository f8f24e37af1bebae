package page

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
)

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
