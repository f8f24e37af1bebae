package account

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
)

// sendConfirmation mails the person a link that proves their address.
func (h *Handlers) sendConfirmation(c *fiber.Ctx) error {
	email, err := h.SendConfirmation(c.UserContext(), page.Caller(c))
	switch {
	case apierror.Is(err, apierror.CodeUnsupportedObject):
		return h.Redirect(c, "/account", "This installation sends no e-mails.")
	case apierror.Is(err, apierror.CodeLimitExceeded):
		return h.Redirect(c, "/account#alerts", "Too many links were sent to "+email+". Try again tomorrow.")
	case apierror.Is(err, apierror.CodeStorageUnavailable):
		return h.Redirect(c, "/account#alerts", "The mail server did not take the e-mail. Try again later.")
	case err != nil:
		return err
	}
	return h.Redirect(c, "/account#alerts", "A link is on its way to "+email+". It can be used for a day.")
}
