package public

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// setupForm shows the first page of a new installation. Once it is set up, it redirects to the sign-in.
func (h *Handlers) setupForm(c *fiber.Ctx) error {
	done, err := h.Store.Accounts.Bootstrapped(c.UserContext())
	if err != nil {
		return err
	}
	if done {
		return h.Redirect(c, "/sign-in", "The service is already set up. Sign in instead.")
	}
	f := page.ReadForm(c)
	f.Values.Set("token", page.ReadQuery(c).Word("token")) // from the link that the program printed
	return h.showSetup(c, fiber.StatusOK, f)
}

// setup creates the first owner and workspace for the holder of the setup token.
func (h *Handlers) setup(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	sent := page.Bind[operations.SetUp](h.Service, f, page.Bound{Property: "workspaceName", Field: "workspace", Label: "The workspace name"}, page.PersonNameBound, page.EmailBound, page.NewPasswordBound(f),
		page.Bound{Property: "unmetered"}, page.Bound{Property: "token", Label: "The setup token"})
	if !f.OK() {
		return h.showSetup(c, fiber.StatusBadRequest, f)
	}
	in, err := h.SetUp(c.UserContext(), sent)
	if apierror.Is(err, apierror.CodeInvalidCredential) {
		f.AddProblem("token", "Wrong setup token. It was printed the first time the service started.")
		return h.showSetup(c, fiber.StatusUnauthorized, f)
	}
	if apierror.Is(err, apierror.CodeBootstrapConflict) {
		return h.Redirect(c, "/sign-in", "The service is already set up. Sign in instead.")
	}
	if err != nil {
		return err
	}
	return h.redirectSignedIn(c, in, startPage(in), "The workspace is ready. Try a link, or create an API key.")
}

func (h *Handlers) showSetup(c *fiber.Ctx, status int, f *page.Form) error {
	v := views.Setup{Credits: h.InitialCredits, Fields: []views.Field{
		{Name: "token", Label: "Setup token", Hint: "Printed the first time the service started.", Value: f.Text("token"), Problem: f.Problems["token"], Required: true, Mono: true, Max: operations.MostOf[operations.SetupToken]()},
		{Name: "workspace", Label: "Workspace name", Value: f.Text("workspace"), Problem: f.Problems["workspace"], Required: true, Max: operations.MostOf[operations.Name]()},
		{Name: "name", Label: "Your name", Value: f.Text("name"), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name](), Auto: "name"},
		{Name: "email", Label: "Your email", Type: "email", Value: f.Text("email"), Problem: f.Problems["email"], Required: true, Max: operations.MostOf[operations.Email](), Auto: "username"},
		page.NewPasswordField("Password", f),
	}}
	if h.AsksMeter {
		v.Meter = &views.Tick{Name: "unmetered", Label: "Only count what is used, and refuse nothing for credits", Chosen: f.Text("unmetered") != ""}
	}
	return page.Show(c, status, views.SetupPage(h.secretFrame(c, "Set up"), v))
}
