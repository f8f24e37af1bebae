package references

import (
	"fmt"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/references"
	"socialdata/views"
)

// confirmErase shows what will be erased and asks for confirmation.
func (h *Handlers) confirmErase(c *fiber.Ctx) error { return h.showErase(c, fiber.StatusOK, "") }

func (h *Handlers) showErase(c *fiber.Ctx, status int, refused string) error {
	id := c.Params("accountId")
	if !operations.IsAccountID(h.Platforms, id) {
		return apierror.New(apierror.CodeNotFound, "resource", "account")
	}
	n, err := h.Store.References.Count(c.UserContext(), page.Caller(c).WorkspaceID, references.Listing{Filter: references.Filter{Account: id}})
	if err != nil {
		return err
	}
	name, err := h.accountName(c, id)
	if err != nil {
		return err
	}
	goes := page.AtMost(n, references.MostCounted, "reference")
	return page.Show(c, status, views.ConfirmPage(h.Frame(c, "Erase an account’s data", "references"), views.Confirm{
		Question: fmt.Sprintf("Erase everything of %s?", name), ID: id, Verb: "Erase everything", Back: page.WorkspacePath(c, "accounts/"+id), BackWord: name, Refusal: refused,
		Sure: &views.Tick{Name: "sure", Label: fmt.Sprintf("I know that %s and all else of this account will be gone for good", goes), Required: true},
		Goes: fmt.Sprintf("Gone for good: %s with media, transcripts, tags and notes, the history of counts, imports, watches of it and events about it. "+
			"Export first what you must keep. It ends after an hour at the earliest; a receipt names counts and no content.", goes)}))
}

// eraseAccount orders the erasure.
func (h *Handlers) eraseAccount(c *fiber.Ctx) error {
	if !page.ReadForm(c).IsChecked("sure") {
		return h.showErase(c, fiber.StatusBadRequest, "Tick that you know what will be gone. Nothing was erased.")
	}
	e, err := h.EraseAccount(c.UserContext(), page.Caller(c), c.Params("accountId"))
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "references"), "The account’s data is being erased. The number of the receipt is "+e.ID+".")
}
