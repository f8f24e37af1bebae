package pages

import (
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/lookup"
	"socialdata/models"
	"socialdata/views"
)

// status is public: which source works now, and the last 24 hours.
func (h *Handlers) status(c *fiber.Ctx) error {
	states, err := h.Lookup.RouteStates(c.UserContext())
	if err != nil {
		return err
	}
	history, err := h.Store.RouteHistory(c.UserContext())
	if err != nil {
		return err
	}
	page := views.Status{At: exact(h.Store.Now())}
	for _, s := range states {
		page.Routes = append(page.Routes, routeStatus(s, history[s.Route.ID]))
	}
	return show(c, fiber.StatusOK, views.StatusPage(h.frame(c, "Status of the sources", "status"), page))
}

func routeStatus(s lookup.RouteState, hours []models.RouteHour) views.RouteStatus {
	known := s.Health.State
	v := views.RouteStatus{ID: s.Route.ID, Platform: platformName(s.Route.Platform), State: s.State, Sentence: meaning(s),
		Total: s.Health.Total, Failed: s.Health.Total - s.Health.Succeeded, P50: milliseconds(s.Health.P50), P95: milliseconds(s.Health.P95),
		LastFailure: string(known.LastFailureCode)}
	if s.Since > 0 {
		v.Since = exact(time.UnixMicro(s.Since))
	}
	if known.LastFailureAt != nil {
		v.LastFailureAt = exact(time.UnixMicro(*known.LastFailureAt))
	}
	for _, h := range hours {
		v.Hours = append(v.Hours, views.HourStatus{Label: h.Start.Format("02 Jan 15:04"), Succeeded: h.Succeeded, Failed: h.Failed})
	}
	return v
}

// meaning says a state in words, for somebody whose lookups depend on it.
func meaning(s lookup.RouteState) string {
	switch {
	case s.State == "disabled":
		return "This source is switched off (" + s.Reason + "). Lookups answer route_disabled; stored observations are still served."
	case s.State == "degraded":
		return "Half of the latest calls failed (" + s.Reason + "). Lookups fail fast and free; one probe goes every 30 seconds, and one success brings it back."
	case s.Health.Total == 0:
		return "No call in the last hour."
	}
	return "Lookups are answered live."
}

func milliseconds(ms *int64) string {
	if ms == nil {
		return ""
	}
	return strconv.FormatInt(*ms, 10) + " ms"
}
