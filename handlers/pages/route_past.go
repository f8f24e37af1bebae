package pages

import (
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/models/routehealth"
	"socialdata/views"
)

// routePast is what was measured of all routes before now.
type routePast struct {
	hours       routehealth.History
	day, thirty map[string]routehealth.Answered
}

// routePast reads the last 24 hours and 30 days.
func (h *Handlers) routePast(c *fiber.Ctx) (p routePast, err error) {
	if p.hours, err = h.Store.RouteHistory(c.UserContext()); err != nil {
		return p, err
	}
	if p.day, err = h.Store.AnsweredSince(c.UserContext(), h.now().Add(-24*time.Hour)); err != nil {
		return p, err
	}
	p.thirty, err = h.Store.AnsweredSince(c.UserContext(), h.now().Add(-30*24*time.Hour))
	return p, err
}

// of returns the past of one route.
func (p routePast) of(routeID string) views.RoutePast {
	v := views.RoutePast{Day: answeredShare(p.day[routeID]), Thirty: answeredShare(p.thirty[routeID])}
	for _, h := range p.hours.Of(routeID) {
		v.Hours = append(v.Hours, views.HourStatus{Label: h.Start.Format("02 Jan 15:04"), Succeeded: h.Succeeded, Failed: h.Failed})
	}
	return v
}

// answeredShare writes the share of calls that succeeded: 99.2 %. It is rounded down, so that 100 % means all of them, and
// "" without a call.
func answeredShare(a routehealth.Answered) string {
	if a.Total == 0 {
		return ""
	}
	tenths := 1000 * a.Succeeded / a.Total
	if tenths%10 == 0 {
		return strconv.FormatInt(tenths/10, 10) + " %"
	}
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10) + " %"
}
