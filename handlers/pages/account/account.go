package account

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// account shows the page of the signed-in person: their details, sessions and password.
func (h *Handlers) account(c *fiber.Ctx) error {
	who, f := page.Caller(c).Person, page.ReadForm(c)
	f.Values.Set("name", who.User.Name)
	f.Values.Set("email", who.User.Email)
	return h.showAccount(c, fiber.StatusOK, f)
}

// changeDetails changes the person's name or, if the password is right, their e-mail. Each has a form of its own; the other
// one stays as it is.
func (h *Handlers) changeDetails(c *fiber.Ctx) error {
	f, user := page.ReadForm(c), page.Caller(c).Person.User
	for field, is := range map[string]string{"name": user.Name, "email": user.Email} {
		if !f.Values.Has(field) {
			f.Values.Set(field, is)
		}
	}
	in := page.Bind[operations.ChangeDetails](h.Service, f, page.PersonNameBound, page.EmailBound, page.SecretBound(f, "current", "confirm", "The current password"))
	if !f.OK() {
		return h.showAccount(c, fiber.StatusBadRequest, f)
	}
	err := h.ChangeDetails(c.UserContext(), page.Caller(c), in)
	switch {
	case apierror.Is(err, apierror.CodeInvalidCredential):
		f.AddProblem("confirm", "To change the email, enter your current password. Nothing was changed.")
		return h.showAccount(c, fiber.StatusUnauthorized, f)
	case apierror.Is(err, apierror.CodeInvalidInput) && apierror.FieldsOf(err)[0].Reason == "issued":
		f.AddProblem("email", "Your email comes from "+cmp.Or(h.IssuerName(), "another sign-in")+". Nothing was changed.")
		return h.showAccount(c, fiber.StatusConflict, f)
	case apierror.Is(err, apierror.CodeInvalidInput):
		f.AddProblem("email", "This email cannot be used. Nothing was changed.")
		return h.showAccount(c, fiber.StatusConflict, f)
	case err != nil:
		return err
	}
	return h.Redirect(c, "/account#details", "Your details are changed.")
}

func (h *Handlers) changePassword(c *fiber.Ctx) error {
	f, who := page.ReadForm(c), page.Caller(c).Person
	f.Values.Set("name", who.User.Name)
	f.Values.Set("email", who.User.Email)
	in := page.Bind[operations.ChangePassword](h.Service, f, page.SecretBound(f, "current", "current", "The current password"), page.NewPasswordBound(f))
	if !f.OK() {
		return h.showAccount(c, fiber.StatusBadRequest, f)
	}
	err := h.ChangePassword(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		f.AddProblem("current", "Wrong current password. Your password was not changed.")
		return h.showAccount(c, fiber.StatusUnauthorized, f)
	}
	return h.RedirectAfter(c, err, "/account#password-change", "Password changed. All other sessions were signed out.")
}

// setAlertMails sets whether the person receives alerts by e-mail.
func (h *Handlers) setAlertMails(c *fiber.Ctx) error {
	wanted := page.ReadForm(c).IsChecked("alerts")
	err := h.SetAlertMails(c.UserContext(), page.Caller(c), wanted)
	says := "You get no e-mails about alerts any more."
	if wanted {
		says = "You get e-mails about the alerts of workspaces that you own."
	}
	return h.RedirectAfter(c, err, "/account", says)
}

// endSession ends one of the person's sessions.
func (h *Handlers) endSession(c *fiber.Ctx) error {
	err := h.EndSession(c.UserContext(), page.Caller(c), c.Params("sessionId"))
	if apierror.Is(err, apierror.CodeNotFound) {
		return h.Redirect(c, "/account#sessions", "This session has already ended.")
	}
	return h.RedirectAfter(c, err, "/account#sessions", "Session ended.")
}

func (h *Handlers) endOtherSessions(c *fiber.Ctx) error {
	n, err := h.EndOtherSessions(c.UserContext(), page.Caller(c))
	if err != nil {
		return err
	}
	return h.Redirect(c, "/account#sessions", views.Count(n, "other session")+" ended.")
}

func (h *Handlers) showAccount(c *fiber.Ctx, status int, f *page.Form) error {
	who := page.Caller(c).Person
	sessions, err := h.Store.Accounts.Sessions(c.UserContext(), who.User.ID)
	if err != nil {
		return err
	}
	v := views.Account{Email: who.User.Email, Places: places(c),
		Name: views.Field{Name: "name", Label: "Your name", Value: f.Text("name"), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name](), Auto: "name"}}
	if h.Passwords.Has(who) {
		v.Change = []views.Field{
			{Name: "email", Label: "Email", Type: "email", Value: f.Text("email"), Problem: f.Problems["email"], Required: true, Max: operations.MostOf[operations.Email](), Auto: "email"},
			{Name: "confirm", Label: "Current password", Type: "password", Problem: f.Problems["confirm"], Required: true, Max: operations.MostOf[operations.NewPassword](), Auto: "current-password"},
		}
		v.Password = []views.Field{
			{Name: "current", Label: "Current password", Type: "password", Problem: f.Problems["current"], Required: true, Max: operations.MostOf[operations.NewPassword](), Auto: "current-password"},
			page.NewPasswordField("New password", f),
		}
	}
	factor, err := h.Store.Accounts.FindSecondFactor(c.UserContext(), who.User.ID)
	if err != nil {
		return err
	}
	v.Factor = factor.On
	if issued, err := h.Store.Accounts.IsIssued(c.UserContext(), who.User.ID); err != nil {
		return err
	} else if issued {
		v.Issuer = cmp.Or(h.IssuerName(), "another sign-in")
	}
	v.Alerts, v.AlertsWanted, v.Confirmed = h.Mails != nil, !who.User.WithoutAlertMails, who.User.EmailProvedAt != nil
	if v.Digests, err = h.digestChoices(c); err != nil {
		return err
	}
	if who.User.Operator {
		v.Make = &views.Field{Name: "workspace", Label: "Create another workspace", Hint: "Its name.", Value: f.Text("workspace"), Problem: f.Problems["workspace"], Required: true, Max: operations.MostOf[operations.Name]()}
	}
	for _, s := range sessions {
		v.Sessions = append(v.Sessions, h.sessionRow(s, s.ID == who.SessionID))
	}
	return page.Show(c, status, views.AccountPage(h.Frame(c, "Your account", "account"), v))
}

func (h *Handlers) sessionRow(s accounts.Session, here bool) views.Session {
	row := views.Session{Here: here, Browser: shown.BrowserName(s.UserAgent), Address: s.Address, Begun: h.When(&s.CreatedAt), Seen: h.When(&s.LastSeenAt), Ends: h.When(&s.ExpiresAt)}
	if !here {
		row.EndHref = "/account/sessions/" + s.ID + "/end"
	}
	return row
}

// sendConfirmation mails the person a link that confirms their address.
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
