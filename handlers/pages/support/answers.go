package support

import (
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/views"
)

// checkWithin is the time limit of a check that support starts, because the page waits for it.
const checkWithin = 45 * time.Second

// checkRoutes checks every route with its known objects, as the doctor command does.
func (h *Handlers) checkRoutes(c *fiber.Ctx) error {
	ctx, cancel := context.WithTimeout(c.UserContext(), checkWithin)
	defer cancel()
	if _, err := h.Lookup.CheckRoutes(ctx); err != nil {
		return err
	}
	return h.Redirect(c, "/support/routes", "All routes have been checked.")
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
