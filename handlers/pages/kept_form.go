package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/models/accounts"
	"socialdata/views"
)

// A form whose session has ended is kept through the sign-in: the sign-in page carries its fields, and sends them on only
// after the person has looked at them and pressed a button. Forms from elsewhere never come here, see package web.
const (
	keptPath   = "kept-path"
	keptPrefix = "kept."
)

// isKept reports whether the form of a request may be carried through the sign-in: one that was sent, without a password.
func (h *Handlers) isKept(c *fiber.Ctx) bool {
	if c.Method() != fiber.MethodPost {
		return false
	}
	return slices.ContainsFunc(h.Table, func(r Route) bool {
		return r.Method == fiber.MethodPost && r.Path == c.Route().Path && r.Rule().Limit != session.LimitSignIn && r.Rule().Credential == session.Session
	})
}

// signInAgain shows the sign-in in answer to a form.
func (h *Handlers) signInAgain(c *fiber.Ctx) error {
	kept := &views.KeptForm{Path: c.OriginalURL(), Fields: hiddenFields(readForm(c).values)}
	v := views.SignIn{Notice: "Your session has ended. Sign in to go on: what you typed is kept.", Kept: kept, People: h.DemoPeople}
	return show(c, fiber.StatusUnauthorized, views.SignInPage(h.frame(c, "Sign in", "sign-in"), v))
}

// keptForm reads the form that a sign-in carries; nil if it carries none.
func keptForm(f *form) *views.KeptForm {
	path := f.text(keptPath)
	if path == "" || localPath(path) != path {
		return nil
	}
	values := url.Values{}
	for name, list := range f.values {
		if rest, ok := strings.CutPrefix(name, keptPrefix); ok {
			values[rest] = list
		}
	}
	return &views.KeptForm{Path: path, Fields: hiddenFields(values)}
}

// hiddenFields are the values of a form, in the order of their names.
func hiddenFields(values url.Values) []views.Hidden {
	fields := []views.Hidden{}
	for name, list := range values {
		for _, v := range list {
			fields = append(fields, views.Hidden{Name: name, Value: v})
		}
	}
	slices.SortStableFunc(fields, func(a, b views.Hidden) int { return cmp.Compare(a.Name, b.Name) })
	return fields
}

// offerKeptForm signs in and asks whether to send the form now.
func (h *Handlers) offerKeptForm(c *fiber.Ctx, in *accounts.SignedIn, kept *views.KeptForm) error {
	cookie, err := h.Cookies.Write(in.Token, in.ExpiresAt)
	if err != nil {
		return err
	}
	setCookie(c, cookie)
	return show(c, fiber.StatusOK, views.KeptFormPage(h.frame(c, "Go on", ""), *kept))
}
