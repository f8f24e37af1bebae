package support

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/shown"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// fieldFills returns how often the answers of a route have each field, by operation and kind.
func (h *Handlers) fieldFills(c *fiber.Ctx, routeID string) (list []views.FieldFills, err error) {
	histories, err := h.Store.RouteHealth.FieldHistories(c.UserContext(), routeID)
	if err != nil {
		return nil, err
	}
	open, err := h.Store.RouteHealth.OpenFieldIncidents(c.UserContext())
	if err != nil {
		return nil, err
	}
	for _, one := range histories {
		if n := len(list); n == 0 || list[n-1].Operation != one.Operation || list[n-1].Kind != one.Kind {
			list = append(list, views.FieldFills{Operation: one.Operation, Kind: one.Kind})
		}
		group, field := &list[len(list)-1], fieldView(one)
		if field.Decayed = one.HasIncident(open); field.Decayed {
			group.Missing++
		}
		group.Answers = max(group.Answers, one.Sum(7).Answers)
		group.Fields = append(group.Fields, field)
	}
	return list, nil
}

// fieldView returns the history of a field for display.
func fieldView(one routehealth.FieldHistory) views.FieldFill {
	share := func(f routehealth.Fill) string {
		return shown.AnsweredShare(routehealth.Answered{Succeeded: f.Filled, Total: f.Answers})
	}
	v := views.FieldFill{Name: one.Field, Day: share(one.Sum(1)), Week: share(one.Sum(7))}
	if settled, known := one.Settled(); known {
		v.Before = shown.FieldShare(settled)
	}
	for _, d := range slices.Backward(one.Days[:]) {
		day := views.FieldDay{Share: share(d)}
		if d.Answers > 0 {
			day.Percent = 100 * d.Filled / d.Answers
		}
		v.Days = append(v.Days, day)
	}
	return v
}

// unreadNames returns the elements in lists of a route that this version does not know.
func (h *Handlers) unreadNames(c *fiber.Ctx, routeID string) (list []views.UnreadName, err error) {
	names, err := h.Store.RouteHealth.UnreadNames(c.UserContext(), routeID)
	for _, n := range names {
		list = append(list, views.UnreadName{Operation: n.Operation, Name: n.Name, Lately: n.Lately, Pages: n.Pages, First: h.When(&n.FirstAt)})
	}
	return list, err
}
