package account

import (
	"bytes"
	"image/png"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/pquerna/otp"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/views"
)

const factorPath = "/account/second-factor"

// qrPixels is the width of the QR code: each of its squares has several pixels.
const qrPixels = 240

// secondFactor shows whether the person has a second factor, and the next step.
func (h *Handlers) secondFactor(c *fiber.Ctx) error {
	return h.showFactor(c, fiber.StatusOK, page.NewForm(nil), nil)
}

func (h *Handlers) showFactor(c *fiber.Ctx, status int, f *page.Form, recovery []string) error {
	who := page.Caller(c)
	state, err := h.Store.Accounts.FindSecondFactor(c.UserContext(), who.UserID())
	if err != nil {
		return err
	}
	v := views.SecondFactor{On: state.On, Pending: state.Pending, Left: state.Recovery, Recovery: recovery, Issuer: h.IssuerName(), HasPassword: h.Passwords.Has(who.Person),
		Current: views.Field{Name: "current", Label: "Your password", Type: "password", Problem: f.Problems["current"], Required: true, Max: operations.MostOf[operations.GivenPass](), Auto: "current-password"},
		Code: views.Field{Name: "code", Label: "Code", Hint: "The six digits that the app shows now.", Problem: f.Problems["code"], Required: true, Mono: true,
			Max: operations.MostOf[operations.FactorCode](), Auto: "one-time-code"}}
	if state.Pending {
		secret, err := h.Store.Accounts.PendingSecondFactor(c.UserContext(), who.UserID())
		if err != nil {
			return err
		}
		v.Secret = inGroups(secret)
	}
	return page.Show(c, status, views.SecondFactorPage(h.Frame(c, "Second factor", "account"), v))
}

// inGroups writes a secret in groups of four, as people read it.
func inGroups(secret string) string {
	groups := []string{}
	for len(secret) > 4 {
		groups, secret = append(groups, secret[:4]), secret[4:]
	}
	return strings.Join(append(groups, secret), " ")
}

// factorQR is the secret as a picture that the app reads. Like the page around it it is only for the person, before the
// secret is confirmed.
func (h *Handlers) factorQR(c *fiber.Ctx) error {
	who := page.Caller(c)
	secret, err := h.Store.Accounts.PendingSecondFactor(c.UserContext(), who.UserID())
	if err != nil {
		return err
	}
	key, err := otp.NewKeyFromURL(operations.FactorAddress(secret, who.Person.User.Email))
	if err != nil {
		return err
	}
	picture, err := key.Image(qrPixels, qrPixels)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "image/png")
	return c.Send(b.Bytes())
}

// beginFactor makes a secret.
func (h *Handlers) beginFactor(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.BeginFactor](h.Service, f, page.SecretBound(f, "current", "current", "Your password"))
	if !f.OK() {
		return h.showFactor(c, fiber.StatusBadRequest, f, nil)
	}
	err := h.BeginSecondFactor(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		f.AddProblem("current", "This is not your password. Nothing was changed.")
		return h.showFactor(c, fiber.StatusUnauthorized, f, nil)
	}
	if err != nil {
		return err
	}
	return c.Redirect(factorPath, fiber.StatusSeeOther)
}

// confirmFactor switches the second factor on and shows the recovery codes once.
func (h *Handlers) confirmFactor(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SecondCode](h.Service, f, page.Bound{Property: "code", Label: "The code"})
	if !f.OK() {
		return h.showFactor(c, fiber.StatusBadRequest, f, nil)
	}
	recovery, err := h.ConfirmSecondFactor(c.UserContext(), page.Caller(c), in)
	switch {
	case apierror.Is(err, apierror.CodeInvalidCredential):
		f.AddProblem("code", "This is not the code that the app shows now. If it goes on, the clock of this phone or of this service is wrong.")
		return h.showFactor(c, fiber.StatusUnauthorized, f, nil)
	case apierror.Is(err, apierror.CodeNotFound):
		return h.Redirect(c, factorPath, "Begin again.")
	case err != nil:
		return err
	}
	return h.showFactor(c, fiber.StatusCreated, f, recovery)
}

// removeFactor switches the second factor off.
func (h *Handlers) removeFactor(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.RemoveFactor](h.Service, f, page.SecretBound(f, "current", "current", "Your password"), page.Bound{Property: "code", Label: "The code"})
	if !f.OK() {
		return h.showFactor(c, fiber.StatusBadRequest, f, nil)
	}
	err := h.RemoveSecondFactor(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		field, words := "current", "This is not your password. Nothing was changed."
		if apierror.From(err).Details["reason"] == "code" {
			field, words = "code", "This code is wrong or was used before. Nothing was changed."
		}
		f.AddProblem(field, words)
		return h.showFactor(c, fiber.StatusUnauthorized, f, nil)
	}
	return h.RedirectAfter(c, err, factorPath, "The second factor is switched off.")
}
