package views

import "testing"

// TestTheStatusSpeaksOfTheWholeDay: sources that answer now are not praised over a day in which they did not.
func TestTheStatusSpeaksOfTheWholeDay(t *testing.T) {
	t.Parallel()
	for want, routes := range map[string][]RouteStatus{
		"All sources are working.": {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "enabled"}},
		"All sources are working now. Some calls of the last 24 hours failed; each source below says how many.":                             {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "enabled", Past: RoutePast{Day: "99.9 %"}}},
		"Some calls fail; a failed lookup costs nothing.":                                                                                   {{State: "failing", Past: RoutePast{Day: "50 %"}}, {State: "enabled"}},
		"Most calls of a source fail; the others are not affected. A failed lookup costs nothing.":                                          {{State: "broken"}, {State: "enabled"}},
		"All sources that were called in the last hour work now. Some failed often in the last 24 hours; each source below says how often.": {{State: "mostly", Past: RoutePast{Day: "71 %"}}, {State: "enabled"}},
		"The sources that were called in the last hour are working.":                                                                        {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "idle"}},
	} {
		if got := (Status{Routes: routes}).sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
