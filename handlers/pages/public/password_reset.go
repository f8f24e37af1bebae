package public

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// resetForm asks the holder of a link for a new password.
func (h *Handlers) resetForm(c *fiber.Ctx) error {
	u, err := h.Store.Accounts.FindPasswordReset(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noReset(c, err)
	}
	return h.showReset(c, fiber.StatusOK, u, page.ReadForm(c))
}

// resetPassword uses the link up and signs in.
func (h *Handlers) resetPassword(c *fiber.Ctx) error {
	u, err := h.Store.Accounts.FindPasswordReset(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noReset(c, err)
	}
	f := page.ReadForm(c)
	sent := page.Bind[operations.ResetPassword](h.Service, f, page.NewPasswordBound(f))
	if !f.OK() {
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
	return page.Show(c, fiber.StatusNotFound, views.NoPasswordResetPage(h.Frame(c, "This link is no longer valid", "")))
}

func (h *Handlers) showReset(c *fiber.Ctx, status int, u *accounts.User, f *page.Form) error {
	frame := h.Frame(c, "New password", "")
	frame.Referrer = "same-origin" // else the browser would send the form without its Origin
	return page.Show(c, status, views.PasswordResetPage(frame, views.PasswordReset{Email: u.Email, Password: page.NewPasswordField("New password", f)}))
}
