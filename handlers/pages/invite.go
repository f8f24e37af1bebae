package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/models"
	"socialdata/models/fault"
	"socialdata/views"
)

// inviteForm shows an invite to the one who has its link.
func (h *Handlers) inviteForm(c *fiber.Ctx) error {
	invite, err := h.Store.FindInvite(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noInvite(c, err)
	}
	return h.showInvite(c, fiber.StatusOK, invite, readForm(c), "")
}

// acceptInvite joins the workspace: with a new account, or with the password of the one that there is.
func (h *Handlers) acceptInvite(c *fiber.Ctx) error {
	token := c.Params("token")
	invite, err := h.Store.FindInvite(c.UserContext(), token)
	if err != nil {
		return h.noInvite(c, err)
	}
	f := readForm(c)
	name, password := "", f.secret("password")
	if invite.Known {
		f.bound("password", password, "Your password", 1, maxPassword)
	} else {
		name, password = f.name("name", "Your name"), f.newPassword("password")
	}
	if !f.ok() {
		return h.showInvite(c, fiber.StatusBadRequest, invite, f, "")
	}
	if err := h.SignIns.Before(c.UserContext(), invite.Email); err != nil {
		return h.refuseInvite(c, invite, f, err)
	}
	in, err := h.Store.AcceptInvite(c.UserContext(), token, name, password)
	if fault.Is(err, fault.InvalidCredential) {
		h.SignIns.Failed(c.UserContext(), invite.Email)
	}
	if err != nil {
		return h.refuseInvite(c, invite, f, err)
	}
	return h.entered(c, in, "/w/"+invite.WorkspaceID, "You are in: "+invite.WorkspaceName+".")
}

// refuseInvite says why the invite was not accepted; it stays open.
func (h *Handlers) refuseInvite(c *fiber.Ctx, invite *models.InviteView, f *form, err error) error {
	switch {
	case fault.Is(err, fault.InvalidCredential):
		f.wrong("password", "This is not the password of "+invite.Email+". The invite stays open.")
		return h.showInvite(c, fiber.StatusUnauthorized, invite, f, "")
	case fault.Is(err, fault.RateLimited):
		return h.showInvite(c, fiber.StatusTooManyRequests, invite, f, signInRefusal(err))
	}
	return h.noInvite(c, err)
}

// noInvite says that a link is of no use any more.
func (h *Handlers) noInvite(c *fiber.Ctx, err error) error {
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	return show(c, fiber.StatusNotFound, views.NoInvitePage(h.frame(c, "This invite is over", "")))
}

func (h *Handlers) showInvite(c *fiber.Ctx, status int, i *models.InviteView, f *form, refusal string) error {
	v := views.Invite{Workspace: i.WorkspaceName, Email: i.Email, Role: string(i.Role), Known: i.Known, Ends: h.when(&i.ExpiresAt), Refusal: refusal}
	if i.Known {
		v.Fields = []views.Field{{Name: "password", Label: "Your password", Type: "password", Problem: f.problems["password"], Required: true, Max: maxPassword, Auto: "current-password"}}
	} else {
		v.Fields = []views.Field{
			{Name: "name", Label: "Your name", Value: f.text("name"), Problem: f.problems["name"], Required: true, Max: maxName, Auto: "name"},
			newPasswordField("password", "Choose a password", f),
		}
	}
	frame := h.frame(c, "Join "+i.WorkspaceName, "")
	frame.Referrer = "same-origin" // else the browser would send the form without its Origin
	return show(c, status, views.InvitePage(frame, v))
}
