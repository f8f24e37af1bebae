package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// beyondReach refuses a link that would let an owner in where they have no business.
const beyondReach = "This person also has access that you do not have, so only the operator of the service can make a link for them."

// makePasswordReset makes a link with which a member sets a new password. It is shown in this answer alone.
func (h *Handlers) makePasswordReset(c *fiber.Ctx) error {
	m, r, token, err := h.CreatePasswordReset(c.UserContext(), caller(c), c.Params("userId"))
	if apierror.Is(err, apierror.CodeForbidden) {
		return h.showMembers(c, fiber.StatusForbidden, readForm(c), views.Members{Refusal: beyondReach})
	}
	if err != nil {
		return err
	}
	v := views.NewPasswordReset{Name: m.Name, Link: h.Origin + "/reset/" + token, Ends: h.when(&r.ExpiresAt), Back: workspacePath(c, "members")}
	return show(c, fiber.StatusCreated, views.NewPasswordResetPage(h.frame(c, "Password link", "members"), v))
}

// resetForm asks the holder of a link for a new password.
func (h *Handlers) resetForm(c *fiber.Ctx) error {
	u, err := h.Store.Accounts.FindPasswordReset(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noReset(c, err)
	}
	return h.showReset(c, fiber.StatusOK, u, readForm(c))
}

// resetPassword uses the link up and signs in.
func (h *Handlers) resetPassword(c *fiber.Ctx) error {
	u, err := h.Store.Accounts.FindPasswordReset(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noReset(c, err)
	}
	f := readForm(c)
	sent := bind[operations.ResetPassword](h.Service, f, newPasswordBound(f))
	if !f.ok() {
		return h.showReset(c, fiber.StatusBadRequest, u, f)
	}
	in, err := h.ResetPassword(c.UserContext(), c.Params("token"), sent)
	if err != nil {
		return h.noReset(c, err)
	}
	return h.redirectSignedIn(c, in, startPage(in), "Your new password is set, and you are signed in. Other sessions were ended.")
}

// noReset says that a link is of no use any more.
func (h *Handlers) noReset(c *fiber.Ctx, err error) error {
	if !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	return show(c, fiber.StatusNotFound, views.NoPasswordResetPage(h.frame(c, "This link is no longer valid", "")))
}

func (h *Handlers) showReset(c *fiber.Ctx, status int, u *accounts.User, f *form) error {
	frame := h.frame(c, "New password", "")
	frame.Referrer = "same-origin" // else the browser would send the form without its Origin
	return show(c, status, views.PasswordResetPage(frame, views.PasswordReset{Email: u.Email, Password: newPasswordField("New password", f)}))
}
