package rollouts_test

import (
	"cmp"
	"context"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/rollouts"
	"socialdata/models/work"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

func start(t *testing.T, s *models.Store, base string) *rollouts.Rollout {
	t.Helper()
	r := &rollouts.Rollout{Base: base, Version: base + "+1", Text: "{}", UserID: "support", Reason: "a renamed field"}
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return rollouts.Start(tx, r) }))
	return r
}

func undo(ctx context.Context, s *models.Store, id string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return rollouts.Undo(tx, id, "no") })
}

// reach moves a new change to a state.
func reach(t *testing.T, s *models.Store, id string, to rollouts.State) {
	t.Helper()
	ctx := t.Context()
	steps := map[rollouts.State]func() error{
		rollouts.OneProcess: func() error { return s.Rollouts.UseInOne(ctx, id, "one", "3 of 3") },
		rollouts.Everywhere: func() error { return s.Rollouts.UseEverywhere(ctx, id) },
		rollouts.Settled:    func() error { return s.Rollouts.Settle(ctx, id) },
		rollouts.Refused:    func() error { return s.Rollouts.Refuse(ctx, id, "0 of 3", "gone") },
		rollouts.Withdrawn:  func() error { return s.Rollouts.Withdraw(ctx, id, "fewer") },
		rollouts.Undone:     func() error { return undo(ctx, s, id) },
	}
	way := map[rollouts.State][]rollouts.State{
		rollouts.Everywhere: {rollouts.OneProcess},
		rollouts.Settled:    {rollouts.OneProcess, rollouts.Everywhere},
		rollouts.Withdrawn:  {rollouts.OneProcess},
	}
	for _, state := range append(way[to], to) {
		if step := steps[state]; step != nil {
			testkit.Must(t, step())
		}
	}
	if r, err := s.Rollouts.Find(ctx, id); err != nil || r.State != to {
		t.Fatalf("%s, not %s: %v", r.State, to, err)
	}
}

// TestActsMoveAChangeFromTheirStatesAlone tries each act on a change in each state.
func TestActsMoveAChangeFromTheirStatesAlone(t *testing.T) {
	acts := []struct {
		name string
		do   func(ctx context.Context, s *models.Store, id string) error
		from []rollouts.State
		to   rollouts.State
	}{
		{"use in one", func(ctx context.Context, s *models.Store, id string) error {
			return s.Rollouts.UseInOne(ctx, id, "p", "")
		},
			[]rollouts.State{rollouts.Checking}, rollouts.OneProcess},
		{"use everywhere", func(ctx context.Context, s *models.Store, id string) error { return s.Rollouts.UseEverywhere(ctx, id) },
			[]rollouts.State{rollouts.OneProcess}, rollouts.Everywhere},
		{"settle", func(ctx context.Context, s *models.Store, id string) error { return s.Rollouts.Settle(ctx, id) },
			[]rollouts.State{rollouts.Everywhere}, rollouts.Settled},
		{"refuse", func(ctx context.Context, s *models.Store, id string) error { return s.Rollouts.Refuse(ctx, id, "", "") },
			[]rollouts.State{rollouts.Checking}, rollouts.Refused},
		{"withdraw", func(ctx context.Context, s *models.Store, id string) error { return s.Rollouts.Withdraw(ctx, id, "") },
			[]rollouts.State{rollouts.OneProcess, rollouts.Everywhere}, rollouts.Withdrawn},
		{"undo", undo, []rollouts.State{rollouts.Checking, rollouts.OneProcess, rollouts.Everywhere, rollouts.Settled}, rollouts.Undone},
	}
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for _, act := range acts {
			for _, from := range rollouts.States() {
				r := start(t, s, "1")
				reach(t, s, r.ID, from)
				err, want := act.do(t.Context(), s, r.ID), from
				if slices.Contains(act.from, from) {
					want = act.to
				} else if act.name == "undo" {
					modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
					err = nil
				}
				got, found := s.Rollouts.Find(t.Context(), r.ID)
				if cmp.Or(err, found) != nil || got.State != want || got.UnderWay != want.UnderWay() || (got.EndedAt != nil) != want.Ended() {
					t.Errorf("%s of a change that is %s: %s, under way %t, ended %t: %v", act.name, from, got.State, got.UnderWay, got.EndedAt != nil, cmp.Or(err, found))
				}
				_ = undo(t.Context(), s, r.ID) // so that the next one may start
			}
		}
	})
}

// TestOneChangeIsTriedAtATime refuses a second change until the first is settled or has ended, and schedules each once.
func TestOneChangeIsTriedAtATime(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for _, state := range rollouts.States() {
			r := start(t, s, "1")
			reach(t, s, r.ID, state)
			second := &rollouts.Rollout{Base: "1", Text: "{}"}
			err := s.Tx(t.Context(), func(tx *gorm.DB) error { return rollouts.Start(tx, second) })
			if state.UnderWay() {
				modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
			} else {
				testkit.Must(t, err)
				testkit.Must(t, undo(t.Context(), s, second.ID))
			}
			if job := modelstest.FindWork(t, s, work.Rollouts, r.ID); job == nil {
				t.Errorf("the change that is %s has no work", state)
			}
			_ = undo(t.Context(), s, r.ID)
		}
	})
}

// TestInUse asks for the change in use as the process that uses it first, as another one, and as one with other shapes of its own.
func TestInUse(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for _, state := range rollouts.States() {
			r := start(t, s, "1")
			reach(t, s, r.ID, state)
			for _, c := range []struct {
				base, process string
				used          bool
			}{
				{"1", "one", state == rollouts.OneProcess || state == rollouts.Everywhere || state == rollouts.Settled},
				{"1", "other", state == rollouts.Everywhere || state == rollouts.Settled},
				{"2", "one", false},
			} {
				got, err := s.Rollouts.InUse(t.Context(), c.base, c.process)
				if err != nil || (got != nil) != c.used {
					t.Errorf("%s, shapes %s, process %s: used %t, %v", state, c.base, c.process, got != nil, err)
				}
			}
			_ = undo(t.Context(), s, r.ID)
		}
	})
}

// TestTheFirstProcessSaysThatItStillUsesAChange follows when it was seen, and another process that takes over.
func TestTheFirstProcessSaysThatItStillUsesAChange(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		r := start(t, s, "1")
		reach(t, s, r.ID, rollouts.OneProcess)
		seen := func() int64 {
			t.Helper()
			found, err := s.Rollouts.Find(t.Context(), r.ID)
			testkit.Must(t, err)
			return *found.SeenAt
		}
		begun := seen()
		clock.Add(time.Second)
		for _, process := range []string{"other", "one"} {
			_, err := s.Rollouts.InUse(t.Context(), "1", process)
			testkit.Must(t, err)
			if moved := seen() > begun; moved != (process == "one") {
				t.Errorf("after %q asked: seen at %d, before at %d", process, seen(), begun)
			}
		}
		found, err := s.Rollouts.Find(t.Context(), r.ID)
		testkit.Must(t, err)
		testkit.Must(t, s.Rollouts.TakeOver(t.Context(), found, "two"))
		testkit.Must(t, s.Rollouts.TakeOver(t.Context(), found, "late")) // it is no longer that of the first
		if found, err = s.Rollouts.Find(t.Context(), r.ID); err != nil || found.Process != "two" {
			t.Errorf("taken over by %q, %v", found.Process, err)
		}
	})
}

// TestListIsTheNewestFirst lists changes without their texts.
func TestListIsTheNewestFirst(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		var want []string
		for range 3 {
			r := start(t, s, "1")
			testkit.Must(t, undo(t.Context(), s, r.ID))
			want = append([]string{r.ID}, want...)
			clock.Add(time.Second)
		}
		list, err := s.Rollouts.List(t.Context())
		testkit.Must(t, err)
		var got []string
		for _, r := range list {
			if got = append(got, r.ID); r.Text != "" || r.Why != "no" || r.Reason != "a renamed field" {
				t.Errorf("%+v", r)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
