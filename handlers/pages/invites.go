package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/views"
)

// roleBound is the role that a member or an invited person gets.
var roleBound = bound{property: "role", words: "Choose a role."}

// createInvite makes an invite. Its link is shown in this answer alone: it is kept as a digest and fits in no message.
func (h *Handlers) createInvite(c *fiber.Ctx) error {
	f := readForm(c)
	in := bind[operations.CreateInvite](h.Service, f, emailBound, roleBound)
	if !f.ok() {
		return h.showMembers(c, fiber.StatusBadRequest, f, views.Members{})
	}
	i, token, mailed, err := h.CreateInvite(c.UserContext(), caller(c), in)
	if err != nil {
		return err
	}
	v := views.NewInvite{Mailed: mailed, Email: i.Email, Role: string(i.Role), Link: h.Origin + "/invite/" + token, Ends: h.when(&i.ExpiresAt), Back: workspacePath(c, "members")}
	return show(c, fiber.StatusCreated, views.NewInvitePage(h.frame(c, "Invite made", "members"), v))
}

func (h *Handlers) withdrawInvite(c *fiber.Ctx) error {
	err := h.DeleteInvite(c.UserContext(), caller(c), c.Params("inviteId"))
	if apierror.Is(err, apierror.CodeNotFound) {
		return h.redirect(c, workspacePath(c, "members"), "This invite has already been used or withdrawn.")
	}
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "members"), "Invite withdrawn. Its link no longer works.")
}

// mostInvites is how many open invites a page shows.
const mostInvites = 100

// openInvites fills in the form and the invites that are not accepted yet.
func (h *Handlers) openInvites(c *fiber.Ctx, f *form, v *views.Members) error {
	open, err := h.Store.Accounts.Invites(c.UserContext(), caller(c).WorkspaceID, db.PageRequest{Limit: mostInvites})
	if err != nil {
		return err
	}
	for _, i := range open.Items {
		v.Invites = append(v.Invites, views.OpenInvite{Email: i.Email, Role: views.RoleName(string(i.Role)), Made: h.when(&i.CreatedAt), Ends: h.when(&i.ExpiresAt), At: workspacePath(c, "invites/"+i.ID)})
	}
	v.Email = views.Field{Name: "email", Label: "Email", Type: "email", Value: f.text("email"), Problem: f.problems["email"], Required: true, Max: operations.MostOf[operations.Email]()}
	v.Role = views.Field{Name: "role", Label: "Role", Problem: f.problems["role"]}
	v.Roles = roleOptions(accounts.Role(f.text("role")))
	for i := range v.Roles {
		v.Roles[i].Word += ": " + roleRights[accounts.Role(v.Roles[i].Value)]
	}
	return nil
}

// roleRights says in a few words what a role may do.
var roleRights = map[accounts.Role]string{
	accounts.Member: "can read, annotate and download",
	accounts.Editor: "can also look up and import",
	accounts.Owner:  "can do everything",
}

// roleOptions are the roles to choose from.
func roleOptions(chosen accounts.Role) []views.Option {
	options := []views.Option{}
	for _, r := range accounts.Roles() {
		options = append(options, views.Option{Value: string(r), Word: views.RoleName(string(r)), Chosen: r == chosen})
	}
	return options
}
