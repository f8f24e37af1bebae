package public

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
)

// beginIssued sends the browser to the operator's issuer. It is a link and not a form, because a form may not lead to
// another site (Content-Security-Policy).
func (h *Handlers) beginIssued(c *fiber.Ctx) error {
	if h.Issuer == nil {
		return apierror.New(apierror.CodeNotFound)
	}
	address, flow, err := h.BeginIssued(c.UserContext(), page.ReadQuery(c).Word("invite"))
	if err != nil {
		return err
	}
	cookie, err := h.Cookies.WriteFlow(flow)
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return c.Redirect(address, fiber.StatusSeeOther)
}

// finishIssued signs in who comes back from the issuer, and goes on where the person wanted to go.
func (h *Handlers) finishIssued(c *fiber.Ctx) error {
	if h.Issuer == nil {
		return apierror.New(apierror.CodeNotFound)
	}
	flow := h.Cookies.ReadFlow(c.Cookies(session.FlowName), h.Store.Now())
	page.SetCookie(c, h.Cookies.ClearFlow()) // it is good for one attempt
	q := page.ReadQuery(c)
	in, err := h.FinishIssued(c.UserContext(), flow, operations.IssuerReply{State: q.Text("state"), Code: q.Text("code"), Problem: q.Word("error"), Issuer: q.Text("iss")})
	if err != nil {
		return err
	}
	return h.goOn(c, in)
}
