package support

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// supportRoutes lists the routes to the platforms with their measurements.
func (h *Handlers) supportRoutes(c *fiber.Ctx) error {
	return h.showRoutes(c, fiber.StatusOK, page.ReadForm(c))
}

func (h *Handlers) showRoutes(c *fiber.Ctx, status int, f *page.Form) error {
	states, report, err := h.Lookup.PublicRoutes(c.UserContext())
	if err != nil {
		return err
	}
	checks, err := h.routeChecks(c.UserContext())
	if err != nil {
		return err
	}
	var rows []views.SupportRoute
	for _, s := range states {
		row := h.routeRow(s, report.Past)
		row.Checks = checks[s.Route.ID]
		rows = append(rows, row)
	}
	past, err := h.Store.RouteHealth.Incidents(c.UserContext())
	if err != nil {
		return err
	}
	v := views.SupportRoutes{Sources: h.Sources(), Needs: h.oldShapes("/support/shapes"), Rows: rows, Past: shown.Incidents(h.Base, past), CheckReason: reasonField(f, "It is kept in the audit.")}
	return page.Show(c, status, views.SupportRoutesPage(h.Frame(c, "Routes", "support-routes"), v))
}

func (h *Handlers) routeRow(s lookup.RouteState, past routehealth.Past) views.SupportRoute {
	failed, code := s.LastFailure()
	v := views.SupportRoute{Route: h.RouteOf(s.Route.ID), Href: "/support/routes/" + s.Route.ID, Platform: h.PlatformOf(s.Route.Platform), Version: s.Route.ContractVersion, State: shown.RouteState(s, past.Day(s.Route.ID)), Operations: shown.OperationsSentence(s.Operations),
		Reason: s.Reason, BySettings: s.BySettings, Calls: s.Stats.Total, Failed: s.Stats.Total - s.Stats.Succeeded, P50: shown.Milliseconds(s.Stats.P50), P95: shown.Milliseconds(s.Stats.P95),
		LastSuccess: h.When(s.LastSuccess()), LastFailure: h.When(failed), LastCode: string(code),
		Failures: failureQuery{route: s.Route.ID, span: usualSpan}.at()}
	v.Share = shown.AnsweredShare(routehealth.Answered{Succeeded: s.Stats.Succeeded, Total: s.Stats.Total})
	v.Day = shown.AnsweredShare(past.Day(s.Route.ID))
	if s.Since > 0 {
		v.Since = h.WhenAt(time.UnixMicro(s.Since))
	}
	return v
}

func (h *Handlers) supportRoute(c *fiber.Ctx) error {
	return h.showRoute(c, fiber.StatusOK, page.ReadForm(c), "")
}

// switchRoute disables or enables a route, with a reason. Disabling requires a confirmation.
func (h *Handlers) switchRoute(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in, on := page.Bind[operations.SupportReason](h.Service, f, reasonBound), f.Text("to") == "on"
	if !on && !f.IsChecked("sure") {
		f.AddProblem("sure", "Tick this to confirm: it affects all workspaces immediately.")
	}
	if !f.OK() {
		return h.showRoute(c, fiber.StatusBadRequest, f, "")
	}
	err := h.SwitchRoute(c.UserContext(), page.Caller(c), c.Params("routeId"), on, in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.showRoute(c, fiber.StatusConflict, f, apierror.From(err).SafeMessage())
	}
	if err != nil {
		return err
	}
	sentence := h.Platforms.RouteTitle(c.Params("routeId")) + " is switched off for every workspace."
	if on {
		sentence = h.Platforms.RouteTitle(c.Params("routeId")) + " is switched on."
	}
	return h.Redirect(c, "/support/routes", sentence)
}

func (h *Handlers) showRoute(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	states, report, err := h.Lookup.PublicRoutes(c.UserContext())
	if err != nil {
		return err
	}
	for _, s := range states {
		if s.Route.ID != c.Params("routeId") {
			continue
		}
		hint, example := "Shown publicly, on the status page and in the list of source routes.", "Why, in words for everybody"
		if s.State == "disabled" {
			hint, example = "The reason for switching it on again.", "What has changed since"
		}
		checks, err := h.routeChecks(c.UserContext())
		if err != nil {
			return err
		}
		answers, err := h.changedAnswers(c, s.Route.ID, func(int64) bool { return true })
		if err != nil {
			return err
		}
		fields, err := h.fieldFills(c, s.Route.ID)
		if err != nil {
			return err
		}
		unread, err := h.unreadNames(c, s.Route.ID)
		if err != nil {
			return err
		}
		row := h.routeRow(s, report.Past)
		row.Checks = checks[s.Route.ID]
		v := views.SupportRouteDetail{SupportRoute: row, Past: shown.RoutePast(report.Past, s.Route.ID), Answers: answers, Fields: fields, Unread: unread, Refusal: refused, Reason: reasonField(f, hint), Sure: f.IsChecked("sure"), SureProblem: f.Problems["sure"]}
		v.Reason.Example = example
		v.Needs = routeNeeds(v)
		if err := h.addCheck(c, f, &v); err != nil {
			return err
		}
		return page.Show(c, status, views.SupportRoutePage(h.LiveFrame(c, row.Route.Word, "support-routes", v.Checking, 10), v))
	}
	return apierror.New(apierror.CodeNotFound, "resource", "route")
}
