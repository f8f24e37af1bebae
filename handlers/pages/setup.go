package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// setupForm is the first page of a new installation; later it leads to the sign-in.
func (h *Handlers) setupForm(c *fiber.Ctx) error {
	done, err := h.Store.Accounts.Bootstrapped(c.UserContext())
	if err != nil {
		return err
	}
	if done {
		return h.redirect(c, "/sign-in", "The service is already set up. Sign in instead.")
	}
	f := readForm(c)
	f.values.Set("token", readQuery(c).word("token")) // of the link that the program printed
	return h.showSetup(c, fiber.StatusOK, f)
}

// setup makes the first owner and workspace, for the holder of the setup token.
func (h *Handlers) setup(c *fiber.Ctx) error {
	f := readForm(c)
	sent := bind[operations.SetUp](h.Service, f, bound{property: "workspaceName", field: "workspace", label: "The workspace name"}, personNameBound, emailBound, newPasswordBound(f),
		bound{property: "token", label: "The setup token"})
	if !f.ok() {
		return h.showSetup(c, fiber.StatusBadRequest, f)
	}
	in, err := h.SetUp(c.UserContext(), sent)
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		f.addProblem("token", "Wrong setup token. It was printed the first time the service started.")
		return h.showSetup(c, fiber.StatusUnauthorized, f)
	}
	if apierror.Is(err, apierror.CodeBootstrapConflict) {
		return h.redirect(c, "/sign-in", "The service is already set up. Sign in instead.")
	}
	if err != nil {
		return err
	}
	return h.redirectSignedIn(c, in, startPage(in), "The workspace is ready. Try a link, or create an API key.")
}

func (h *Handlers) showSetup(c *fiber.Ctx, status int, f *form) error {
	v := views.Setup{Credits: h.InitialCredits, Fields: []views.Field{
		{Name: "token", Label: "Setup token", Hint: "Printed the first time the service started.", Value: f.text("token"), Problem: f.problems["token"], Required: true, Mono: true, Max: operations.MostOf[operations.SetupToken]()},
		{Name: "workspace", Label: "Workspace name", Value: f.text("workspace"), Problem: f.problems["workspace"], Required: true, Max: operations.MostOf[operations.Name]()},
		{Name: "name", Label: "Your name", Value: f.text("name"), Problem: f.problems["name"], Required: true, Max: operations.MostOf[operations.Name](), Auto: "name"},
		{Name: "email", Label: "Your email", Type: "email", Value: f.text("email"), Problem: f.problems["email"], Required: true, Max: operations.MostOf[operations.Email](), Auto: "username"},
		newPasswordField("Password", f),
	}}
	frame := h.frame(c, "Set up", "")
	frame.Referrer = "same-origin" // else the browser would send the form without its Origin
	return show(c, status, views.SetupPage(frame, v))
}

// newPasswordField is the field of a password that is being chosen. What was typed is never sent back.
func newPasswordField(label string, f *form) views.Field {
	return views.Field{Name: passwordField, Label: label, Type: "password", Hint: "At least " + views.Count(operations.LeastPassword, "character") + ". A few words are easier to keep in mind than signs.",
		Problem: f.problems[passwordField], Required: true, Min: operations.LeastPassword, Max: operations.MostOf[operations.NewPassword](), Auto: "new-password"}
}
