package page

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/issuer"
	"socialdata/models/accounts"
	"socialdata/views"
)

// ShowSignIn shows the sign-in page with the ways in that this installation has.
func (b *Base) ShowSignIn(c *fiber.Ctx, status int, v views.SignIn) error {
	v.People, v.IssuerOnly = b.DemoPeople, b.IssuerOnly()
	if b.Issuer != nil {
		v.Issuer, v.IssuerHref, v.IssuerDown = b.Issuer.Name(), operations.IssuerPath, b.Issuer.Down()
	}
	return Show(c, status, views.SignInPage(b.Frame(c, "Sign in", "sign-in"), v))
}

// issuerRefusal says why somebody was not signed in at the operator's issuer. It returns "" for other errors.
func issuerRefusal(p Problem, name string) string {
	switch reason, _ := p.Err.Details[issuer.Reason].(string); reason {
	case issuer.ReasonDown:
		return name + " does not answer now. Try again in a minute."
	case issuer.ReasonToken:
		return "What " + name + " answered cannot be trusted, so you were not signed in. Try again. If it happens again, tell the operator of this service the request id " + p.RequestID + "."
	case issuer.ReasonUnverified:
		return name + " has not verified your email. Have it verified there, then sign in again."
	case issuer.ReasonDomain:
		return "Emails of this domain may not sign in here."
	case issuer.ReasonRefused:
		return "You were not signed in at " + name + "."
	case issuer.ReasonBrowser:
		return "This sign-in was begun in another browser, or too long ago. Begin it again."
	case accounts.NoAccount:
		return "Nobody has an account with your email here. An owner of a workspace can invite you."
	case accounts.OtherSubject:
		return "The account with your email belongs to another person at " + name + ". Ask the operator of this service."
	case accounts.OtherInvite:
		return "This invite is for another email, or is no longer valid. Ask the owner who sent it."
	}
	return ""
}

// refusedByIssuer shows the sign-in page if that is what the problem is about.
func (b *Base) refusedByIssuer(c *fiber.Ctx, p Problem) (shown bool, err error) {
	if b.Issuer == nil || !apierror.Is(p.Err, apierror.CodeForbidden, apierror.CodeNetworkTransport) {
		return false, nil
	}
	refusal := issuerRefusal(p, b.Issuer.Name())
	if refusal == "" {
		return false, nil
	}
	return true, b.ShowSignIn(c, p.Status, views.SignIn{Refusal: refusal})
}
