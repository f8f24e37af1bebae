package pages

import (
	"strconv"

	"socialdata/models/routehealth"
	"socialdata/views"
)

// routePast shows what was measured of one route before now.
func routePast(p routehealth.Past, routeID string) views.RoutePast {
	v := views.RoutePast{Day: answeredShare(p.Day(routeID)), Thirty: answeredShare(p.Thirty(routeID))}
	for _, h := range p.Of(routeID) {
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
