package views

import "testing"

// TestTheStatusSpeaksOfTheWholeDay: sources that answer now are not praised over a day in which they did not.
func TestTheStatusSpeaksOfTheWholeDay(t *testing.T) {
	t.Parallel()
	for want, routes := range map[string][]RouteStatus{
		"All sources are working.": {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "enabled"}},
		"All sources are working now. Some calls of the last 24 hours failed; each source below says how many.":                                   {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "enabled", Past: RoutePast{Day: "99.9 %"}}},
		"Some sources fail often; the others are not affected. A failed lookup costs nothing.":                                                    {{State: "failing", Past: RoutePast{Day: "50 %"}}, {State: "enabled"}},
		"Some sources fail mostly; the others are not affected. A failed lookup costs nothing.":                                                   {{State: "broken"}, {State: "enabled"}},
		"Some sources work mostly; each source below says how often its calls succeed. A failed lookup costs nothing.":                            {{State: "mostly", Past: RoutePast{Day: "76 %"}}, {State: "enabled"}},
		"The sources that were called in the last hour are working.":                                                                              {{State: "enabled", Past: RoutePast{Day: "100 %"}}, {State: "idle"}},
		"The sources that were called in the last hour are working now. Some calls of the last 24 hours failed; each source below says how many.": {{State: "earlier", Past: RoutePast{Day: "75 %"}}, {State: "idle"}},
	} {
		if got := (Status{Routes: routes}).sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestIncidentsOfOneCauseAreOne: all operations of a source that failed at the same time are one incident on the page.
func TestIncidentsOfOneCauseAreOne(t *testing.T) {
	t.Parallel()
	photo, at, later := Route{ID: "photo_site.web"}, When{Exact: "10:00"}, When{Exact: "11:00"}
	got := together([]Incident{{Route: photo, Operation: "item", Code: "route_degraded", Began: at}, {Route: photo, Operation: "items", Code: "route_degraded", Began: at},
		{Route: photo, Operation: "media", Code: "route_degraded", Began: later}, {Route: photo, Operation: "item", Field: "stats.likes", Began: at}})
	if len(got) != 3 || len(got[0].Also) != 1 || got[0].Also[0].Operation != "items" {
		t.Errorf("%+v", got)
	}
}

// TestIncidentsAreToldInWords: the feed and support's page name what a source does not return and why, not operations and codes.
func TestIncidentsAreToldInWords(t *testing.T) {
	t.Parallel()
	photo, over := Route{ID: "photo_site.web", Word: "Instagram website"}, When{Machine: "2026-03-01T10:00:00Z"}
	for want, i := range map[string]Incident{
		"Instagram website does not return media files that are known to exist: the platform did not respond in time": {Route: photo, Operation: "media", Code: "network_timeout", Cause: "the platform did not respond in time"},
		"Instagram website returns media files again":                                                                 {Route: photo, Operation: "media", Code: "network_timeout", Cause: "the platform did not respond in time", Ended: over},
	} {
		if got := i.Sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
