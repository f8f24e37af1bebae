package account

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/views"
)

// makeWorkspace creates a workspace for an operator and redirects to it.
func (h *Handlers) makeWorkspace(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateWorkspace](h.Service, f, page.Bound{Property: "name", Field: "workspace", Label: "The name"})
	if !f.OK() {
		return h.showAccount(c, fiber.StatusBadRequest, f)
	}
	w, err := h.CreateWorkspace(c.UserContext(), page.Caller(c), in)
	if err != nil {
		return err
	}
	return h.Redirect(c, "/w/"+w.ID, "The workspace is ready, with "+views.Credits(h.InitialCredits)+".")
}

// places returns the caller's workspaces for the account page.
func places(c *fiber.Ctx) []views.Place {
	list := []views.Place{}
	for _, m := range page.Caller(c).Person.Workspaces {
		p := views.Place{Name: m.Name, Href: "/w/" + m.WorkspaceID, Role: string(m.Role)}
		if m.Role == accounts.Owner {
			p.RenameHref = p.Href + "/rename"
		}
		list = append(list, p)
	}
	return list
}
