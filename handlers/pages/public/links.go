package public

import (
	"net/url"

	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// inviteForm shows an invite to whoever has its link.
func (h *Handlers) inviteForm(c *fiber.Ctx) error {
	invite, err := h.Store.Accounts.FindInvite(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noUse(c, err, "invite", views.NoInvitePage)
	}
	return h.showInvite(c, fiber.StatusOK, invite, page.ReadForm(c), "")
}

// acceptInvite joins the workspace, with a new account or with the password of an existing one. The page does not say
// which, because the person who created the invite also has its link and could find out who has an account here.
func (h *Handlers) acceptInvite(c *fiber.Ctx) error {
	invite, err := h.Store.Accounts.FindInvite(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noUse(c, err, "invite", views.NoInvitePage)
	}
	f := page.ReadForm(c)
	sent := page.Bind[operations.AcceptInvite](h.Service, f, page.TokenBound(c), page.PersonNameBound, page.NewPasswordBound(f), page.Bound{Property: "code", Label: "The code"})
	if !f.OK() {
		return h.showInvite(c, fiber.StatusBadRequest, invite, f, "")
	}
	in, err := h.AcceptInvite(c.UserContext(), sent)
	if err != nil {
		return h.refuseInvite(c, invite, f, err)
	}
	return h.redirectSignedIn(c, in, "/w/"+invite.WorkspaceID, "You are in: "+invite.WorkspaceName+".")
}

// refuseInvite explains why the invite was not accepted. The invite remains valid.
func (h *Handlers) refuseInvite(c *fiber.Ctx, invite *accounts.InviteView, f *page.Form, err error) error {
	switch {
	case needsCode(err):
		f.AddProblem("code", "This account has a second factor. Enter your password again, and a code.")
		return h.showInvite(c, fiber.StatusUnauthorized, invite, f, "")
	case apierror.Is(err, apierror.CodeInvalidCredential) && apierror.From(err).Details["reason"] == "code":
		f.AddProblem("code", codeRefusal(err))
		return h.showInvite(c, fiber.StatusUnauthorized, invite, f, "")
	case apierror.Is(err, apierror.CodeInvalidCredential):
		f.AddProblem("password", "This is not the password of "+invite.Email+". The invite stays open.")
		return h.showInvite(c, fiber.StatusUnauthorized, invite, f, "")
	case apierror.Is(err, apierror.CodeRateLimited):
		return h.showInvite(c, fiber.StatusTooManyRequests, invite, f, signInRefusal(err))
	}
	return h.noUse(c, err, "invite", views.NoInvitePage)
}

// noUse says that a link is no longer valid.
func (h *Handlers) noUse(c *fiber.Ctx, err error, link string, view func(views.Frame) templ.Component) error {
	if !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	return page.Show(c, fiber.StatusNotFound, view(h.Frame(c, "This "+link+" is no longer valid", "")))
}

// secretFrame returns the frame of a page whose address is a secret.
func (h *Handlers) secretFrame(c *fiber.Ctx, title string) views.Frame {
	f := h.Frame(c, title, "")
	f.Referrer = "same-origin" // otherwise the browser would submit the form without an Origin
	return f
}

func (h *Handlers) showInvite(c *fiber.Ctx, status int, i *accounts.InviteView, f *page.Form, refusal string) error {
	v := views.Invite{Workspace: i.WorkspaceName, Email: i.Email, Role: string(i.Role), Ends: h.When(&i.ExpiresAt), Refusal: refusal}
	password := page.NewPasswordField("Password", f)
	password.Auto = "current-password" // password managers offer a stored password and can still create a new one
	v.Fields = []views.Field{
		{Name: "name", Label: "Your name", Value: f.Text("name"), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name](), Auto: "name"},
		password,
	}
	if f.Text("code") != "" || f.Problems["code"] != "" {
		v.Fields = append(v.Fields, views.Field{Name: "code", Label: "Code of your second factor", Problem: f.Problems["code"], Required: true, Mono: true, Max: operations.MostOf[operations.FactorCode](), Auto: "one-time-code"})
	}
	if h.Issuer != nil {
		v.Issuer, v.IssuerOnly = h.IssuerName(), h.IssuerOnly()
		v.IssuerHref = operations.IssuerPath + "?invite=" + url.QueryEscape(c.Params("token"))
	}
	return page.Show(c, status, views.InvitePage(h.secretFrame(c, "Join "+i.WorkspaceName), v))
}

// resetForm asks the holder of a reset link for a new password.
func (h *Handlers) resetForm(c *fiber.Ctx) error {
	u, err := h.Passwords.FindReset(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noUse(c, err, "link", views.NoPasswordResetPage)
	}
	return h.showReset(c, fiber.StatusOK, u, page.ReadForm(c))
}

// resetPassword sets the password, invalidates the link and signs in.
func (h *Handlers) resetPassword(c *fiber.Ctx) error {
	u, err := h.Passwords.FindReset(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noUse(c, err, "link", views.NoPasswordResetPage)
	}
	f := page.ReadForm(c)
	sent := page.Bind[operations.ResetPassword](h.Service, f, page.NewPasswordBound(f))
	if !f.OK() {
		return h.showReset(c, fiber.StatusBadRequest, u, f)
	}
	in, err := h.ResetPassword(c.UserContext(), c.Params("token"), sent)
	if err != nil {
		return h.noUse(c, err, "link", views.NoPasswordResetPage)
	}
	if in.Token == "" {
		return h.Redirect(c, "/sign-in", "Your new password is set. Sign in with it and a code of your second factor.")
	}
	return h.redirectSignedIn(c, in, startPage(in), "Your new password is set, and you are signed in. Other sessions were ended.")
}

func (h *Handlers) showReset(c *fiber.Ctx, status int, u *accounts.User, f *page.Form) error {
	return page.Show(c, status, views.PasswordResetPage(h.secretFrame(c, "New password"), views.PasswordReset{Email: u.Email, Password: page.NewPasswordField("New password", f)}))
}

// confirmForm asks the person to confirm with a button, because programs that scan e-mail open links but do not press
// buttons.
func (h *Handlers) confirmForm(c *fiber.Ctx) error {
	email, err := h.Store.Accounts.FindEmailProof(c.UserContext(), c.Params("token"))
	if err != nil {
		return h.noUse(c, err, "link", views.NoConfirmEmailPage)
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmEmailPage(h.secretFrame(c, "Confirm your email"), email))
}

// confirmEmail confirms the address and invalidates the link.
func (h *Handlers) confirmEmail(c *fiber.Ctx) error {
	if err := h.ConfirmEmail(c.UserContext(), c.Params("token")); err != nil {
		return h.noUse(c, err, "link", views.NoConfirmEmailPage)
	}
	return h.Redirect(c, "/", "Your email is confirmed.")
}
