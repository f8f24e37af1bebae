package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/views"
)

// account is the page of the person: their sessions and their password.
func (h *Handlers) account(c *fiber.Ctx) error {
	return h.showAccount(c, fiber.StatusOK, readForm(c))
}

func (h *Handlers) changePassword(c *fiber.Ctx) error {
	f, who := readForm(c), caller(c).Person
	current, next := f.secret("current"), f.newPassword("password")
	f.checkLength("current", current, "The current password", 1, input.MaxPassword)
	if !f.ok() {
		return h.showAccount(c, fiber.StatusBadRequest, f)
	}
	err := h.Passwords.Change(c.UserContext(), who, current, next)
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		f.addProblem("current", "Wrong current password. Your password was not changed.")
		return h.showAccount(c, fiber.StatusUnauthorized, f)
	}
	if err != nil {
		return err
	}
	return h.redirect(c, "/account", "Password changed. All other sessions were signed out.")
}

func (h *Handlers) endOtherSessions(c *fiber.Ctx) error {
	who := caller(c).Person
	n, err := h.Store.EndOtherSessions(c.UserContext(), who.User.ID, who.SessionID)
	if err != nil {
		return err
	}
	return h.redirect(c, "/account", count(int(n), "other session")+" ended.")
}

func (h *Handlers) showAccount(c *fiber.Ctx, status int, f *form) error {
	who := caller(c).Person
	sessions, err := h.Store.Sessions(c.UserContext(), who.User.ID)
	if err != nil {
		return err
	}
	v := views.Account{Name: who.User.Name, Email: who.User.Email, Places: places(c), Password: []views.Field{
		{Name: "current", Label: "Current password", Type: "password", Problem: f.problems["current"], Required: true, Max: input.MaxPassword, Auto: "current-password"},
		newPasswordField("password", "New password", f),
	}}
	if who.User.Operator {
		v.Make = &views.Field{Name: "workspace", Label: "Create another workspace", Hint: "Its name.", Value: f.text("workspace"), Problem: f.problems["workspace"], Required: true, Max: input.MaxName}
	}
	for _, s := range sessions {
		v.Sessions = append(v.Sessions, views.Session{Here: s.ID == who.SessionID, Begun: h.when(&s.CreatedAt), Seen: h.when(&s.LastSeenAt), Ends: h.when(&s.ExpiresAt)})
	}
	return show(c, status, views.AccountPage(h.frame(c, "Your account", "account"), v))
}
