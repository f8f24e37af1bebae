package public

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// confirmForm asks the holder of a mailed link: programs that look into mail open links, but press no button.
func (h *Handlers) confirmForm(c *fiber.Ctx) error {
	email, err := h.Store.Accounts.FindEmailProof(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noConfirmation(c, err)
	}
	frame := h.Frame(c, "Confirm your email", "")
	frame.Referrer = "same-origin" // else the browser would send the form without its Origin
	return page.Show(c, fiber.StatusOK, views.ConfirmEmailPage(frame, email))
}

// confirmEmail uses the link up.
func (h *Handlers) confirmEmail(c *fiber.Ctx) error {
	if err := h.ConfirmEmail(c.UserContext(), c.Params("token")); err != nil {
		return h.noConfirmation(c, err)
	}
	return h.Redirect(c, "/", "Your email is confirmed.")
}

// noConfirmation says that a link is of no use any more.
func (h *Handlers) noConfirmation(c *fiber.Ctx, err error) error {
	if !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	return page.Show(c, fiber.StatusNotFound, views.NoConfirmEmailPage(h.Frame(c, "This link is no longer valid", "")))
}
