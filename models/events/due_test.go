package events_test

import (
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/events"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestEndpointsThatHangKeepNoOtherWaiting gives two hundred endpoints of a receiver that hangs their turns, with more that waits for
// each: the work of a healthy endpoint is claimed meanwhile. Those that fail are work of a kind of their own.
func TestEndpointsThatHangKeepNoOtherWaiting(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		const hanging = 200
		ctx := t.Context()
		in := modelstest.Install(t, s, 0)
		news := func(workspace string) {
			t.Helper()
			for range 2 {
				testkit.Must(t, write(ctx, s, workspace, "news", nil))
			}
			testkit.Must(t, s.Events.Order(ctx, workspace))
		}
		for range hanging / events.MostWebhooks {
			w, err := s.Accounts.CreateWorkspace(ctx, "Other", in.Owner, 0)
			testkit.Must(t, err)
			for range events.MostWebhooks {
				hook(t, s, w.ID)
			}
			news(w.ID)
		}
		var turns []work.Job
		claim := func(kind work.Kind) []work.Job {
			t.Helper()
			list, err := s.Work.Claim(ctx, kind, 2*hanging)
			testkit.Must(t, err)
			return list
		}
		for len(turns) < hanging {
			list := claim(work.Deliveries)
			if turns = append(turns, list...); len(list) == 0 {
				t.Fatalf("%d of %d endpoints have their turns", len(turns), hanging)
			}
		}
		healthy := hook(t, s, in.Workspace)
		news(in.Workspace)
		if list := claim(work.Deliveries); len(list) != 1 || list[0].Key != healthy.ID {
			t.Errorf("beside %d turns %v are claimed", hanging, list)
		}
		j := &turns[0]
		list, err := s.Events.Claim(ctx, j, 1)
		testkit.Must(t, err)
		testkit.Must(t, s.Events.Record(ctx, &list[0], events.Attempt{Failure: "timeout"}))
		testkit.Must(t, s.Events.EndTurn(ctx, j))
		if again := claim(work.FailingDeliveries); len(again) != 1 || again[0].Key != j.Key || len(claim(work.Deliveries)) != 0 {
			t.Errorf("one that failed is claimed as %v", again)
		}
		clock.Add(time.Minute)
		if again := claim(work.FailingDeliveries); len(again) != 1 {
			t.Errorf("after its worker was killed %v", again)
		}
	})
}

// TestOneTurnAtATime lets an endpoint begin to fail while it has its turn: the work of the other kind waits for the end of it.
func TestOneTurnAtATime(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := t.Context()
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		testkit.Must(t, write(ctx, s, in.Workspace, "news", nil))
		list := claims(t, s, w, 1)
		testkit.Must(t, s.Events.Record(ctx, &list[0], events.Attempt{Failure: "timeout"}))
		testkit.Must(t, write(ctx, s, in.Workspace, "more", nil))
		testkit.Must(t, s.Events.Order(ctx, in.Workspace))
		other := turn(t, s, work.FailingDeliveries, w)
		if mine, err := s.Events.Turn(ctx, other); err != nil || mine {
			t.Errorf("it has two turns at once, %v", err)
		}
		testkit.Must(t, s.Events.EndTurn(ctx, other))
		if turn(t, s, work.FailingDeliveries, w) != nil {
			t.Error("the second turn does not wait")
		}
		testkit.Must(t, s.Events.EndTurn(ctx, list[0].Job))
		if other = turn(t, s, work.FailingDeliveries, w); other == nil {
			t.Fatal("nobody goes on with it")
		}
		if mine, err := s.Events.Turn(ctx, other); err != nil || !mine {
			t.Errorf("it has no turn, %v", err)
		}
	})
}
