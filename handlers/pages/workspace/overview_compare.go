package workspace

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/usage"
	"socialdata/views"
)

// compare compares a period with the preceding one of the same length.
func (h *Handlers) compare(c *fiber.Ctx, v *views.Overview, w usage.Window, report *usage.Report, spent []usage.SpentBucket) error {
	before, err := h.Store.Usage.Report(c.UserContext(), page.Caller(c).WorkspaceID, w.Before())
	if err != nil {
		return err
	}
	spentBefore, err := h.Store.Usage.Spending(c.UserContext(), page.Caller(c).WorkspaceID, w.Before())
	if err != nil {
		return err
	}
	v.SpentNow = usage.Sum(spent)
	v.ImportsChange = change(report.Imports.Total, before.Imports.Total)
	v.FailedChange = change(report.Imports.Failed, before.Imports.Failed)
	v.FailedMore = failedMore(report.Imports, before.Imports)
	v.SpentChange = change(v.SpentNow, usage.Sum(spentBefore))
	return nil
}

// failedMore reports whether a larger share of the imports failed than in the preceding period, which had some.
func failedMore(now, before usage.ImportTotals) bool {
	return now.Failed*before.Total > before.Failed*now.Total
}

// fewest is the smallest number of which a percentage says more than the number itself.
const fewest = 10

// change describes how a number differs from that of the preceding period.
func change(now, before int64) string {
	switch {
	case before == 0:
		return "none in the period before"
	case now == before:
		return "as in the period before"
	case before < fewest:
		return views.Number(before) + " in the period before"
	}
	percent := (100*(now-before) + before/2) / before // both are counts, so the lowest result is -100
	if now < before {
		percent = (100*(now-before) - before/2) / before
	}
	switch {
	case percent == 0 && now > before:
		return "up by less than 1 % on the period before"
	case percent == 0:
		return "down by less than 1 % on the period before"
	case percent > 0:
		return "+" + views.Number(percent) + " % on the period before"
	}
	return "−" + strconv.FormatInt(-percent, 10) + " % on the period before"
}
