package observations_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestBudgetsOfKeysAreExact charges by three keys at once, through two processes: one may spend 7 credits a day, one 5 a month,
// one whatever there is. None spends a credit more than it may, nor one less, and the other keys are not held up.
func TestBudgetsOfKeysAreExact(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		processes := []*observations.Store{observations.ChargingInGroups(s.DB), observations.ChargingInGroups(s.DB)}
		keys := []*accounts.APIKey{newKey(t, in, accounts.KeyBounds{DailyCredits: new(int64(7))}), newKey(t, in, accounts.KeyBounds{MonthlyCredits: new(int64(5))}), newKey(t, in, accounts.KeyBounds{})}
		var paid [3]atomic.Int64
		var all sync.WaitGroup
		for n := range 60 {
			all.Go(func() {
				o := modelstest.NewObservation(clock, fmt.Sprintf("item:%d", n), "1")
				_, err := processes[n%2].RecordAndCharge(t.Context(), in.Workspace, keys[n%3].Spender(), o, 1)
				switch {
				case err == nil:
					paid[n%3].Add(1)
				case !apierror.Is(err, apierror.CodeInsufficientCredits) || apierror.From(err).Details["limit"] != "key":
					t.Error(err)
				}
			})
		}
		all.Wait()
		if a, b, c := paid[0].Load(), paid[1].Load(), paid[2].Load(); a != 7 || b != 5 || c != 20 {
			t.Errorf("paid %d, %d and %d; want 7, 5 and 20", a, b, c)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
		wantSpent(t, in, keys[2].ID, 20, 20)
	})
}

// TestBudgetsBeginAnew on the next day and in the next month, and a changed one holds at once.
func TestBudgetsBeginAnew(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		now := clock.Now().UTC()
		clock.Add(time.Until(time.Date(now.Year(), now.Month()+1, 1, 12, 0, 0, 0, time.UTC))) // so that the next day is in the same month
		in := modelstest.Install(t, s, 1000)
		k := newKey(t, in, accounts.KeyBounds{DailyCredits: new(int64(1)), MonthlyCredits: new(int64(2))})
		at := 0
		pay := func() error {
			at++
			_, err := s.Observations.RecordAndCharge(t.Context(), in.Workspace, k.Spender(), modelstest.NewObservation(clock, fmt.Sprintf("item:%d", at), "1"), 1)
			return err
		}
		refused := func(period billing.Period) {
			t.Helper()
			if f := testkit.WantCode(t, pay(), apierror.CodeInsufficientCredits); f.Details["period"] != period || f.Details["remaining"] != int64(0) {
				t.Errorf("%v, want %s", f.Details, period)
			}
		}
		testkit.Must(t, pay())
		refused(billing.Day)
		clock.Add(24 * time.Hour)
		testkit.Must(t, pay())
		_, err := s.Accounts.ChangeKey(t.Context(), in.Workspace, k.ID, accounts.KeyChange{Daily: &accounts.Mark{}})
		testkit.Must(t, err)
		refused(billing.Month)
		wantSpent(t, in, k.ID, 1, 2)
		clock.Add(31 * 24 * time.Hour)
		testkit.Must(t, pay())
		wantSpent(t, in, k.ID, 1, 1)
	})
}

// TestAKeyThatMaySpendNothingIsServedWhatIsFree: what the workspace paid for, and nothing else.
func TestAKeyThatMaySpendNothingIsServedWhatIsFree(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		k := newKey(t, in, accounts.KeyBounds{DailyCredits: new(int64(0))})
		o := modelstest.NewObservation(clock, "item:a", "1")
		testkit.Must(t, s.Observations.Observe(t.Context(), o))
		_, err := s.Observations.ChargeStored(t.Context(), in.Workspace, k.Spender(), &observations.Stored{Observation: *o}, 1)
		testkit.WantCode(t, err, apierror.CodeInsufficientCredits)
		_, err = s.Observations.ChargeStored(t.Context(), in.Workspace, billing.Spender{}, &observations.Stored{Observation: *o}, 1)
		testkit.Must(t, err)
		_, err = s.Observations.ChargeStored(t.Context(), in.Workspace, k.Spender(), &observations.Stored{Observation: *o}, 1)
		testkit.Must(t, err)
	})
}

func newKey(t *testing.T, in modelstest.Installed, bounds accounts.KeyBounds) *accounts.APIKey {
	t.Helper()
	k, _, err := in.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "key", CreatedBy: in.Owner, KeyBounds: bounds})
	testkit.Must(t, err)
	return k
}

func wantSpent(t *testing.T, in modelstest.Installed, keyID string, today, thisMonth int64) {
	t.Helper()
	k, err := in.Store.Accounts.Key(t.Context(), in.Workspace, keyID)
	testkit.Must(t, err)
	if shares := k.Shares(in.Now()); shares[0].Spent != today || shares[1].Spent != thisMonth {
		t.Errorf("spent %d today and %d this month, want %d and %d", shares[0].Spent, shares[1].Spent, today, thisMonth)
	}
}
