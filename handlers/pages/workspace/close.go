package workspace

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// closeForm asks for the workspace's name and the password before closing it, and offers the exports.
func (h *Handlers) closeForm(c *fiber.Ctx) error {
	return h.showClose(c, fiber.StatusOK, page.ReadForm(c), "")
}

// close closes the workspace.
func (h *Handlers) close(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CloseWorkspace](h.Service, f, page.Bound{Property: "name", Words: "Type the workspace's name."}, page.Bound{Property: "password", Words: "Type your password."})
	hasPassword := h.Passwords.Has(page.Caller(c).Person)
	if hasPassword && in.Password == "" {
		f.AddProblem("password", "Type your password.")
	}
	if !f.OK() {
		return h.showClose(c, fiber.StatusBadRequest, f, "")
	}
	e, err := h.CloseWorkspace(c.UserContext(), page.Caller(c), in)
	switch {
	case apierror.Is(err, apierror.CodeInvalidInput):
		return h.showClose(c, fiber.StatusBadRequest, f, "This is not the name of the workspace. Nothing was closed.")
	case apierror.Is(err, apierror.CodeInvalidCredential) && !hasPassword:
		return h.showClose(c, fiber.StatusUnauthorized, f, "You signed in more than ten minutes ago. Sign out and in again, then close the workspace. Nothing was closed.")
	case apierror.Is(err, apierror.CodeInvalidCredential):
		return h.showClose(c, fiber.StatusUnauthorized, f, "The password is not right. Nothing was closed.")
	case err != nil:
		return err
	}
	return h.Redirect(c, "/account", "The workspace is closed and is being erased. The number of the receipt is "+e.ID+".")
}

func (h *Handlers) showClose(c *fiber.Ctx, status int, f *page.Form, refusal string) error {
	w, err := h.Store.Accounts.Workspace(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v := views.Close{Workspace: w.Name, Balance: w.Balance, Refusal: refusal, Back: page.WorkspacePath(c, "rename"),
		References: page.WorkspacePath(c, "references/export.csv"), Credits: page.WorkspacePath(c, "credits/export.csv"), Requests: page.WorkspacePath(c, "requests.csv"),
		Name: views.Field{Name: "name", Label: "Type its name to confirm", Value: f.Text("name"), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name]()}}
	if h.Passwords.Has(page.Caller(c).Person) {
		v.Password = views.Field{Name: "password", Label: "Your password", Type: "password", Problem: f.Problems["password"], Required: true, Max: operations.MostOf[operations.GivenPass](), Auto: "current-password"}
	}
	return page.Show(c, status, views.ClosePage(h.Frame(c, "Close the workspace", "account"), v))
}
