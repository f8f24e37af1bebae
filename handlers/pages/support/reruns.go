package support

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/reruns"
	"socialdata/models/support"
	"socialdata/views"
)

// runGroupForm asks at which rate the failed imports that match a filter are run again.
func (h *Handlers) runGroupForm(c *fiber.Ctx) error {
	return h.showRunGroup(c, fiber.StatusOK, page.NewForm(nil), "")
}

// runGroup runs the failed imports that match a filter again.
func (h *Handlers) runGroup(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.RunGroupAgain](h.Service, f, reasonBound, page.Bound{Property: "perMinute", Label: "The rate"})
	if !f.OK() {
		return h.showRunGroup(c, fiber.StatusBadRequest, f, "")
	}
	r, err := h.RunGroupAgain(c.UserContext(), page.Caller(c), readFailureQuery(c).filter(h.Store.Now()), in)
	if apierror.Is(err, apierror.CodeNotFound) {
		return h.showRunGroup(c, fiber.StatusNotFound, f, "Nothing is left to run again.")
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, "/support/reruns/"+r.ID, "The imports are running again, one after another.")
}

func (h *Handlers) showRunGroup(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	q := readFailureQuery(c)
	n, err := h.Store.Support.CountFailed(c.UserContext(), q.filter(h.Store.Now()))
	if err != nil {
		return err
	}
	counts, err := h.Store.Support.CountToRun(c.UserContext(), q.filter(h.Store.Now()))
	if err != nil {
		return err
	}
	what, err := h.filterWords(c, q.filter(h.Store.Now()))
	if err != nil {
		return err
	}
	runs := counts[""]
	delete(counts, "")
	v := views.RunGroup{What: what + ", in " + spans[q.span].word, Back: q.at(), Action: q.rerunHref(), Count: runs, LeftOut: shown.LeftOut(counts), More: n > reruns.MostImports, Most: reruns.MostImports, Refusal: refused,
		Rate:   shown.RerunRate(f, int64(operations.UsualRetryRate), int64(operations.MostRerunRate), "It can be paused and stopped."),
		Reason: reasonField(f, "The owners of the workspaces can read it in their lists of support actions.")}
	left, err := h.Store.Support.LeftOut(c.UserContext(), q.filter(h.Store.Now()), views.MostLeftOut)
	if err != nil {
		return err
	}
	for _, i := range left {
		v.Which = append(v.Which, views.LeftOutImport{Href: "/support/imports/" + i.ID, Link: i.SourceURL, Why: shown.WhyLeftOut(i.Skip)})
	}
	return page.Show(c, status, views.RunGroupPage(h.Frame(c, "Run again", "support-failures"), v))
}

// rerunHref returns the address of the page for running the failed imports that match these filters again.
func (q failureQuery) rerunHref() string {
	return "/support/reruns/new" + strings.TrimPrefix(q.at(), "/support")
}

// filterWords describes which imports a filter matches.
func (h *Handlers) filterWords(c *fiber.Ctx, f support.FailureFilter) (string, error) {
	words := []string{}
	if f.Code != "" {
		reason := apierror.Reason(f.Reason)
		if f.Reason == support.NoReason {
			reason = ""
		}
		words = append(words, shown.CauseText(f.Code, reason))
	}
	if route := f.RouteID; f.Platform != "" && (route == "" || route == support.NoRoute) { // a route's name begins with its platform
		words = append(words, h.PlatformOf(f.Platform).Word)
	}
	switch f.RouteID {
	case "":
	case support.NoRoute:
		words = append(words, "no route chosen")
	default:
		words = append(words, h.Platforms.RouteTitle(f.RouteID))
	}
	if f.WorkspaceID != "" {
		w, err := h.Store.Support.FindWorkspace(c.UserContext(), f.WorkspaceID)
		if err != nil {
			return "", err
		}
		words = append(words, w.Name)
	}
	if len(words) == 0 {
		return "All failed imports", nil
	}
	return strings.Join(words, ", "), nil
}

// supportReruns lists the reruns that support started.
func (h *Handlers) supportReruns(c *fiber.Ctx) error {
	p, err := h.Store.Reruns.List(c.UserContext(), reruns.OfSupport, "", page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	var v views.SupportReruns
	for n := range p.Items {
		row, err := h.rerunView(c, &p.Items[n])
		if err != nil {
			return err
		}
		v.Rows = append(v.Rows, row)
	}
	v.Older, v.Newest = page.PageLinks(c, p.NextCursor)
	return page.Show(c, fiber.StatusOK, views.SupportRerunsPage(h.Frame(c, "Reruns", "support-failures"), v))
}

// rerunView returns a rerun for display, without its progress.
func (h *Handlers) rerunView(c *fiber.Ctx, r *reruns.Rerun) (views.SupportRerun, error) {
	f := support.RerunFilter(r)
	what, err := h.filterWords(c, f)
	if apierror.Is(err, apierror.CodeNotFound) {
		what, err = "Of a workspace that was closed", nil
	}
	q := failureQuery{code: string(f.Code), reason: f.Reason, platform: string(f.Platform), route: f.RouteID, workspace: f.WorkspaceID, span: len(spans) - 1}
	return views.SupportRerun{ID: r.ID, Href: "/support/reruns/" + r.ID, What: what, WhatHref: q.at() + "#each", PerMinute: r.PerMinute, More: r.More, Reason: r.Reason, Made: h.When(&r.CreatedAt),
		Ended: r.State.Ended(), Paused: r.State == reruns.Paused, Progress: views.RerunProgress{State: shown.RerunState(r.State), Total: r.Total}}, err
}

// supportRerun shows a rerun and its progress.
func (h *Handlers) supportRerun(c *fiber.Ctx) error {
	return h.showSupportRerun(c, fiber.StatusOK, page.NewForm(nil), "")
}

// rerunSaid maps the states that a person can set to the confirmation shown afterwards.
var rerunSaid = map[reruns.State]string{reruns.Running: "The rerun goes on.", reruns.Paused: "The rerun is paused. What had begun goes on.", reruns.Stopped: "The rerun is stopped. What had begun goes on."}

// setRerunState pauses, resumes or stops a rerun, with a reason.
func (h *Handlers) setRerunState(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
	to := reruns.State(f.Text("do"))
	if rerunSaid[to] == "" {
		f.AddProblem("", "Choose what to do.")
	}
	if !f.OK() {
		return h.showSupportRerun(c, fiber.StatusBadRequest, f, f.Problems[""])
	}
	_, err := h.SetRerunState(c.UserContext(), page.Caller(c), c.Params("rerunId"), to, in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.showSupportRerun(c, fiber.StatusConflict, f, "The rerun has ended. Nothing was changed.")
	}
	return h.RedirectAfter(c, err, "/support/reruns/"+c.Params("rerunId"), rerunSaid[to])
}

func (h *Handlers) showSupportRerun(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	r, err := h.Store.Reruns.Find(c.UserContext(), reruns.OfSupport, "", c.Params("rerunId"))
	if err != nil {
		return err
	}
	v, err := h.rerunView(c, r)
	if err != nil {
		return err
	}
	p, err := h.Store.Reruns.Progress(c.UserContext(), r.ID)
	if err != nil {
		return err
	}
	if v.Person, err = h.Store.Support.PersonName(c.UserContext(), r.CreatedBy); err != nil {
		return err
	}
	list, err := h.Store.Support.Imports(c.UserContext(), support.ImportFilter{RerunID: r.ID}, db.PageRequest{Limit: shown.StartedRows})
	if err != nil {
		return err
	}
	v.Imports = page.Map(list.Items, h.listedImport)
	if list.NextCursor != "" {
		v.AllImports = page.Address("/support/imports", "rerun", r.ID)
	}
	v.Progress, v.Refusal = shown.RerunProgress(r, p), refused
	v.Because = reasonField(f, "It is kept in the audit.")
	return page.Show(c, status, views.SupportRerunPage(h.LiveFrame(c, v.Title(), "support-failures", v.Progress.Moving, 3), v))
}

// mendedForm asks what to tell the workspaces that a group of failures affected.
func (h *Handlers) mendedForm(c *fiber.Ctx) error {
	return h.showMended(c, fiber.StatusOK, page.NewForm(nil), "")
}

// failureKind returns the group of failures that the query names.
func failureKind(c *fiber.Ctx) support.FailureKind {
	k := knownGroup(page.ReadQuery(c))
	return k.Kind()
}

// markMended notifies workspaces that the cause of a group of failures is fixed.
func (h *Handlers) markMended(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.MarkMended](h.Service, f, page.Bound{Property: "text", Label: "The text"})
	if !f.OK() {
		return h.showMended(c, fiber.StatusBadRequest, f, "")
	}
	m, err := h.MarkMended(c.UserContext(), page.Caller(c), failureKind(c), in)
	if apierror.Is(err, apierror.CodeNotFound) {
		return h.showMended(c, fiber.StatusNotFound, f, "No import of the last 30 days failed so. Nobody was told.")
	}
	if err != nil {
		return err
	}
	if m.Text != string(in.Text) {
		return h.showMended(c, fiber.StatusConflict, f, "Nothing has failed so since workspaces were told last. Nobody was told again.")
	}
	return h.Redirect(c, groupHref("/support/mended", failureKind(c))+"#told", "The workspaces are being told, each once.")
}

func (h *Handlers) showMended(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	k := failureKind(c)
	if _, known := h.Platforms.Find(k.Platform); !known || k.Code == "" {
		return apierror.New(apierror.CodeNotFound, "resource", "group of failures")
	}
	last, err := h.Store.Support.LastMending(c.UserContext(), k)
	if err != nil {
		return err
	}
	v := views.Mended{Words: shown.CauseText(k.Code, k.Reason), Code: string(k.Code), Platform: h.PlatformOf(k.Platform), Route: h.RouteOf(k.RouteID), Action: groupHref("/support/mended", k), Refusal: refused,
		Text: views.Field{Name: "text", Label: "What was mended", Hint: "Workspaces read these words. Say that they can run their imports again, or that it was done.", Value: f.Text("text"), Problem: f.Problems["text"],
			Max: operations.MostOf[operations.MendedText](), Required: true}}
	if last != nil {
		v.Before, v.BeforeAt, v.Told, v.Telling = last.Text, h.When(&last.CreatedAt), last.Told, last.ToldAt == nil
	}
	return page.Show(c, status, views.MendedPage(h.LiveFrame(c, "Mended", "support-failures", v.Telling, 2), v))
}
