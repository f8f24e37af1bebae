package support

import (
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models/db"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// causeWords says what began an incident.
var causeWords = map[routehealth.Cause]string{
	routehealth.ByCheck: "Two checks in a row did not get back what is known to exist.",
	routehealth.ByCalls: "Half of the callers’ calls failed, and so did probes for a known object, for ten minutes.",
	routehealth.ByField: "The answers have a field less often than in the second to fourth week before.",
}

// incident shows one incident with what it did and what was done about it.
func (h *Handlers) incident(c *fiber.Ctx) error {
	if !db.ValidID(c.Params("incidentId")) {
		return apierror.New(apierror.CodeNotFound, "resource", "incident")
	}
	i, err := h.Store.RouteHealth.FindIncident(c.UserContext(), c.Params("incidentId"))
	if err != nil {
		return err
	}
	q := failureQuery{route: i.RouteID, span: len(spans) - 1}
	v := views.IncidentDetail{Incident: shown.Incidents(h.Base, []routehealth.Incident{*i})[0], RouteHref: "/support/routes/" + i.RouteID, Why: causeWords[i.Cause], Failures: q.at() + "#each", Replay: q.replayHref()}
	if err := h.addIncidentImports(c, i, &v); err != nil {
		return err
	}
	if err := h.addIncidentShapes(c, i, &v); err != nil {
		return err
	}
	if err := h.addIncidentAnswers(c, i, &v); err != nil {
		return err
	}
	done, err := h.Store.Support.DoneAbout(c.UserContext(), i.RouteID, i.BeganAt, i.EndedAt)
	if err != nil {
		return err
	}
	v.Done = shown.AuditRows(h.Base, done, true)
	return page.Show(c, fiber.StatusOK, views.SupportIncidentPage(h.Frame(c, v.Title(), "support-routes"), v))
}

// addIncidentImports adds the imports that failed in the time of an incident.
func (h *Handlers) addIncidentImports(c *fiber.Ctx, i *routehealth.Incident, v *views.IncidentDetail) error {
	failed, err := h.Store.Support.FailedIn(c.UserContext(), i.RouteID, i.BeganAt, i.EndedAt)
	if err != nil {
		return err
	}
	v.Failed = failed.Total
	for _, w := range failed.Workspaces {
		v.Workspaces = append(v.Workspaces, views.IncidentCount{Name: w.Workspace, Href: "/support/workspaces/" + w.WorkspaceID, Count: w.Failed})
	}
	for _, one := range failed.Versions {
		v.Versions = append(v.Versions, views.IncidentCount{Name: strings.TrimSpace(one.Program + ", " + one.Version), Count: one.Failed})
	}
	return nil
}

// addIncidentShapes adds how the calls of the last day went with each version of the shapes, unless the incident ended before.
func (h *Handlers) addIncidentShapes(c *fiber.Ctx, i *routehealth.Incident, v *views.IncidentDetail) error {
	if i.EndedAt != nil && h.Store.Now().Sub(db.FromMicros(*i.EndedAt)) > routehealth.CallsKeptFor {
		return nil
	}
	counts, err := h.Store.RouteHealth.CallsByShapes(c.UserContext(), i.RouteID)
	for _, n := range counts {
		v.Shapes = append(v.Shapes, views.ShapesShare{Operation: n.Operation, Version: n.Shapes, Succeeded: answeredWords(routehealth.Answered{Succeeded: n.Succeeded, Total: n.Total})})
	}
	return err
}

// addIncidentAnswers adds the incomplete answers of the time of an incident, and the last good one.
func (h *Handlers) addIncidentAnswers(c *fiber.Ctx, i *routehealth.Incident, v *views.IncidentDetail) error {
	answers, err := h.changedAnswers(c, i.RouteID, func(at int64) bool { return at >= i.BeganAt && (i.EndedAt == nil || at <= *i.EndedAt) })
	if err != nil {
		return err
	}
	v.Answers = answers
	checks, err := h.Store.RouteHealth.RouteChecks(c.UserContext())
	if err != nil {
		return err
	}
	for _, one := range checks {
		if one.RouteID != i.RouteID || one.Good == "" || one.AnsweredAt == nil {
			continue
		}
		v.GoodAt = h.WhenAt(time.UnixMicro(*one.AnsweredAt))
		for _, field := range lookup.GoodFields(one) {
			v.Good = append(v.Good, views.ReplayField{Name: field.Name, Good: field.Good})
		}
	}
	return nil
}
