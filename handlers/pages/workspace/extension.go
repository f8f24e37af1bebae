package workspace

import (
	"fmt"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// extension asks for confirmation before a key for a browser extension is made.
func (h *Handlers) extension(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	f.Values.Set("name", shown.BrowserName(c.Get(fiber.HeaderUserAgent)))
	return h.showExtension(c, fiber.StatusOK, f, views.ExtensionDoor{})
}

// connectExtension makes a key that can only save posts. The extension takes it from the response to the form.
func (h *Handlers) connectExtension(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateKey](h.Service, f, page.Bound{Property: "name", Label: "The name"},
		page.Bound{Property: "scopes", Given: []string{string(accounts.IngestionsWrite)}})
	if !f.OK() {
		return h.showExtension(c, fiber.StatusBadRequest, f, views.ExtensionDoor{})
	}
	_, text, err := h.CreateKey(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.showExtension(c, fiber.StatusUnprocessableEntity, f,
			views.ExtensionDoor{Refusal: fmt.Sprintf("A workspace has at most %v live keys. Revoke one first.", apierror.From(err).Details["limit"])})
	}
	if err != nil {
		return err
	}
	return h.showExtension(c, fiber.StatusCreated, f, views.ExtensionDoor{Key: text})
}

func (h *Handlers) showExtension(c *fiber.Ctx, status int, f *page.Form, v views.ExtensionDoor) error {
	v.Back = page.WorkspacePath(c, "keys")
	v.Name = views.Field{Name: "name", Label: "Name of the key", Hint: "By which you find it on the page “Keys”.", Value: f.Text("name"), Problem: f.Problems["name"],
		Required: true, Max: operations.MostOf[operations.Name]()}
	return page.Show(c, status, views.ExtensionDoorPage(h.Frame(c, "Connect a browser", "keys"), v))
}
