package imports_test

import (
	"context"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestWaitingIsCountedFromItsBegin holds that sending an import again changes neither its updatedAt nor how long it is said to
// wait.
func TestWaitingIsCountedFromItsBegin(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		if err := s.Imports.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		before := in.Import(t, id)
		for range 3 {
			clock.Add(20 * time.Second)
			if err := s.Imports.MarkQueued(ctx, id); err != nil {
				t.Fatal(err)
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
		if _, err := s.Imports.Cancel(ctx, in.Workspace, second); err != nil {
			t.Fatal(err)
		}
		again := clock.Now().Add(time.Second)
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: "network_timeout", Retryable: true, RetryAt: &again}); err != nil {
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

// TestPostponedImportsBeginWhenTheyMay holds that an import with a time to begin is neither listed, sent nor begun before,
// survives that nobody sends it, and is not said to wait until then.
func TestPostponedImportsBeginWhenTheyMay(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := t.Context()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k", func(n *imports.NewImport) { n.Wait = time.Minute })
		if err := s.Imports.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		seen := func() (listed, overdue int) {
			waiting, err := s.Imports.Waiting(ctx, "", 10)
			modelstest.Must(t, err)
			due, err := s.Imports.Overdue(ctx, 10)
			modelstest.Must(t, err)
			return len(waiting), len(due)
		}
		if listed, overdue := seen(); listed+overdue > 0 {
			t.Errorf("before its time %d are listed and %d sent", listed, overdue)
		}
		if r, err := s.Imports.BeginAttempt(ctx, id, "w"); r != nil || err != nil {
			t.Errorf("it began before its time: %v", err)
		}
		clock.Add(2 * time.Minute)
		if _, overdue := seen(); overdue != 1 {
			t.Errorf("%d are sent when it is due", overdue)
		}
		modelstest.Must(t, s.Imports.MarkQueued(ctx, id))
		if listed, overdue := seen(); listed != 1 || overdue != 0 {
			t.Errorf("after it was sent %d are listed and %d sent", listed, overdue)
		}
		if g, err := s.Gauges(ctx); err != nil || g.Oldest < 50*time.Second || g.Oldest > 70*time.Second {
			t.Errorf("it could begin a minute ago and waits for %v, %v", g.Oldest, err)
		}
		if d := in.Import(t, id); imports.NextAttempt(d.State, d.NextAttemptAt) != nil {
			t.Errorf("%s and yet to begin", d.State)
		}
		in.Begin(t, id, "w")
		if d := in.Import(t, id); d.NextAttemptAt != nil {
			t.Errorf("it runs and has a time to begin")
		}
	})
}
