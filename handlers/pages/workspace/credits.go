package workspace

import (
	"context"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/table"
	"socialdata/models/billing"
	"socialdata/models/usage"
	"socialdata/views"
)

// credits shows owners the balance, the ledger and the prices.
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
	q := page.ReadQuery(c)
	v := views.CreditsPageProps{Balance: totals.Balance, Granted: billing.WithoutAdvance(totals.Granted), Spent: totals.Spent, Prices: shown.PriceList(h.Store.Billing.Prices), Audit: page.WorkspacePath(c, "audit/support"), Try: page.WorkspacePath(c, "try"),
		Low: h.lowBalanceForm(c, f, w), All: page.WorkspacePath(c, "credits")}
	if v.Lasts, err = h.lasts(c, totals.Balance); err != nil {
		return err
	}
	filter, window := h.ledgerFilter(c, q, &v.Span)
	v.CSV = page.Address(page.WorkspacePath(c, "credits/export.csv"), "by", q.Word("by"), "from", q.Text("from"), "to", q.Text("to"))
	for n := range v.Ranges {
		v.Ranges[n].Href += "#spending"
	}
	v.Filtered = filter != billing.PostingFilter{}
	spent, cut, err := h.Store.Usage.SpendingBy(c.UserContext(), ws, window)
	if err != nil {
		return err
	}
	if cut {
		v.MostSummed = usage.MostSummed
	}
	p, err := h.Store.Billing.Postings(c.UserContext(), ws, filter, q.PageRequest())
	if err != nil {
		return err
	}
	by := []string{filter.SpentBy}
	for _, one := range spent {
		by = append(by, one.By)
	}
	for _, one := range p.Items {
		by = append(by, one.SpentBy)
	}
	names, err := h.spenders(c, by)
	if err != nil {
		return err
	}
	h.spending(c, &v, window, spent, filter.SpentBy, names)
	if v.Rows, err = h.ledgerRows(c, p.Items, names); err != nil {
		return err
	}
	v.Older, v.Newest = page.PageLinks(c, p.NextCursor)
	return page.Show(c, status, views.CreditsPage(h.Frame(c, "Credits", "credits"), v))
}

// spendingRanges are the presets of the spending.
var spendingRanges = []preset{{"7d", "7 days"}, {"30d", "30 days"}, {"90d", "90 days"}}

// ledgerFilter returns the filter of the ledger that a query asks for, and the period of the chart above it.
func (h *Handlers) ledgerFilter(c *fiber.Ctx, q *page.Form, v *views.Span) (billing.PostingFilter, usage.Window) {
	window := h.span(q, v, spendingRanges, page.Caller(c).Zone())
	filter := billing.PostingFilter{SpentBy: q.Word("by")}
	if v.Custom {
		filter.From, filter.Before = &window.Start, &window.End
	}
	return filter, window
}

// exportCredits sends the ledger as the page shows it as a CSV file.
func (h *Handlers) exportCredits(c *fiber.Ctx) error {
	workspace := page.Caller(c).WorkspaceID
	var span views.Span
	filter, _ := h.ledgerFilter(c, page.ReadQuery(c), &span)
	if span.Problem != "" { // exporting everything is not what the person requested
		return apierror.InvalidInput(apierror.Field{Name: "from", In: "query", Reason: "range", Expected: "days that the page takes"})
	}
	by, err := h.Store.Billing.SpentBy(c.UserContext(), workspace, filter)
	if err != nil {
		return err
	}
	names, err := h.spenders(c, by)
	if err != nil {
		return err
	}
	return h.SendTable(c, "credits", append(table.Names(billing.TableColumns()), "spent_by_name"), func(ctx context.Context, row func(...string) error) error {
		return h.Store.Billing.EachEntry(ctx, workspace, filter, func(e billing.Entry) error { return row(append(billing.TableRow(e).Texts(), names[e.SpentBy])...) })
	})
}
