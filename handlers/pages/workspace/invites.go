package workspace

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/views"
)

// roleBound maps the role of a member or an invited person.
var roleBound = page.Bound{Property: "role", Words: "Choose a role."}

// createInvite creates an invite. Its link is only shown in this response: just a digest of it is stored, and it must
// not be put into a flash message.
func (h *Handlers) createInvite(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateInvite](h.Service, f, page.EmailBound, roleBound)
	if !f.OK() {
		return h.showMembers(c, fiber.StatusBadRequest, f, views.Members{})
	}
	i, token, mailed, err := h.CreateInvite(c.UserContext(), page.Caller(c), in)
	if err != nil {
		return err
	}
	v := views.NewInvite{Mailed: mailed, Email: i.Email, Role: string(i.Role), Link: h.Origin + "/invite/" + token, Ends: h.When(&i.ExpiresAt), Back: page.WorkspacePath(c, "members")}
	return page.Show(c, fiber.StatusCreated, views.NewInvitePage(h.Frame(c, "Invite made", "members"), v))
}

func (h *Handlers) withdrawInvite(c *fiber.Ctx) error {
	err := h.DeleteInvite(c.UserContext(), page.Caller(c), c.Params("inviteId"))
	if apierror.Is(err, apierror.CodeNotFound) {
		return h.Redirect(c, page.WorkspacePath(c, "members"), "This invite has already been used or withdrawn.")
	}
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "members"), "Invite withdrawn. Its link no longer works.")
}

// mostInvites is the maximum number of pending invites on a page.
const mostInvites = 100

// openInvites adds the form and the pending invites.
func (h *Handlers) openInvites(c *fiber.Ctx, f *page.Form, v *views.Members) error {
	open, err := h.Store.Accounts.Invites(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: mostInvites})
	if err != nil {
		return err
	}
	for _, i := range open.Items {
		v.Invites = append(v.Invites, views.OpenInvite{Email: i.Email, Role: views.RoleName(string(i.Role)), Made: h.When(&i.CreatedAt), Ends: h.When(&i.ExpiresAt), At: page.WorkspacePath(c, "invites/"+i.ID)})
	}
	v.Email = views.Field{Name: "email", Label: "Email", Type: "email", Value: f.Text("email"), Problem: f.Problems["email"], Required: true, Max: operations.MostOf[operations.Email]()}
	v.Role = views.Field{Name: "role", Label: "Role", Problem: f.Problems["role"]}
	v.Roles = roleOptions(accounts.Role(f.Text("role")))
	for i := range v.Roles {
		v.Roles[i].Word += ": " + roleRights[accounts.Role(v.Roles[i].Value)]
	}
	return nil
}

// roleRights describes what a role may do.
var roleRights = map[accounts.Role]string{
	accounts.Member: "can read, annotate and download",
	accounts.Editor: "can also look up and import",
	accounts.Owner:  "can do everything",
}

// roleOptions returns the roles to choose from.
func roleOptions(chosen accounts.Role) []views.Option {
	options, _ := page.Options("", string(chosen), accounts.Roles(), func(r accounts.Role) string { return views.RoleName(string(r)) })
	return options
}
