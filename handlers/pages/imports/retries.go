package imports

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/reruns"
	"socialdata/views"
)

// retryFilter converts the filter of a list to that of a retry. ok is false if the list may contain other than failed
// imports, or is a search.
func retryFilter(f imports.Filter) (_ operations.RetryFilter, ok bool) {
	return operations.RetryFilter{Platform: f.Platform, OutcomeCode: operations.FailureCode(f.Code), Reason: f.Reason, BatchID: f.BatchID, CreatedFrom: instant(f.CreatedFrom), CreatedBefore: instant(f.CreatedBefore)},
		f.State == imports.Failed && !f.Searched
}

// instant formats a time as the API does, or returns "" for nil.
func instant(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// runAllHref returns the address of the page that runs all failed imports of the list again.
func runAllHref(c *fiber.Ctx) string {
	return page.WorkspacePath(c, "imports/retries/new") + "?" + string(c.Request().URI().QueryString())
}

// runAllForm asks at which rate the failed imports of a list are run again.
func (h *Handlers) runAllForm(c *fiber.Ctx) error {
	return h.showRunAll(c, fiber.StatusOK, page.NewForm(nil), "")
}

// runAll runs all failed imports of a list again.
func (h *Handlers) runAll(c *fiber.Ctx) error {
	list := h.importFilter(page.ReadQuery(c), &views.Imports{})
	filter, ok := retryFilter(list)
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateRetry](h.Service, f, page.Bound{Property: "perMinute", Label: "The rate"})
	if !f.OK() || !ok {
		return h.showRunAll(c, fiber.StatusBadRequest, f, "")
	}
	in.Filter, in.WithoutUnavailable = filter, true
	r, err := h.CreateRetry(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.showRunAll(c, fiber.StatusConflict, f, "As many of these as a workspace may have are running. Wait for one of them, or stop it.")
	}
	if err != nil {
		return err
	}
	unavailable, _, err := h.countFailed(c, list, true)
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "imports/retries/"+r.ID), strings.TrimSpace("The imports are running again, one after another. "+leftOut(unavailable, "other")))
}

func (h *Handlers) showRunAll(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	list := h.importFilter(page.ReadQuery(c), &views.Imports{})
	filter, ok := retryFilter(list)
	workspace := page.Caller(c).WorkspaceID
	var total, n, most, unavailable int64
	if ok {
		var err error
		if total, err = h.Store.Imports.Count(c.UserContext(), workspace, list); err != nil {
			return err
		}
		if n, most, err = h.countFailed(c, list, false); err != nil {
			return err
		}
		if unavailable, _, err = h.countFailed(c, list, true); err != nil {
			return err
		}
	}
	credits, err := h.Store.Billing.Credits(c.UserContext(), workspace)
	if err != nil {
		return err
	}
	prices := h.Store.Billing.Prices
	v := views.RunAll{What: h.retryWords(filter), Back: retryListHref(c, filter), Action: runAllHref(c), Count: runCount(total, n, unavailable), None: n == 0, Balance: credits.Balance, Refusal: refused,
		Price: "Each that succeeds costs " + strconv.FormatInt(prices.Import, 10) + " to " + views.Credits(prices.FullImport()) + ", by what it keeps",
		Rate:  shown.RerunRate(f, int64(operations.UsualRetryRate), int64(operations.MostRetryRate), "You can pause and stop it.")}
	if n <= references.MostCounted {
		v.Price += ": up to " + views.Credits(most) + " in all"
	}
	v.Price += "."
	return page.Show(c, status, views.RunAllPage(h.Frame(c, "Run all again", "imports"), v))
}

// countFailed counts the failed imports of a list whose content is unavailable, which are left out, or the others, which would be run again;
// up to references.MostCounted + 1, with what they cost at most.
func (h *Handlers) countFailed(c *fiber.Ctx, list imports.Filter, unavailable bool) (n, price int64, err error) {
	list.Unavailable = &unavailable
	ids, price, err := h.Store.Imports.ToRunAgain(c.UserContext(), page.Caller(c).WorkspaceID, list, references.MostCounted+1)
	return int64(len(ids)), price, err
}

// runCount says how many of the imports of a list run again, and why the others do not.
func runCount(total, runs, unavailable int64) string {
	if total > references.MostCounted || total == runs {
		return strings.TrimSpace(page.AtMost(runs, references.MostCounted, "import") + ". " + leftOut(unavailable, "import"))
	}
	var why []string
	if since := total - runs - unavailable; since > 0 {
		why = append(why, views.Number(since)+" imported again since")
	}
	if unavailable > 0 {
		why = append(why, views.Number(unavailable)+" cannot succeed, as "+shown.Unavailable)
	}
	return views.Number(runs) + " of " + views.Number(total) + ". Left out: " + strings.Join(why, ", ") + "."
}

// leftOut says how many imports are not run again because their content is unavailable, or "" for none.
func leftOut(n int64, one string) string {
	if n == 0 {
		return ""
	}
	return "Left out: " + strings.ToLower(page.AtMost(n, references.MostCounted, one)) + ", because " + shown.Unavailable + "."
}

// retryWords describes which imports a filter matches.
func (h *Handlers) retryWords(f operations.RetryFilter) string {
	words := []string{"Failed imports"}
	if f.Platform != "" {
		words = append(words, h.PlatformOf(f.Platform).Word)
	}
	if f.OutcomeCode != "" || f.Reason != "" {
		words = append(words, shown.CauseText(apierror.Code(f.OutcomeCode), f.Reason))
	}
	for _, t := range []struct{ word, at string }{{"since", f.CreatedFrom}, {"before", f.CreatedBefore}} {
		if at := operations.ParseInstant(t.at); at != nil {
			words = append(words, "made "+t.word+" "+shortTime(*at))
		}
	}
	return strings.Join(words, ", ")
}

// retryListHref returns the address of the list of imports that match a filter.
func retryListHref(c *fiber.Ctx, f operations.RetryFilter) string {
	return page.Address(page.WorkspacePath(c, "imports"), "state", string(imports.Failed), "platform", string(f.Platform), "code", cmp.Or(string(f.OutcomeCode), string(f.Reason)), "from", f.CreatedFrom, "before", f.CreatedBefore)
}

// showRetry shows the progress of a retry of the workspace's imports.
func (h *Handlers) showRetry(c *fiber.Ctx) error {
	return h.retryPage(c, fiber.StatusOK, "")
}

// retrySaid maps the states that a person can set to the confirmation shown afterwards.
var retrySaid = map[reruns.State]string{reruns.Running: "It goes on.", reruns.Paused: "Paused. What had begun goes on.", reruns.Stopped: "Stopped. What had begun goes on."}

// changeRetry pauses, resumes or stops a retry of the workspace's imports.
func (h *Handlers) changeRetry(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ChangeRetry](h.Service, f, page.Bound{Property: "state", Field: "do", Label: "What to do"})
	if !f.OK() {
		return h.retryPage(c, fiber.StatusBadRequest, "Choose what to do.")
	}
	r, err := h.ChangeRetry(c.UserContext(), page.Caller(c), c.Params("retryId"), in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.retryPage(c, fiber.StatusConflict, "It has ended. Nothing was changed.")
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "imports/retries/"+r.ID), retrySaid[r.State])
}

func (h *Handlers) retryPage(c *fiber.Ctx, status int, refused string) error {
	r, err := h.Store.Reruns.Find(c.UserContext(), reruns.OfWorkspace, page.Caller(c).WorkspaceID, c.Params("retryId"))
	if err != nil {
		return err
	}
	p, err := h.Store.Reruns.Progress(c.UserContext(), r.ID)
	if err != nil {
		return err
	}
	started, err := h.Store.Reruns.Started(c.UserContext(), r.ID, shown.StartedRows)
	if err != nil {
		return err
	}
	list, err := h.Store.Imports.List(c.UserContext(), page.Caller(c).WorkspaceID, imports.Filter{Among: started}, db.PageRequest{Limit: shown.StartedRows})
	if err != nil {
		return err
	}
	rows, err := shown.ImportRows(c.UserContext(), h.Base, page.Caller(c).WorkspaceID, list.Items)
	if err != nil {
		return err
	}
	filter := operations.RetryFilterOf(r)
	v := views.Retry{Imports: rows, MoreImports: p.Retried > shown.StartedRows, Href: page.WorkspacePath(c, "imports/retries/"+r.ID), What: h.retryWords(filter), WhatHref: retryListHref(c, filter), PerMinute: r.PerMinute, More: r.More, Made: h.When(&r.CreatedAt),
		Progress: shown.RerunProgress(r, p), MayChange: !r.State.Ended() && page.Caller(c).Has(accounts.Editor), Paused: r.State == reruns.Paused, Refusal: refused}
	return page.Show(c, status, views.RetryPage(h.LiveFrame(c, "Run again", "imports", v.Progress.Moving, 3), v))
}
