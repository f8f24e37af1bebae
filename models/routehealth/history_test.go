package routehealth_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
			modelstest.Must(t, s.KeepHours(t.Context()))
			if n%13 == 0 {
				modelstest.Must(t, s.Housekeep(t.Context()))
			}
			clock.Add(3*time.Hour + 10*time.Minute)
		}
		counts := func(since time.Duration) routehealth.Answered {
			t.Helper()
			all, err := s.AnsweredSince(t.Context(), clock.Now().Add(-since))
			modelstest.Must(t, err)
			return all["clip_site.web"]
		}
		for since, want := range map[time.Duration]routehealth.Answered{30 * 24 * time.Hour: {Succeeded: 30, Total: 40}, 30 * time.Minute: {}, 10 * time.Hour: {Succeeded: 3, Total: 3}} {
			if diff := cmp.Diff(want, counts(since)); diff != "" {
				t.Errorf("since %s: %s", since, diff)
			}
		}
		clock.Add(80 * 24 * time.Hour)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if got := counts(30 * 24 * time.Hour); got != (routehealth.Answered{}) {
			t.Errorf("80 days later a month counts %+v", got)
		}
		history, err := s.RouteHistory(t.Context())
		modelstest.Must(t, err)
		if hours := history.Of("never called"); len(hours) != 24 || !hours[23].Start.Before(clock.Now()) || clock.Now().Sub(hours[23].Start) > time.Hour {
			t.Errorf("hours of a route that was never called: %v", hours)
		}
	})
}
