package views

import "testing"

// TestTheStatusSpeaksOfTheWholeDay: sources that answer now are not praised over a day in which they did not.
func TestTheStatusSpeaksOfTheWholeDay(t *testing.T) {
	t.Parallel()
	for want, routes := range map[string][]RouteStatus{
		"All sources are working.": {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "enabled"}},
		"All sources are working now. Some calls of the last 24 hours failed; each source below says how many.": {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "enabled", Past: RoutePast{Day: "99.9 %"}}},
		"Some calls fail; a failed lookup costs nothing.":                                                       {{State: "failing", Past: RoutePast{Day: "50 %"}}, {State: "enabled"}},
		"The sources that were called in the last hour are working.":                                            {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "idle"}},
	} {
		if got := (Status{Routes: routes}).sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (RouteStatus{State: "enabled", Sentence: "Working normally.", Past: RoutePast{Day: "50 %"}}).sentence(); got != "Working now. Some calls of the last 24 hours failed." {
		t.Errorf("of a source: %q", got)
	}
}
