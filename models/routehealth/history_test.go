package routehealth_test

import (
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

// TestSharesOutliveCalls reports calls over days, keeps the hours every few hours as housekeeping does, and wants every call
// counted once, long after the calls themselves are gone.
func TestSharesOutliveCalls(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		c := calls{t, s}
		for n := range 40 {
			code := apierror.Code("")
			if n%4 == 0 {
				code = apierror.CodeNetworkTimeout
			}
			c.report("a", "w", code)
			modelstest.Must(t, s.RouteHealth.KeepHours(t.Context()))
			if n%13 == 0 {
				modelstest.Must(t, s.Housekeep(t.Context()))
			}
			clock.Add(3*time.Hour + 10*time.Minute)
		}
		past := func() routehealth.Past {
			t.Helper()
			p, err := s.RouteHealth.RoutePast(t.Context())
			modelstest.Must(t, err)
			return p
		}
		if got, want := past().Thirty("clip_site.web"), (routehealth.Answered{Succeeded: 30, Total: 40}); got != want {
			t.Errorf("30 days: %+v, want %+v", got, want)
		}
		if got, want := past().Day("clip_site.web"), (routehealth.Answered{Succeeded: 6, Total: 7}); got != want {
			t.Errorf("24 hours: %+v, want %+v", got, want)
		}
		c.report("a", "w", "") // since hours were kept
		if got, want := past().Day("clip_site.web"), (routehealth.Answered{Succeeded: 7, Total: 8}); got != want {
			t.Errorf("one more: %+v, want %+v", got, want)
		}
		clock.Add(80 * 24 * time.Hour)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if got := past().Thirty("clip_site.web"); got != (routehealth.Answered{}) {
			t.Errorf("80 days later a month counts %+v", got)
		}
		if hours := past().Of("never called"); len(hours) != 24 || !hours[23].Start.Before(clock.Now()) || clock.Now().Sub(hours[23].Start) > time.Hour {
			t.Errorf("hours of a route that was never called: %v", hours)
		}
	})
}
