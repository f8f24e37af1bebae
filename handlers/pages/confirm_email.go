package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/views"
)

// sendConfirmation mails the person a link that proves their address.
func (h *Handlers) sendConfirmation(c *fiber.Ctx) error {
	email, err := h.SendConfirmation(c.UserContext(), caller(c))
	switch {
	case apierror.Is(err, apierror.CodeUnsupportedObject):
		return h.redirect(c, "/account", "This installation sends no e-mails.")
	case apierror.Is(err, apierror.CodeLimitExceeded):
		return h.redirect(c, "/account#alerts", "Too many links were sent to "+email+". Try again tomorrow.")
	case apierror.Is(err, apierror.CodeStorageUnavailable):
		return h.redirect(c, "/account#alerts", "The mail server did not take the e-mail. Try again later.")
	case err != nil:
		return err
	}
	return h.redirect(c, "/account#alerts", "A link is on its way to "+email+". It can be used for a day.")
}

// confirmForm asks the holder of a mailed link: programs that look into mail open links, but press no button.
func (h *Handlers) confirmForm(c *fiber.Ctx) error {
	email, err := h.Store.Accounts.FindEmailProof(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noConfirmation(c, err)
	}
	frame := h.frame(c, "Confirm your email", "")
	frame.Referrer = "same-origin" // else the browser would send the form without its Origin
	return show(c, fiber.StatusOK, views.ConfirmEmailPage(frame, email))
}

// confirmEmail uses the link up.
func (h *Handlers) confirmEmail(c *fiber.Ctx) error {
	if err := h.ConfirmEmail(c.UserContext(), c.Params("token")); err != nil {
		return h.noConfirmation(c, err)
	}
	return h.redirect(c, "/", "Your email is confirmed.")
}

// noConfirmation says that a link is of no use any more.
func (h *Handlers) noConfirmation(c *fiber.Ctx, err error) error {
	if !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	return show(c, fiber.StatusNotFound, views.NoConfirmEmailPage(h.frame(c, "This link is no longer valid", "")))
}
