package work_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

// put puts n pieces of work of a tenant into the table, due since a time ago.
func put(t *testing.T, s *models.Store, kind work.Kind, tenant string, n int, ago time.Duration) {
	t.Helper()
	list := make([]work.Item, n)
	for i := range list {
		list[i] = work.Item{Kind: kind, Key: fmt.Sprintf("%s%04d", tenant, i), Tenant: tenant, RunAt: s.NowMicros() - ago.Microseconds()}
	}
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return work.Put(tx, list...) }))
}

func claim(t *testing.T, s *models.Store, kind work.Kind, limit int) []work.Job {
	t.Helper()
	list, err := s.Work.Claim(t.Context(), kind, limit)
	testkit.Must(t, err)
	return list
}

func byTenant(list []work.Job) map[string]int {
	count := map[string]int{}
	for _, j := range list {
		count[j.Tenant]++
	}
	return count
}

// TestTenantsTakeTurns lets a workspace with hundreds of pieces of work that have waited for long, and two with one each that have
// just come, share a few slots.
func TestTenantsTakeTurns(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		put(t, s, work.Deliveries, "many", 300, time.Hour)
		put(t, s, work.Deliveries, "one", 1, time.Minute)
		put(t, s, work.Deliveries, "other", 1, 0)
		put(t, s, work.Watches, "many", 300, time.Hour)
		if got := byTenant(claim(t, s, work.Deliveries, 3)); got["many"] != 1 || got["one"] != 1 || got["other"] != 1 {
			t.Errorf("the first three are of %v", got)
		}
		if got := byTenant(claim(t, s, work.Deliveries, 10)); got["many"] != 10 {
			t.Errorf("slots stay empty: %v", got)
		}
		put(t, s, work.Deliveries, "late", 2, 0)
		for range 2 {
			if got := byTenant(claim(t, s, work.Deliveries, 1)); got["late"] != 1 {
				t.Errorf("beside eleven that run, a free slot goes to %v", got)
			}
		}
		if got := byTenant(claim(t, s, work.Watches, 10)); got["many"] != work.Watches.Terms().PerTenant {
			t.Errorf("of one workspace's watches run %v", got)
		}
		if got := claim(t, s, work.Watches, 10); len(got) != 0 {
			t.Errorf("beside as many as a workspace may run, %v", byTenant(got))
		}
	})
}

// TestAWorkspaceRunsNoMoreThanItMay also where so little is due that there is nothing to choose.
func TestAWorkspaceRunsNoMoreThanItMay(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		most := work.Watches.Terms().PerTenant
		put(t, s, work.Watches, "one", most+2, time.Minute)
		if got := claim(t, s, work.Watches, 50); len(got) != most {
			t.Errorf("%d run at once, want %d", len(got), most)
		}
	})
}

// TestOldestComesFirst within a tenant.
func TestOldestComesFirst(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for n, ago := range []time.Duration{time.Minute, time.Hour, -time.Hour} {
			testkit.Must(t, s.Work.Ensure(t.Context(), work.Item{Kind: work.Timestamps, Key: fmt.Sprint(n), RunAt: s.NowMicros() - ago.Microseconds()}))
		}
		for _, want := range []string{"1", "0"} {
			if list := claim(t, s, work.Timestamps, 1); len(list) != 1 || list[0].Key != want {
				t.Errorf("claimed %+v", list)
			}
		}
	})
}

// TestAllThatIsDueIsClaimedAtOnce claims as many as are due, and nothing twice.
func TestAllThatIsDueIsClaimedAtOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		put(t, s, work.Deliveries, "a", 3, 0)
		put(t, s, work.Deliveries, "later", 1, -time.Hour)
		if got := byTenant(claim(t, s, work.Deliveries, 3)); got["a"] != 3 || len(got) != 1 {
			t.Errorf("claimed %v", got)
		}
		if list := claim(t, s, work.Deliveries, 3); len(list) != 0 {
			t.Errorf("claimed again: %+v", list)
		}
		clock.Add(2 * work.Lease)
		if list := claim(t, s, work.Deliveries, 5); len(list) != 3 || list[0].Attempt != 2 || list[0].RunAt <= s.NowMicros() || list[0].LeaseHolder == "" {
			t.Errorf("after the lease: %+v", list)
		}
	})
}

// TestKilledWorkerLosesNothing claims work and never settles it, as a worker that is killed. Nobody else gets it before the lease
// ends; then another worker does, and what the first one still writes is refused.
func TestKilledWorkerLosesNothing(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		put(t, s, work.Timestamps, "w", 1, 0)
		killed := claim(t, s, work.Timestamps, 1)[0]
		clock.Add(work.Lease - time.Second)
		testkit.Must(t, s.Work.Renew(t.Context(), &killed))
		clock.Add(work.Lease - time.Second)
		if list := claim(t, s, work.Timestamps, 1); len(list) != 0 {
			t.Error("it is claimed under a lease that was renewed")
		}
		if j, err := s.Work.Take(t.Context(), work.Timestamps, killed.Key); j != nil || err != nil {
			t.Errorf("it is taken under a lease that was renewed: %v", err)
		}
		clock.Add(2 * time.Second)
		list := claim(t, s, work.Timestamps, 1)
		if len(list) != 1 || list[0].Attempt != 2 || list[0].LeaseHolder == killed.LeaseHolder {
			t.Fatalf("after its lease %+v", list)
		}
		for what, err := range map[string]error{
			"renewed":  s.Work.Renew(t.Context(), &killed),
			"done":     s.Work.Settle(t.Context(), &killed, work.Done()),
			"failed":   s.Work.Settle(t.Context(), &killed, work.Failed(errors.New("late"))),
			"put back": s.Work.Settle(t.Context(), &killed, work.HandBack(nil)),
		} {
			if !errors.Is(err, work.ErrLeaseLost) {
				t.Errorf("%s by a worker that lost it: %v", what, err)
			}
		}
		if j := modelstest.FindWork(t, s, work.Timestamps, killed.Key); j == nil || j.LeaseHolder != list[0].LeaseHolder || j.Attempt != 2 {
			t.Errorf("it was changed: %+v", j)
		}
		testkit.Must(t, s.Work.Settle(t.Context(), &list[0], work.Done()))
		if modelstest.FindWork(t, s, work.Timestamps, killed.Key) != nil {
			t.Error("it was done and is still there")
		}
	})
}

// TestOutcomes settles a second run in every way.
func TestOutcomes(t *testing.T) {
	fault := apierror.New(apierror.CodeSourceChanged)
	for name, tt := range map[string]struct {
		outcome    work.Outcome
		from, to   time.Duration // when it is due again
		attempt    int64
		code       string
		over, fail bool
	}{
		"done":        {outcome: work.Done(), over: true},
		"cancelled":   {outcome: work.Cancel(fault), over: true},
		"snoozed":     {outcome: work.Snooze(time.Now().Add(time.Hour)), from: 57 * time.Minute, to: time.Hour},
		"failed":      {outcome: work.Failed(fault), from: 4 * time.Minute, to: 6 * time.Minute, attempt: 2, code: "source_changed", fail: true},
		"handed back": {outcome: work.HandBack(fault), from: -time.Minute, to: 0, attempt: 1, code: "source_changed"},
	} {
		t.Run(name, func(t *testing.T) {
			modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
				put(t, s, work.AlertMails, "w", 1, 0)
				first := claim(t, s, work.AlertMails, 1)[0]
				testkit.Must(t, s.Work.Settle(t.Context(), &first, work.Failed(fault)))
				clock.Add(2 * time.Minute)
				j := claim(t, s, work.AlertMails, 1)[0]
				testkit.Must(t, s.Work.Settle(t.Context(), &j, tt.outcome))
				if tt.outcome.Failed() != tt.fail {
					t.Errorf("failed: %v", !tt.fail)
				}
				left := modelstest.FindWork(t, s, work.AlertMails, j.Key)
				if tt.over != (left == nil) {
					t.Fatalf("left %+v", left)
				}
				if left == nil {
					return
				}
				due := time.Duration(left.RunAt-s.NowMicros()) * time.Microsecond
				if due < tt.from-10*time.Second || due > tt.to || left.Attempt != tt.attempt || left.LastError != tt.code || left.LeaseHolder != "" {
					t.Errorf("due in %v, %+v", due, left)
				}
			})
		})
	}
}

// TestSettledWorkIsLeftAsTheRunLeftIt: a run that settled its work in its own transaction has nothing to add, whatever it put since.
func TestSettledWorkIsLeftAsTheRunLeftIt(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		put(t, s, work.AlertMails, "w", 1, 0)
		j := claim(t, s, work.AlertMails, 1)[0]
		testkit.Must(t, s.Work.Settle(t.Context(), &j, work.Settled()))
		if left := modelstest.FindWork(t, s, work.AlertMails, j.Key); left == nil || left.LeaseHolder != j.LeaseHolder {
			t.Errorf("it was changed: %+v", left)
		}
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return work.Settle(tx, &j, work.Done()) }))
		testkit.Must(t, s.Work.Settle(t.Context(), &j, work.Settled()))
	})
}

// TestTimestampsWaitTwiceAsLongEachTime, up to six hours.
func TestTimestampsWaitTwiceAsLongEachTime(t *testing.T) {
	waits := work.Timestamps.Terms().Waits
	if last := len(waits) - 1; last != 9 || waits[0] != time.Minute || waits[last-1] != 256*time.Minute || waits[last] != 6*time.Hour {
		t.Errorf("%v", waits)
	}
}

// TestWorkIsGivenUp after the last of its waits, where its kind says so; else it waits for as long as before, again and again.
func TestWorkIsGivenUp(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		for _, kind := range work.Kinds() {
			put(t, s, kind, "w", 1, 0)
			terms, runs := kind.Terms(), 0
			for range len(terms.Waits) + 4 {
				list := claim(t, s, kind, 1)
				if len(list) == 0 {
					break
				}
				runs++
				testkit.Must(t, s.Work.Settle(t.Context(), &list[0], work.Failed(errors.New("no"))))
				wait := terms.Waits[min(runs, len(terms.Waits))-1]
				clock.Add(wait * 79 / 100)
				if len(claim(t, s, kind, 1)) != 0 {
					t.Errorf("%s runs again before its wait is over", kind)
				}
				clock.Add(wait * 42 / 100)
			}
			want := len(terms.Waits) + 4
			if terms.GivesUp {
				want = len(terms.Waits) + 1
			}
			if left := modelstest.FindWork(t, s, kind, "w0000"); runs != want || (left == nil) != terms.GivesUp {
				t.Errorf("%s ran %d times, not %d; left %+v", kind, runs, want, left)
			}
		}
	})
}

// TestPutWhileItRuns runs work again that was put again meanwhile, whatever became of the run.
func TestPutWhileItRuns(t *testing.T) {
	for name, tt := range map[string]struct {
		outcome work.Outcome
		again   bool // at once
	}{
		"done":      {work.Done(), true},
		"cancelled": {work.Cancel(nil), true},
		"snoozed":   {work.Snooze(time.Now().Add(time.Hour)), true},
		"failed":    {work.Failed(errors.New("no")), false}, // after its wait
	} {
		t.Run(name, func(t *testing.T) {
			modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
				put(t, s, work.AlertMails, "w", 1, 0)
				j := claim(t, s, work.AlertMails, 1)[0]
				put(t, s, work.AlertMails, "w", 1, 0)
				put(t, s, work.AlertMails, "w", 1, -time.Hour) // the earlier time counts
				if len(claim(t, s, work.AlertMails, 1)) != 0 {
					t.Error("it runs twice at once")
				}
				testkit.Must(t, s.Work.Settle(t.Context(), &j, tt.outcome))
				if again := len(claim(t, s, work.AlertMails, 1)) == 1; again != tt.again {
					t.Errorf("it runs again at once: %v", again)
				}
				clock.Add(2 * time.Minute)
				if again := claim(t, s, work.AlertMails, 1); len(again) != 1 || again[0].Key != j.Key {
					t.Errorf("after two minutes %+v", again)
				}
			})
		})
	}
}

// TestPutMovesWorkForward but never back, and Ensure not at all.
func TestPutMovesWorkForward(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		put(t, s, work.Watches, "w", 1, -time.Hour)
		put(t, s, work.Watches, "w", 1, -2*time.Hour)
		testkit.Must(t, s.Work.Ensure(t.Context(), work.Item{Kind: work.Watches, Key: "w0000", Tenant: "w", RunAt: 1}))
		if j := modelstest.FindWork(t, s, work.Watches, "w0000"); time.Duration(j.RunAt-s.NowMicros())*time.Microsecond > time.Hour || len(claim(t, s, work.Watches, 1)) != 0 {
			t.Errorf("it was moved back, or at once: %+v", j)
		}
		put(t, s, work.Watches, "w", 1, 0)
		if len(claim(t, s, work.Watches, 1)) != 1 {
			t.Error("it was not moved forward")
		}
	})
}

// TestWorkersShareWithoutOverlap lets eight workers do two hundred pieces of work of five tenants: each is done once.
func TestWorkersShareWithoutOverlap(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for _, tenant := range []string{"a", "b", "c", "d", "e"} {
			put(t, s, work.Deliveries, tenant, 40, time.Minute)
		}
		var mu sync.Mutex
		done := map[string]int{}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for {
					list, err := s.Work.Claim(t.Context(), work.Deliveries, 7)
					if err != nil {
						t.Error(err)
					}
					if len(list) == 0 {
						return
					}
					for n := range list {
						mu.Lock()
						done[list[n].Key]++
						mu.Unlock()
						if err := s.Work.Settle(t.Context(), &list[n], work.Done()); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		all.Wait()
		for key, times := range done {
			if times != 1 {
				t.Errorf("%s was done %d times", key, times)
			}
		}
		if len(done) != 200 || modelstest.CountRows(t, s, "jobs") != 0 {
			t.Errorf("%d were done, %d are left", len(done), modelstest.CountRows(t, s, "jobs"))
		}
	})
}

// TestOneOfManyTakesAPieceOfWork that all ask for at once by its key.
func TestOneOfManyTakesAPieceOfWork(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		put(t, s, work.Deliveries, "w", 10, 0)
		for n := range 10 {
			var taken atomic.Int64
			for _, err := range modelstest.AtOnce(8, func(int) error {
				j, err := s.Work.Take(t.Context(), work.Deliveries, fmt.Sprintf("w%04d", n))
				if j != nil {
					taken.Add(1)
				}
				return err
			}) {
				testkit.Must(t, err)
			}
			if taken.Load() != 1 {
				t.Errorf("%d workers have it", taken.Load())
			}
		}
	})
}

// TestCount tells due, running, later and failed work apart, and Due names the kinds that have any.
func TestCount(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		put(t, s, work.AlertMails, "running", 1, time.Hour)
		claim(t, s, work.AlertMails, 1)
		put(t, s, work.AlertMails, "failed", 1, 0)
		j := claim(t, s, work.AlertMails, 1)[0]
		testkit.Must(t, s.Work.Settle(t.Context(), &j, work.Failed(errors.New("no"))))
		put(t, s, work.AlertMails, "due", 2, time.Minute)
		put(t, s, work.AlertMails, "later", 3, -time.Hour)
		put(t, s, work.Watches, "later", 1, -time.Hour)
		all, err := s.Work.Count(t.Context())
		testkit.Must(t, err)
		c := all[work.AlertMails]
		if c.Running != 1 || c.Failed != 1 || c.Due != 2 || c.Later != 3 || c.Oldest < time.Minute || c.Oldest > 2*time.Minute || all[work.Watches].Due != 0 {
			t.Errorf("%+v", all)
		}
		if due, next, err := s.Work.Due(t.Context(), work.Kinds()); err != nil || len(due) != 1 || due[0] != work.AlertMails || next > time.Hour || next < 59*time.Minute {
			t.Errorf("due are %v, the next in %s, %v", due, next, err)
		}
		if due, next, err := s.Work.Due(t.Context(), []work.Kind{work.Digests}); err != nil || len(due) != 0 || next < 24*time.Hour {
			t.Errorf("of a kind without work due are %v, the next in %s, %v", due, next, err)
		}
	})
}

// TestAClaimAsksNoMoreThanItNeeds: one statement where as much is due as there are slots, and of a few more than that no tenant is
// asked for its first one.
func TestAClaimAsksNoMoreThanItNeeds(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		const slots = 3
		asked := func() int {
			return len(modelstest.Statements(t, func(ctx context.Context) {
				list, err := s.Work.Claim(ctx, work.Deliveries, slots)
				if testkit.Must(t, err); len(list) != slots {
					t.Errorf("%d are claimed, want %d", len(list), slots)
				}
			}))
		}
		put(t, s, work.Deliveries, "a", slots, time.Minute)
		if n := asked(); n != 1 {
			t.Errorf("all that is due takes %d statements", n)
		}
		put(t, s, work.Deliveries, "b", slots+1, time.Minute)
		want := 4 // to see that it is more than all, what runs, what is due, and the lease
		if s.Postgres {
			want++ // the lock
		}
		if n := asked(); n != want {
			t.Errorf("a choice takes %d statements, want %d", n, want)
		}
	})
}

// TestAClaimThatFailsHasNoWork interrupts claims at every moment: what was read by then must not be begun.
func TestAClaimThatFailsHasNoWork(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for n := range 300 {
			put(t, s, work.Deliveries, "a", 5, 0)
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n)*10*time.Microsecond)
			list, err := s.Work.Claim(ctx, work.Deliveries, 5)
			cancel()
			if err != nil && len(list) > 0 || slices.ContainsFunc(list, func(j work.Job) bool { return j.Key == "" }) {
				t.Fatalf("%v with %+v", err, list)
			}
			modelstest.Run(t, s, "DELETE FROM jobs")
		}
	})
}
