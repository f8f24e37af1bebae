package workspace

import (
	"context"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/billing"
	"socialdata/models/support"
	"socialdata/views"
)

// credits shows an owner what is left, the ledger, and what things cost.
func (h *Handlers) credits(c *fiber.Ctx) error { return h.showCredits(c, fiber.StatusOK, &page.Form{}) }

func (h *Handlers) showCredits(c *fiber.Ctx, status int, f *page.Form) error {
	ws := page.Caller(c).WorkspaceID
	totals, err := h.Store.Billing.Credits(c.UserContext(), ws)
	if err != nil {
		return err
	}
	w, err := h.Store.Accounts.Workspace(c.UserContext(), ws)
	if err != nil {
		return err
	}
	p, err := h.Store.Billing.Ledger(c.UserContext(), ws, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v := views.CreditsPageProps{Balance: totals.Balance, Granted: totals.Granted, Spent: totals.Spent, Prices: shown.PriceList(h.Store.Billing.Prices), Audit: page.WorkspacePath(c, "audit"), Try: page.WorkspacePath(c, "try"),
		Low: h.lowBalanceForm(c, f, w)}
	for _, e := range p.Items {
		v.Rows = append(v.Rows, h.ledgerRow(c, e))
	}
	v.Older, v.Newest = page.PageLinks(c, p.NextCursor)
	return page.Show(c, status, views.CreditsPage(h.Frame(c, "Credits", "credits"), v))
}

func (h *Handlers) ledgerRow(c *fiber.Ctx, e billing.Entry) views.LedgerRow {
	v := views.LedgerRow{When: h.When(&e.CreatedAt), Note: e.Note, Amount: e.Amount, After: e.BalanceAfter}
	v.For, v.Subject = shown.EntryWords(e)
	if id := e.ImportID(); id != "" {
		v.Import = page.WorkspacePath(c, "imports/"+id)
	}
	return v
}

// exportCredits sends the ledger as a table.
func (h *Handlers) exportCredits(c *fiber.Ctx) error {
	workspace := page.Caller(c).WorkspaceID
	columns := []string{"id", "at", "amount", "balance_after", "part", "subject", "import_id", "note"}
	return h.SendTable(c, "credits", columns, func(ctx context.Context, row func(...string) error) error {
		return h.Store.Billing.EachEntry(ctx, workspace, func(e billing.Entry) error {
			return row(e.ID, page.CellTime(&e.CreatedAt), strconv.FormatInt(e.Amount, 10), strconv.FormatInt(e.BalanceAfter, 10), string(e.Part), e.Subject, e.ImportID(), e.Note)
		})
	})
}

// workspaceAudit lists what support did in this workspace, for its owners.
func (h *Handlers) workspaceAudit(c *fiber.Ctx) error {
	v := views.Audit{Title: "Support actions in this workspace", Back: page.WorkspacePath(c, "credits")}
	return shown.AuditPage(h.Base, c, support.AuditFilter{WorkspaceID: page.Caller(c).WorkspaceID}, v, "credits")
}
