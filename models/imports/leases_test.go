package imports_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestOneOfManyWorkersBegins delivers the same task eight times at once.
func TestOneOfManyWorkersBegins(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		begin := func() (runs []*imports.Run) {
			got := make([]*imports.Run, 8)
			for _, err := range modelstest.AtOnce(8, func(i int) (err error) {
				got[i], err = s.Imports.BeginAttempt(context.Background(), id, string(rune('a'+i)))
				return err
			}) {
				modelstest.Must(t, err)
			}
			for _, r := range got {
				if r != nil {
					runs = append(runs, r)
				}
			}
			return runs
		}
		if runs := begin(); len(runs) != 1 || runs[0].Attempt.Number != 1 {
			t.Fatalf("%d workers began", len(runs))
		}
		clock.Add(imports.LeaseTime + time.Second)
		if runs := begin(); len(runs) != 1 || runs[0].Attempt.Number != 1 || runs[0].Import.Takeovers != 1 {
			t.Errorf("%d workers took over", len(runs))
		}
		if d := in.Import(t, id); len(d.Attempts) != 1 {
			t.Errorf("%d attempts", len(d.Attempts))
		}
	})
}

func TestLeaseThatIsHandedBackIsNoTakeover(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		for n := range 5 { // more than the takeovers that fail an attempt
			r := in.Begin(t, id, "worker")
			if r.Attempt.Number != 1 || r.Import.Takeovers != 0 {
				t.Fatalf("begin %d: attempt %d after %d takeovers", n, r.Attempt.Number, r.Import.Takeovers)
			}
			modelstest.Must(t, s.Imports.HandBack(t.Context(), r))
			if err := s.Imports.Renew(t.Context(), r); !errors.Is(err, imports.ErrLeaseLost) {
				t.Errorf("renewed after it was handed back: %v", err)
			}
		}
	})
}

func TestRenewedLeaseIsNotTaken(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "worker")
		for range 4 {
			clock.Add(imports.LeaseTime - time.Second)
			modelstest.Must(t, s.Imports.Renew(t.Context(), r))
		}
		other, err := s.Imports.BeginAttempt(t.Context(), id, "other")
		if err != nil || other != nil {
			t.Errorf("a lease that is renewed was taken: %+v, %v", other, err)
		}
		due, err := s.Imports.Overdue(t.Context(), 10)
		if err != nil || len(due) != 0 {
			t.Errorf("an import that runs is overdue: %v, %v", due, err)
		}
	})
}

// TestCheckpointWithoutAStageAsksNothing holds that a stage that goes on proves nothing: its takeovers still count.
func TestCheckpointWithoutAStageAsksNothing(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		in.Begin(t, id, "first")
		clock.Add(imports.LeaseTime + time.Second)
		r := in.Begin(t, id, "second")
		modelstest.Must(t, s.Imports.Checkpoint(t.Context(), r, []byte(`{"a":1}`)))
		if got := in.Import(t, id); got.Takeovers != 1 || got.Attempts[0].Work != nil {
			t.Errorf("without a stage: %d takeovers, work %s", got.Takeovers, got.Attempts[0].Work)
		}
		s.Imports.EndStage(r, imports.WorkSucceeded, "")
		modelstest.Must(t, s.Imports.Checkpoint(t.Context(), r, []byte(`{"a":1}`)))
		if got := in.Import(t, id); got.Takeovers != 0 || got.Stage != imports.StageSelectRoute {
			t.Errorf("after a stage: %d takeovers, stage %s", got.Takeovers, got.Stage)
		}
	})
}

func TestImportsThatAreNot(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, unknown := t.Context(), db.NewID()
		if r, err := s.Imports.BeginAttempt(ctx, unknown, "w"); r != nil || err != nil {
			t.Errorf("begin: %v, %v", r, err)
		}
		modelstest.Must(t, s.Imports.MarkQueued(ctx, unknown))
		modelstest.Must(t, s.Imports.DeleteMediaRow(ctx, unknown))
		for _, keys := range [][]string{nil, {}, {"no such key"}} {
			known, err := s.Imports.KnownBlobs(ctx, keys)
			if diff := cmp.Diff(map[string]bool{}, known); diff != "" || err != nil {
				t.Errorf("known of %v: %v\n%s", keys, err, diff)
			}
		}
	})
}
