package support

import (
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/views"
)

// checkWithin is the time limit of a check that support starts, because the page waits for it.
const checkWithin = 45 * time.Second

// checkRoutes checks every route with its known objects, as the doctor command does, with a reason.
func (h *Handlers) checkRoutes(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
	if !f.OK() {
		return h.showRoutes(c, fiber.StatusBadRequest, f)
	}
	ctx, cancel := context.WithTimeout(c.UserContext(), checkWithin)
	defer cancel()
	err := h.CheckRoutes(ctx, page.Caller(c), in)
	return h.RedirectAfter(c, err, "/support/routes", "All routes have been checked.")
}

// checkRoute has workers check one route, with a reason.
func (h *Handlers) checkRoute(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, page.Bound{Property: "reason", Field: "checkReason", Label: "The reason"})
	if !f.OK() {
		return h.showRoute(c, fiber.StatusBadRequest, f, "")
	}
	before, err := h.CheckRoute(c.UserContext(), page.Caller(c), c.Params("routeId"), in)
	if err != nil {
		return err
	}
	sentence := "The check was asked for."
	if before != nil {
		sentence = "Nothing was asked for: a check is under way already."
	}
	return h.Redirect(c, "/support/routes/"+c.Params("routeId")+"#check", sentence)
}

// addCheck adds the check that is pending and the form that asks for one.
func (h *Handlers) addCheck(c *fiber.Ctx, f *page.Form, v *views.SupportRouteDetail) error {
	v.CheckReason = reasonField(f, "It is kept in the audit.")
	v.CheckReason.Name, v.CheckReason.Value, v.CheckReason.Problem = "checkReason", f.Text("checkReason"), f.Problems["checkReason"]
	pending, err := h.Store.Support.PendingCheck(c.UserContext(), v.Route.ID)
	if pending != nil {
		v.Checking, v.CheckRuns = true, pending.Running
		if pending.Asked > 0 {
			v.CheckAsked = h.When(&pending.Asked)
		}
	}
	return err
}

// changedAnswer downloads a stored response of a platform in which something was missing.
func (h *Handlers) changedAnswer(c *fiber.Ctx) error {
	id := c.Params("answerId")
	if !db.ValidID(id) {
		return apierror.New(apierror.CodeNotFound, "resource", "answer")
	}
	kept, err := h.Store.RouteHealth.ChangedAnswer(c.UserContext(), c.Params("routeId"), id)
	if err != nil {
		return err
	}
	return sendCalls(c, kept.Calls, kept.RouteID+"-"+kept.Operation+"-"+kept.ID[:8])
}

// changedAnswers lists the stored responses of a route whose time is within a period.
func (h *Handlers) changedAnswers(c *fiber.Ctx, routeID string, within func(at int64) bool) ([]views.ChangedAnswer, error) {
	kept, err := h.Store.RouteHealth.ChangedAnswers(c.UserContext(), routeID)
	if err != nil {
		return nil, err
	}
	var list []views.ChangedAnswer
	for _, k := range kept {
		if !within(k.At) {
			continue
		}
		list = append(list, views.ChangedAnswer{At: h.WhenAt(time.UnixMicro(k.At)), Operation: k.Operation, Missing: strings.Split(k.Missing, "\n"), Head: k.Head,
			Href: "/support/routes/" + k.RouteID + "/answers/" + k.ID})
	}
	return list, nil
}

// routeChecks returns the result of the last check of each operation, by route.
func (h *Handlers) routeChecks(ctx context.Context) (map[string][]views.RouteCheck, error) {
	kept, err := h.Store.RouteHealth.RouteChecks(ctx)
	if err != nil {
		return nil, err
	}
	return shown.ChecksByRoute(h.Base, kept), nil
}
