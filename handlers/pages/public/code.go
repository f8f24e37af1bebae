package public

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// needsCode reports whether the password was right and a code of the second factor is awaited.
func needsCode(err error) bool {
	return apierror.Is(err, apierror.CodeUnauthenticated) && apierror.From(err).Details["reason"] == accounts.CodeRequired
}

// askCode asks for the code of somebody whose password was right. The browser keeps who that is in an encrypted cookie.
func (h *Handlers) askCode(c *fiber.Ctx, in *accounts.SignedIn, kept *views.KeptForm) error {
	cookie, err := h.Cookies.WriteHalf(accounts.Half(&in.User), h.Store.Now())
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return h.showCode(c, fiber.StatusOK, page.NewForm(nil), kept, "")
}

func (h *Handlers) showCode(c *fiber.Ctx, status int, f *page.Form, kept *views.KeptForm, refusal string) error {
	return page.Show(c, status, views.SignInCodePage(h.Frame(c, "Sign in", "sign-in"), views.SignInCode{Refusal: refusal, Kept: kept,
		Code: views.Field{Name: "code", Label: "Code", Hint: "Six digits that your app shows, or one of your recovery codes.", Problem: f.Problems["code"], Required: true, Mono: true,
			Max: operations.MostOf[operations.FactorCode](), Auto: "one-time-code", Focus: true}}))
}

// signInCode ends the sign-in.
func (h *Handlers) signInCode(c *fiber.Ctx) error {
	half, ok := h.Cookies.ReadHalf(c.Cookies(session.HalfName), h.Store.Now())
	if !ok {
		return h.Redirect(c, "/sign-in", "That took too long. Sign in again.")
	}
	f := page.ReadForm(c)
	kept := keptForm(f)
	sent := page.Bind[operations.SecondCode](h.Service, f, page.Bound{Property: "code", Label: "The code"})
	if !f.OK() {
		return h.showCode(c, fiber.StatusBadRequest, f, kept, "")
	}
	in, err := h.SignInCode(c.UserContext(), half, sent)
	if refused := codeRefusal(err); refused != "" {
		return h.showCode(c, apierror.From(err).HTTPStatus(), f, kept, refused)
	}
	if err != nil {
		return err
	}
	page.SetCookie(c, h.Cookies.ClearHalf())
	if kept != nil {
		return h.offerKeptForm(c, in, kept)
	}
	return h.goOn(c, in)
}

// codeRefusal explains why a code was rejected. It returns "" for other errors.
func codeRefusal(err error) string {
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		return "This code is wrong or was used before. Wait for the next one."
	}
	return signInRefusal(err)
}
