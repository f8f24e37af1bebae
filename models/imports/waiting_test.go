package imports_test

import (
	"context"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestWaitingIsCountedFromItsBegin holds that sending an import's task again changes neither its updatedAt nor how long it
// is said to wait, and that repair comes back to it only after a while.
func TestWaitingIsCountedFromItsBegin(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		if err := s.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		before := in.Import(t, id)
		for range 3 {
			clock.Add(20 * time.Second)
			due, err := s.Overdue(ctx, 10)
			if err != nil || len(due) != 1 {
				t.Fatalf("overdue %v, %v", due, err)
			}
			if err := s.MarkQueued(ctx, id); err != nil {
				t.Fatal(err)
			}
			if due, err = s.Overdue(ctx, 10); err != nil || len(due) != 0 {
				t.Errorf("sent a moment ago and overdue: %v, %v", due, err)
			}
		}
		after := in.Import(t, id)
		if after.UpdatedAt != before.UpdatedAt || after.Revision != before.Revision {
			t.Errorf("updated at %d, then %d, revision %d, then %d", before.UpdatedAt, after.UpdatedAt, before.Revision, after.Revision)
		}
		g, err := s.Gauges(ctx)
		if err != nil || g.Oldest < time.Minute || g.Oldest > 2*time.Minute {
			t.Errorf("after a minute it waits for %v, %v", g.Oldest, err)
		}
		if stalled, err := s.ImportsStalled(ctx); err != nil || stalled != g.Stalled && stalled < time.Minute {
			t.Errorf("nobody works and it is stalled for %v, %v", stalled, err)
		}
		r := in.Begin(t, id, "w")
		second := in.Accept(t, "another")
		clock.Add(10 * time.Second)
		if stalled, err := s.ImportsStalled(ctx); err != nil || stalled < 9*time.Second || stalled > 20*time.Second {
			t.Errorf("a worker began 10 s ago and imports are stalled for %v, %v", stalled, err)
		}
		if _, err := s.CancelImport(ctx, in.Workspace, second); err != nil {
			t.Fatal(err)
		}
		again := clock.Now().Add(time.Second)
		if err := s.EndRun(ctx, r, imports.Outcome{Code: "network_timeout", Retryable: true, RetryAt: &again}); err != nil {
			t.Fatal(err)
		}
		clock.Add(31 * time.Second)
		for range 2 {
			if g, err = s.Gauges(ctx); err != nil || g.Oldest < 20*time.Second || g.Oldest > 40*time.Second {
				t.Errorf("a retry that is due for 30 s waits for %v, %v", g.Oldest, err)
			}
		}
	})
}
