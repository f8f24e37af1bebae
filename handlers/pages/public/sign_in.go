package public

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// home redirects to the workspace, to the support pages or to the sign-in. On the first start it redirects to the
// setup.
func (h *Handlers) home(c *fiber.Ctx) error {
	if who := page.Caller(c); who != nil {
		return c.Redirect(startPage(who.Person), fiber.StatusSeeOther)
	}
	done, err := h.Store.Accounts.Bootstrapped(c.UserContext())
	if err != nil {
		return err
	}
	if !done {
		return c.Redirect("/setup", fiber.StatusSeeOther)
	}
	return c.Redirect("/sign-in", fiber.StatusSeeOther)
}

// startPage returns the first page for a person who has signed in.
func startPage(p *accounts.SignedIn) string {
	switch {
	case len(p.Workspaces) > 0:
		return "/w/" + p.Workspaces[0].WorkspaceID
	case p.User.Support:
		return "/support"
	}
	return "/account"
}

func (h *Handlers) signInForm(c *fiber.Ctx) error {
	if who := page.Caller(c); who != nil {
		return c.Redirect(startPage(who.Person), fiber.StatusSeeOther)
	}
	return h.ShowSignIn(c, fiber.StatusOK, views.SignIn{})
}

// signIn opens a session. After a failure, the form keeps what was typed except the password.
func (h *Handlers) signIn(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	v := views.SignIn{Email: f.Text("email"), Kept: keptForm(f)}
	in, err := h.openSession(c, f)
	if needsCode(err) {
		return h.askCode(c, in, v.Kept)
	}
	if refused := signInRefusal(err); refused != "" {
		v.Refusal = refused
		return h.ShowSignIn(c, apierror.From(err).HTTPStatus(), v)
	}
	if err != nil {
		return err
	}
	if v.Kept != nil {
		return h.offerKeptForm(c, in, v.Kept)
	}
	return h.goOn(c, in)
}

// goOn opens the session and the page that the person wanted to see before they signed in.
func (h *Handlers) goOn(c *fiber.Ctx, in *accounts.SignedIn) error {
	next := h.Cookies.ReadNext(c.Cookies(session.NextName))
	if next == "" {
		return h.redirectSignedIn(c, in, startPage(in), "")
	}
	forget, err := h.Cookies.Next("")
	if err != nil {
		return err
	}
	page.SetCookie(c, forget)
	return h.redirectSignedIn(c, in, page.LocalPath(next), "")
}

// openSession signs in. It immediately rejects what cannot be an e-mail or a password.
func (h *Handlers) openSession(c *fiber.Ctx, f *page.Form) (*accounts.SignedIn, error) {
	in := page.Bind[operations.SignIn](h.Service, f, page.EmailBound, page.SecretBound(f, "password", "password", "The password"))
	if !f.OK() {
		return nil, apierror.New(apierror.CodeInvalidCredential)
	}
	return h.SignIn(c.UserContext(), in)
}

// signInRefusal explains why signing in was rejected. It returns "" for other errors.
func signInRefusal(err error) string {
	switch {
	case apierror.Is(err, apierror.CodeInvalidCredential):
		return "Wrong email or password."
	case apierror.Is(err, apierror.CodeForbidden):
		return "Nobody signs in with a password here."
	case apierror.Is(err, apierror.CodeRateLimited):
		return "Too many tries. Wait " + page.FormatDuration(max(apierror.From(err).RetryAfter, 1e9)) + ", then try again."
	}
	return ""
}

// redirectSignedIn sets the session cookie and redirects.
func (h *Handlers) redirectSignedIn(c *fiber.Ctx, in *accounts.SignedIn, next, sentence string) error {
	cookie, err := h.Cookies.Write(in.Token, in.ExpiresAt)
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return h.Redirect(c, next, sentence)
}

func (h *Handlers) signOut(c *fiber.Ctx) error {
	if err := h.SignOut(c.UserContext(), page.Caller(c)); err != nil {
		return err
	}
	page.SetCookie(c, h.Cookies.Clear())
	page.SetCookie(c, h.Cookies.Workspace(""))
	return h.Redirect(c, "/sign-in", "You have signed out.")
}

// If the session has ended when a form is submitted, the form is kept during the sign-in: the sign-in page contains
// its fields and submits them only after the person has seen them and pressed a button. Forms from other sites are
// rejected before, by package web.
const (
	keptPath   = "kept-path"
	keptPrefix = "kept."
)

// keptForm returns the form that a sign-in keeps, or nil if there is none.
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

// offerKeptForm signs in and asks whether to submit the kept form now.
func (h *Handlers) offerKeptForm(c *fiber.Ctx, in *accounts.SignedIn, kept *views.KeptForm) error {
	cookie, err := h.Cookies.Write(in.Token, in.ExpiresAt)
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return page.Show(c, fiber.StatusOK, views.KeptFormPage(h.Frame(c, "Go on", ""), *kept))
}
