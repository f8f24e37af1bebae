package page

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/views"
)

// isKept reports whether the form of a request may be carried through the sign-in: one that was sent, without a password.
func (b *Base) isKept(c *fiber.Ctx) bool {
	if c.Method() != fiber.MethodPost {
		return false
	}
	return slices.ContainsFunc(b.Table, func(r Route) bool {
		return r.Method == fiber.MethodPost && r.Path == c.Route().Path && r.Rule().Limit != session.LimitSignIn && r.Rule().Credential == session.Session
	})
}

// signInAgain shows the sign-in in answer to a form.
func (b *Base) signInAgain(c *fiber.Ctx) error {
	kept := &views.KeptForm{Path: c.OriginalURL(), Fields: HiddenFields(ReadForm(c).Values)}
	v := views.SignIn{Notice: "Your session has ended. Sign in to go on: what you typed is kept.", Kept: kept, People: b.DemoPeople}
	return Show(c, fiber.StatusUnauthorized, views.SignInPage(b.Frame(c, "Sign in", "sign-in"), v))
}

// HiddenFields are the values of a form, in the order of their names.
func HiddenFields(values url.Values) []views.Hidden {
	fields := []views.Hidden{}
	for name, list := range values {
		for _, v := range list {
			fields = append(fields, views.Hidden{Name: name, Value: v})
		}
	}
	slices.SortStableFunc(fields, func(a, b views.Hidden) int { return cmp.Compare(a.Name, b.Name) })
	return fields
}
