package public

import (
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
)

// connect redirects to the page that asks whether a program may act, in the first workspace in which the person may allow it. The
// program does not know the workspaces.
func (h *Handlers) connect(c *fiber.Ctx) error {
	id, ok := firstWorkspace(c, accounts.GrantRole)
	if !ok {
		return h.Redirect(c, "/account", "Only editors and owners of a workspace can let a program act in it.")
	}
	return c.Redirect("/w/"+id+"/connect?request="+url.QueryEscape(page.ReadQuery(c).Text("request")), fiber.StatusSeeOther)
}

// firstWorkspace returns the first of the person's workspaces in which they have a role.
func firstWorkspace(c *fiber.Ctx, role accounts.Role) (id string, ok bool) {
	list := page.Caller(c).Person.Workspaces
	i := slices.IndexFunc(list, func(w accounts.Membership) bool { return w.Role.Includes(role) })
	if i < 0 {
		return "", false
	}
	return list[i].WorkspaceID, true
}
