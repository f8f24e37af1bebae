package events_test

import (
	"context"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestAttemptsThatEndAtOnceAreKept records attempts at one endpoint at the same moment, some of which failed and some of which are
// another worker's by now: each delivery says how its own attempt ended.
func TestAttemptsThatEndAtOnceAreKept(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		const attempts = 30
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		for range attempts {
			testkit.Must(t, write(t.Context(), s, in.Workspace, "news", nil))
		}
		list := claims(t, s, w, attempts)
		for _, err := range modelstest.AtOnce(attempts, func(n int) error {
			switch n % 3 {
			case 0:
				return s.Events.Record(t.Context(), &list[n], events.Attempt{Status: 200})
			case 1:
				return s.Events.Record(t.Context(), &list[n], events.Attempt{Status: 500, Failure: "status"})
			}
			lost := list[n]
			lost.Job = &work.Job{Kind: work.Deliveries, Key: w.ID, LeaseHolder: "another worker"}
			return s.Events.Record(t.Context(), &lost, events.Attempt{Status: 200})
		}) {
			testkit.Must(t, err)
		}
		p, err := s.Events.Deliveries(t.Context(), in.Workspace, w.ID, "", db.PageRequest{Limit: 100})
		testkit.Must(t, err)
		states := map[string]events.DeliveryView{}
		for _, d := range p.Items {
			states[d.ID] = d
		}
		for n, c := range list {
			d := states[c.Delivery.ID]
			want := [...]events.Delivery{{State: events.DeliveryDelivered, Attempts: 1, LastStatus: 200},
				{State: events.DeliveryPending, Attempts: 1, LastStatus: 500, LastFailure: "status"}, {State: events.DeliveryPending}}[n%3]
			got := events.Delivery{State: d.State, Attempts: d.Attempts, LastStatus: d.LastStatus, LastFailure: d.LastFailure}
			if got != want {
				t.Errorf("delivery %d: %+v, want %+v", n, got, want)
			}
		}
	})
}

// TestTheLastAttemptOfAGroupSaysWhetherAnEndpointFails, unless its worker had lost the lease. One that cannot be stored does not
// keep the others of its group from being stored.
func TestTheLastAttemptOfAGroupSaysWhetherAnEndpointFails(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		const attempts = 20
		for range attempts {
			testkit.Must(t, write(t.Context(), s, in.Workspace, "news", nil))
		}
		list := claims(t, s, w, attempts)
		failing := func(want bool) {
			t.Helper()
			found, err := s.Events.FindWebhook(t.Context(), in.Workspace, w.ID)
			if testkit.Must(t, err); (found.FailingSince != nil) != want {
				t.Errorf("failing since %v, want %v", found.FailingSince, want)
			}
		}
		lost := list[0]
		lost.Job = &work.Job{Kind: work.Deliveries, Key: w.ID, LeaseHolder: "another worker"}
		testkit.Must(t, s.Events.Record(t.Context(), &lost, events.Attempt{Failure: "timeout"}))
		failing(false)
		testkit.Must(t, s.Events.RecordTogether(t.Context(), list, events.Attempt{Status: 200}, events.Attempt{Failure: "timeout"}))
		failing(true)
		testkit.Must(t, s.Events.RecordTogether(t.Context(), list[1:], events.Attempt{Failure: "timeout"}, events.Attempt{Status: 200}))
		failing(false)
		rest := list[3:]
		for n, err := range modelstest.AtOnce(len(rest), func(n int) error {
			a := events.Attempt{Status: 200}
			if n%4 == 0 && s.Postgres {
				a.Failure = "\xff" // no text for PostgreSQL
			}
			return s.Events.Record(t.Context(), &rest[n], a)
		}) {
			if (err != nil) != (n%4 == 0 && s.Postgres) {
				t.Errorf("attempt %d: %v", n, err)
			}
		}
	})
}

// TestAttemptsAreStoredOnce, whether one ended alone or several together: sending is what an installation does most.
func TestAttemptsAreStoredOnce(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		for range 3 {
			testkit.Must(t, write(t.Context(), s, in.Workspace, "news", nil))
		}
		list := claims(t, s, w, 3)
		for _, group := range [][]events.Claimed{list[:1], list[1:]} {
			attempts := make([]events.Attempt, len(group))
			updated := 0
			for _, asked := range modelstest.Statements(t, func(ctx context.Context) { testkit.Must(t, s.Events.RecordTogether(ctx, group, attempts...)) }) {
				if asked == "db update deliveries" {
					updated++
				}
			}
			if updated != len(group) {
				t.Errorf("%d attempts that ended together take %d statements", len(group), updated)
			}
		}
	})
}
