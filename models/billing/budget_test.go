package billing_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/alerts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestBudgetLeaves says what budgets leave in the last second of February 2026, and which bound is the tightest.
func TestBudgetLeaves(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 28, 23, 59, 59, 0, time.UTC)
	var today billing.Budget
	today.Spend(now, 0)
	day, month := today.SpentDay, today.SpentMonth
	limit := func(n int64) *int64 { return &n }
	for _, tt := range []struct {
		name    string
		budget  billing.Budget
		period  billing.Period // "" is no bound
		left    int64
		limited bool
	}{
		{"no bound", billing.Budget{SpentDay: day, DayCredits: 9}, "", math.MaxInt64, false},
		{"a day", billing.Budget{DailyCredits: limit(7), SpentDay: day, DayCredits: 3}, billing.Day, 4, true},
		{"a day after another", billing.Budget{DailyCredits: limit(7), SpentDay: day - 1, DayCredits: 3}, billing.Day, 7, true},
		{"a month", billing.Budget{MonthlyCredits: limit(7), SpentMonth: month, MonthCredits: 3}, billing.Month, 4, true},
		{"a month after another", billing.Budget{MonthlyCredits: limit(7), SpentMonth: month - 1, MonthCredits: 3}, billing.Month, 7, true},
		{"the month is tighter", billing.Budget{DailyCredits: limit(7), MonthlyCredits: limit(5), SpentMonth: month, MonthCredits: 4}, billing.Month, 1, true},
		{"the day is tighter", billing.Budget{DailyCredits: limit(2), MonthlyCredits: limit(5)}, billing.Day, 2, true},
		{"both alike", billing.Budget{DailyCredits: limit(5), MonthlyCredits: limit(5)}, billing.Day, 5, true},
		{"a bound that was lowered below what is spent", billing.Budget{DailyCredits: limit(2), SpentDay: day, DayCredits: 3}, billing.Day, 0, true},
		{"nothing", billing.Budget{DailyCredits: limit(0)}, billing.Day, 0, true},
	} {
		share, left := tt.budget.Tightest(now)
		if tt.period == "" {
			if share != nil || tt.budget.Check(now, tt.left) != nil || tt.budget.Limited() {
				t.Errorf("%s: %+v", tt.name, share)
			}
			continue
		}
		if share == nil || share.Period != tt.period || left != tt.left || tt.budget.Limited() != tt.limited {
			t.Errorf("%s: %+v leaves %d", tt.name, share, left)
		}
		if err := tt.budget.Check(now, tt.left); err != nil {
			t.Errorf("%s: all that is left is refused: %v", tt.name, err)
		}
		var resets any // not where no wait is long enough
		if tt.left < *share.Limit {
			resets = "2026-03-01T00:00:00Z"
		}
		for _, credits := range []int64{tt.left + 1, max(tt.left+1, *share.Limit)} {
			e := apierror.From(tt.budget.Check(now, credits))
			if e.Code != apierror.CodeInsufficientCredits || e.Details["remaining"] != tt.left || e.Details["resetsAt"] != resets {
				t.Errorf("%s: %d credits are %v, %v", tt.name, credits, e, e.Details)
			}
		}
	}
}

// TestBudgetCountsDaysAndMonths of UTC since 1970, and begins each anew.
func TestBudgetCountsDaysAndMonths(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("east", 5*60*60)
	var b billing.Budget
	for _, step := range []struct {
		at                            time.Time
		credits                       int64
		day, dayCredits, month, spent int64
	}{
		{time.Date(1970, 1, 31, 12, 0, 0, 0, time.UTC), 2, 30, 2, 0, 2},
		{time.Date(1970, 2, 1, 2, 0, 0, 0, east), 3, 30, 5, 0, 5}, // January in UTC
		{time.Date(1970, 2, 1, 6, 0, 0, 0, east), 1, 31, 1, 1, 1},
		{time.Date(1970, 2, 2, 0, 0, 0, 0, time.UTC), 4, 32, 4, 1, 5},
		{time.Date(1971, 2, 2, 0, 0, 0, 0, time.UTC), 1, 397, 1, 13, 1},
	} {
		b.Spend(step.at, step.credits)
		if b.SpentDay != step.day || b.DayCredits != step.dayCredits || b.SpentMonth != step.month || b.MonthCredits != step.spent {
			t.Errorf("at %v: %+v", step.at, b)
		}
	}
}

// TestAKeysSpendingIsToldAtFourFifths of each bound, once; what its budget does not bear is refused and not counted.
func TestAKeysSpendingIsToldAtFourFifths(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		k, _, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "key", CreatedBy: in.Owner,
			KeyBounds: accounts.KeyBounds{DailyCredits: new(int64(10)), MonthlyCredits: new(int64(15))}})
		modelstest.Must(t, err)
		spend := func(credits int64) error {
			return s.Tx(t.Context(), func(tx *gorm.DB) error { return billing.SpendByKey(tx, in.Workspace, k.ID, credits) })
		}
		for n, step := range []struct {
			credits, told int64
			refused       bool
		}{
			{credits: 7}, {credits: 1, told: 1}, {credits: 1, told: 1}, {credits: 2, told: 1, refused: true}, {credits: 0, told: 1}, {credits: 1, told: 1},
			{credits: 1, told: 1, refused: true},
		} {
			err := spend(step.credits)
			if step.refused {
				modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
			} else {
				modelstest.Must(t, err)
			}
			if told := toldOf(t, s, in.Workspace, events.KeyBudget); told != step.told {
				t.Errorf("after step %d the budget was told %d times, want %d", n, told, step.told)
			}
		}
		b, err := s.Billing.KeyBudget(t.Context(), k.Spender())
		if err != nil || b.DayCredits != 10 || b.MonthCredits != 10 {
			t.Errorf("the key has spent %+v, %v", b, err)
		}
		for _, by := range []billing.Spender{{}, {KeyID: k.ID}, {KeyID: db.NewID(), Budgeted: true}} {
			if b, err := s.Billing.KeyBudget(t.Context(), by); err != nil || b.Limited() {
				t.Errorf("the budget of %+v is %+v, %v", by, b, err)
			}
		}
		modelstest.Must(t, errors.Join(billing.SpendByKey(nil, in.Workspace, "", 1), billing.SpendByKey(nil, in.Workspace, k.ID, 0))) // no statement
		modelstest.Run(t, s, "UPDATE api_keys SET daily_credits = NULL")
		modelstest.Must(t, spend(2)) // to 12 of 15 in the month
		modelstest.Run(t, s, "UPDATE api_keys SET daily_credits = 20, monthly_credits = 20")
		modelstest.Must(t, spend(4)) // to 16 of 20 in both
		if told := toldOf(t, s, in.Workspace, events.KeyBudget); told != 4 {
			t.Errorf("told %d times, want once of the day, once of the month and once of both", told)
		}
	})
}

// TestALowBalanceIsToldOnce when it comes down to the mark, and not while it stays below.
func TestALowBalanceIsToldOnce(t *testing.T) {
	t.Parallel()
	locked := func(ctx context.Context, s *models.Store, workspaceID string, credits int64) (int64, error) {
		return 0, s.Tx(ctx, func(tx *gorm.DB) error {
			w, err := billing.Lock(tx, workspaceID)
			if err != nil {
				return err
			}
			return billing.DebitLocked(tx, w, credits)
		})
	}
	for name, take := range map[string]func(context.Context, *models.Store, string, int64) (int64, error){"Debit": debit, "DebitLocked": locked} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			toldOnce(t, take)
		})
	}
}

func toldOnce(t *testing.T, take func(context.Context, *models.Store, string, int64) (int64, error)) {
	t.Helper()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		spend := func(credits, told int64) {
			t.Helper()
			_, err := take(t.Context(), s, in.Workspace, credits)
			modelstest.Must(t, err)
			if got := toldOf(t, s, in.Workspace, events.CreditsLow); got != told {
				t.Errorf("told %d times, want %d", got, told)
			}
		}
		modelstest.Run(t, s, "UPDATE users SET email_proved_at = 1")
		spend(1, 0) // without a mark
		modelstest.Must(t, s.Accounts.ChangeWorkspace(t.Context(), in.Workspace, accounts.WorkspaceChange{Revision: 1, LowBalance: &accounts.Mark{To: new(int64(5))}}))
		spend(3, 0) // to 6
		spend(1, 1) // to 5
		spend(1, 1)
		_, err := s.Billing.Grant(t.Context(), in.Workspace, 4, "")
		modelstest.Must(t, err)
		spend(6, 2) // from 8 to 2
		_, err = take(t.Context(), s, in.Workspace, 3)
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
		spend(2, 2) // the last credits
		mark := func(revision int64, to *int64, told int64) {
			t.Helper()
			modelstest.Must(t, s.Accounts.ChangeWorkspace(t.Context(), in.Workspace, accounts.WorkspaceChange{Revision: revision, LowBalance: &accounts.Mark{To: to}}))
			if got := toldOf(t, s, in.Workspace, events.CreditsLow); got != told {
				t.Errorf("told %d times after the mark was set, want %d", got, told)
			}
		}
		mark(2, new(int64(6)), 2) // the balance was low before
		mark(3, nil, 2)
		_, err = s.Billing.Grant(t.Context(), in.Workspace, 4, "")
		modelstest.Must(t, err)
		mark(4, new(int64(3)), 2) // below the balance
		mark(5, new(int64(4)), 3) // at the balance
		if modelstest.FindWork(t, s, work.AlertMails, in.Workspace+" "+string(alerts.CreditsLow)+" "+in.Owner) == nil {
			t.Error("no e-mail about it is due to the owner")
		}
	})
}

// toldOf counts the events of a type.
func toldOf(t *testing.T, s *models.Store, workspace string, of events.Type) int64 {
	t.Helper()
	p, err := s.Events.List(t.Context(), workspace, events.Filter{}, db.PageRequest{Limit: 100})
	modelstest.Must(t, err)
	return int64(len(slices.DeleteFunc(p.Items, func(e events.Event) bool { return e.Type != of })))
}
