package routehealth_test

import (
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

// TestIncidents begins an incident at the second failure in a row, ends it at the first answer, and has the operator told once of each.
func TestIncidents(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		untold := func(tell bool) (states string) {
			list, err := s.RouteHealth.UntoldIncidents(t.Context())
			modelstest.Must(t, err)
			for _, i := range list {
				if states += i.Operation; i.EndedAt != nil {
					states += " ended"
				}
			}
			if tell {
				modelstest.Must(t, s.RouteHealth.IncidentsTold(t.Context(), list))
			}
			return states
		}
		for n, step := range []struct {
			code     apierror.Code
			doubtful bool
			open     int
			untold   string
			tell     bool
		}{
			{"", false, 0, "", true},
			{apierror.CodeNetworkTimeout, true, 0, "", true},
			{"", false, 0, "", true},
			{apierror.CodeSourceChanged, true, 0, "", true},
			{apierror.CodeNetworkTimeout, false, 1, "item", false},
			{apierror.CodeSourceChanged, false, 1, "item", true},
			{apierror.CodeSourceChanged, false, 1, "", true},
			{"", false, 0, "item ended", false},
			{"", false, 0, "item ended", true},
			{"", false, 0, "", true},
			{apierror.CodeSourceChanged, true, 0, "", false},
			{apierror.CodeSourceChanged, false, 1, "item", false},
			{"", false, 0, "", true}, // nobody was told that it began, so nobody is told that it ended
		} {
			clock.Add(time.Hour)
			doubtful, err := s.RouteHealth.SaveChecks(t.Context(), []routehealth.Check{{RouteID: "clip_site.web", Operation: "item", At: s.NowMicros(), Code: step.code, Detail: "d"}})
			modelstest.Must(t, err)
			all, err := s.RouteHealth.Incidents(t.Context())
			modelstest.Must(t, err)
			open := 0
			for _, i := range all {
				if i.EndedAt == nil {
					open++
				}
			}
			if told := untold(step.tell); doubtful != step.doubtful || open != step.open || told != step.untold {
				t.Errorf("step %d: doubtful %v, %d open, untold %q", n, doubtful, open, told)
			}
		}
		checks, err := s.RouteHealth.RouteChecks(t.Context())
		modelstest.Must(t, err)
		if len(checks) != 1 || checks[0].AnsweredAt == nil || *checks[0].AnsweredAt != checks[0].At {
			t.Errorf("%+v", checks)
		}
		clock.Add(routehealth.IncidentsKeptFor + 24*time.Hour)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if n := modelstest.CountRows(t, s, "incidents"); n != 0 {
			t.Errorf("%d incidents are kept for ever", n)
		}
	})
}

// TestDegradedOperationsAreIncidents degrades an operation for some minutes at a time: a short time is none, one that comes and goes is
// one incident, which ends after half an hour without another. A check that succeeds does not end it.
func TestDegradedOperationsAreIncidents(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := t.Context()
		probe := func(code apierror.Code) {
			modelstest.Must(t, s.RouteHealth.ReportProbe(ctx, routehealth.Call{RouteID: "r", Operation: "item", Subject: "known", Code: code}))
		}
		probe("")
		for n, step := range []struct {
			code      apierror.Code // of a probe before; "" succeeds
			wait      time.Duration
			all, open int
		}{
			{apierror.CodeRouteDegraded, 5 * time.Minute, 0, 0},
			{"", 40 * time.Minute, 0, 0},
			{apierror.CodeRouteDegraded, 11 * time.Minute, 1, 1},
			{"", 20 * time.Minute, 1, 1},
			{apierror.CodeRouteDegraded, 20 * time.Minute, 1, 1},
			{"", 31 * time.Minute, 1, 0},
			{apierror.CodeRouteDegraded, time.Hour, 2, 1},
		} {
			probe(step.code)
			clock.Add(step.wait)
			modelstest.Must(t, s.RouteHealth.FollowDegraded(ctx))
			_, err := s.RouteHealth.SaveChecks(ctx, []routehealth.Check{{RouteID: "r", Operation: "item", At: s.NowMicros()}})
			modelstest.Must(t, err)
			list, err := s.RouteHealth.Incidents(ctx)
			modelstest.Must(t, err)
			open := 0
			for _, i := range list {
				if i.Cause != routehealth.ByCalls || i.Code != apierror.CodeRouteDegraded {
					t.Errorf("step %d: %+v", n, i)
				}
				if i.EndedAt == nil {
					open++
				}
			}
			if len(list) != step.all || open != step.open {
				t.Errorf("step %d: %d incidents, %d of them open", n, len(list), open)
			}
		}
		list, err := s.RouteHealth.Incidents(ctx)
		modelstest.Must(t, err)
		if i, err := s.RouteHealth.FindIncident(ctx, list[0].ID); err != nil || i.ID != list[0].ID {
			t.Errorf("%+v, %v", i, err)
		}
	})
}
