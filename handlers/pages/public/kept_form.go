package public

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/views"
)

// A form whose session has ended is kept through the sign-in: the sign-in page carries its fields, and sends them on only
// after the person has looked at them and pressed a button. Forms from elsewhere never come here, see package web.
const (
	keptPath   = "kept-path"
	keptPrefix = "kept."
)

// keptForm reads the form that a sign-in carries; nil if it carries none.
func keptForm(f *page.Form) *views.KeptForm {
	path := f.Text(keptPath)
	if path == "" || page.LocalPath(path) != path {
		return nil
	}
	values := url.Values{}
	for name, list := range f.Values {
		if rest, ok := strings.CutPrefix(name, keptPrefix); ok {
			values[rest] = list
		}
	}
	return &views.KeptForm{Path: path, Fields: page.HiddenFields(values)}
}

// offerKeptForm signs in and asks whether to send the form now.
func (h *Handlers) offerKeptForm(c *fiber.Ctx, in *accounts.SignedIn, kept *views.KeptForm) error {
	cookie, err := h.Cookies.Write(in.Token, in.ExpiresAt)
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return page.Show(c, fiber.StatusOK, views.KeptFormPage(h.Frame(c, "Go on", ""), *kept))
}
