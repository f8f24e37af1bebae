package workspace

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/usage"
	"socialdata/views"
)

// compare sets a period beside the one of the same length before it.
func (h *Handlers) compare(c *fiber.Ctx, v *views.Overview, w usage.Window, report *usage.Report, spent []usage.SpentBucket) error {
	before, err := h.Store.Usage.Report(c.UserContext(), page.Caller(c).WorkspaceID, w.Before())
	if err != nil {
		return err
	}
	spentBefore, err := h.Store.Usage.Spending(c.UserContext(), page.Caller(c).WorkspaceID, w.Before())
	if err != nil {
		return err
	}
	v.SpentNow = creditsOf(spent)
	v.ImportsChange = change(report.Imports.Total, before.Imports.Total)
	v.FailedChange = change(report.Imports.Failed, before.Imports.Failed)
	v.SpentChange = change(v.SpentNow, creditsOf(spentBefore))
	return nil
}

func creditsOf(spent []usage.SpentBucket) (sum int64) {
	for _, b := range spent {
		sum += b.Credits
	}
	return sum
}

// change says how a number differs from the one of the period before.
func change(now, before int64) string {
	switch {
	case now == before && now == 0:
		return "none in the period before"
	case now == before:
		return "as in the period before"
	case before == 0:
		return "none in the period before"
	}
	percent := (100*(now-before) + before/2) / before // now and before are counts: a fall ends at -100
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
