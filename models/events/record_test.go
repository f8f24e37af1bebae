package events_test

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
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
		testkit.Must(t, s.Events.Order(t.Context(), in.Workspace))
		list, err := s.Events.Claim(t.Context(), w.ID, "worker", attempts)
		testkit.Must(t, err)
		for _, err := range modelstest.AtOnce(attempts, func(n int) error {
			switch n % 3 {
			case 0:
				return s.Events.Record(t.Context(), &list[n], events.Attempt{Status: 200})
			case 1:
				return s.Events.Record(t.Context(), &list[n], events.Attempt{Status: 500, Failure: "status"})
			}
			lost := list[n]
			lost.LeaseHolder = "another worker"
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
				{State: events.DeliveryPending, Attempts: 1, LastStatus: 500, LastFailure: "status"}, {State: events.DeliveryPending, LeaseHolder: "worker"}}[n%3]
			got := events.Delivery{State: d.State, Attempts: d.Attempts, LastStatus: d.LastStatus, LastFailure: d.LastFailure, LeaseHolder: d.LeaseHolder}
			if got != want {
				t.Errorf("delivery %d: %+v, want %+v", n, got, want)
			}
		}
	})
}
