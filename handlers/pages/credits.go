package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/models/billing"
	"socialdata/views"
)

// credits shows an owner what is left, the ledger, and what things cost.
func (h *Handlers) credits(c *fiber.Ctx) error { return h.showCredits(c, fiber.StatusOK, &form{}) }

func (h *Handlers) showCredits(c *fiber.Ctx, status int, f *form) error {
	ws := caller(c).WorkspaceID
	totals, err := h.Store.Billing.Credits(c.UserContext(), ws)
	if err != nil {
		return err
	}
	w, err := h.Store.Accounts.Workspace(c.UserContext(), ws)
	if err != nil {
		return err
	}
	p, err := h.Store.Billing.Ledger(c.UserContext(), ws, readQuery(c).pageRequest())
	if err != nil {
		return err
	}
	v := views.CreditsPageProps{Balance: totals.Balance, Granted: totals.Granted, Spent: totals.Spent, Prices: priceList(h.Store.Billing.Prices), Audit: workspacePath(c, "audit"), Try: workspacePath(c, "try"),
		Low: h.lowBalanceForm(c, f, w)}
	for _, e := range p.Items {
		v.Rows = append(v.Rows, h.ledgerRow(c, e))
	}
	v.Older, v.Newest = pageLinks(c, p.NextCursor)
	return show(c, status, views.CreditsPage(h.frame(c, "Credits", "credits"), v))
}

func (h *Handlers) ledgerRow(c *fiber.Ctx, e billing.Entry) views.LedgerRow {
	v := views.LedgerRow{When: h.when(&e.CreatedAt), Note: e.Note, Amount: e.Amount, After: e.BalanceAfter}
	v.For, v.Subject = entryWords(e)
	if id := e.ImportID(); id != "" {
		v.Import = workspacePath(c, "imports/"+id)
	}
	return v
}
