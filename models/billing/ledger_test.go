package billing_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

func TestGrant(t *testing.T) {
	t.Parallel()
	const most = billing.MostCredits
	tests := []struct {
		name   string
		amount int64
		code   apierror.Code // "" is a success
		want   billing.Credits
	}{
		{"one credit", 1, "", billing.Credits{Granted: 11, Balance: 11}},
		{"up to the bound", most - 10, "", billing.Credits{Granted: most, Balance: most}},
		{"one past the bound", most - 9, apierror.CodeLimitExceeded, billing.Credits{Granted: 10, Balance: 10}},
		{"an amount that would overflow", math.MaxInt64, apierror.CodeLimitExceeded, billing.Credits{Granted: 10,
			Balance: 10}},
		{"nothing", 0, apierror.CodeInvalidInput, billing.Credits{Granted: 10, Balance: 10}},
		{"a negative amount", -1, apierror.CodeInvalidInput, billing.Credits{Granted: 10, Balance: 10}},
		{"the smallest integer", math.MinInt64, apierror.CodeInvalidInput, billing.Credits{Granted: 10, Balance: 10}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
				in := modelstest.Install(t, s, 10)
				got, err := s.Billing.Grant(t.Context(), in.Workspace, tt.amount, "a test")
				if tt.code != "" {
					modelstest.WantCode(t, err, tt.code)
				} else if modelstest.Must(t, err); got != tt.want {
					t.Errorf("Grant returns %+v, want %+v", got, tt.want)
				}
				if c := readCredits(t, s, in.Workspace); c != tt.want {
					t.Errorf("the workspace has %+v, want %+v", c, tt.want)
				}
				modelstest.CheckLedger(t, s, in.Workspace)
			})
		})
	}
}

func TestUnknownWorkspaceHasNoCredits(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		unknown := db.NewID()
		_, err := s.Billing.Grant(t.Context(), unknown, 1, "")
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		_, err = s.Billing.Credits(t.Context(), unknown)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		_, err = debit(t.Context(), s, unknown, 1)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		page, err := s.Billing.Ledger(t.Context(), unknown, db.PageRequest{Limit: 1})
		modelstest.Must(t, err)
		if page.Items == nil || len(page.Items) != 0 || page.NextCursor != "" {
			t.Errorf("the ledger of an unknown workspace is %+v", page)
		}
	})
}

func TestDebit(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		_, err := debit(t.Context(), s, in.Workspace, 6)
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
		if diff := cmp.Diff(map[string]any{"required": int64(6), "balance": int64(5)},
			apierror.From(err).Details); diff != "" {
			t.Errorf("the refusal differs (-want +got):\n%s", diff)
		}
		if c := readCredits(t, s, in.Workspace); c != (billing.Credits{Granted: 5, Balance: 5}) {
			t.Errorf("a refused charge leaves %+v", c)
		}
		before, err := debit(t.Context(), s, in.Workspace, 5)
		if modelstest.Must(t, err); before != 5 {
			t.Errorf("the balance before is %d, want 5", before)
		}
		if c := readCredits(t, s, in.Workspace); c != (billing.Credits{Granted: 5, Spent: 5}) {
			t.Errorf("a charge of the whole balance leaves %+v", c)
		}
		_, err = debit(t.Context(), s, in.Workspace, 1)
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

// TestConcurrentDebitsNeverOverdraw charges three credits twenty times at once of a balance of ten.
func TestConcurrentDebitsNeverOverdraw(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		errs := modelstest.AtOnce(20, func(int) error {
			_, err := debit(context.Background(), s, in.Workspace, 3)
			return err
		})
		want := map[apierror.Code]int{"ok": 3, apierror.CodeInsufficientCredits: 17}
		if diff := cmp.Diff(want, modelstest.Outcomes(errs)); diff != "" {
			t.Errorf("the outcomes differ (-want +got):\n%s", diff)
		}
		if c := readCredits(t, s, in.Workspace); c != (billing.Credits{Granted: 10, Spent: 9, Balance: 1}) {
			t.Errorf("the charges leave %+v", c)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func TestConcurrentGrantsAllCount(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1)
		for _, err := range modelstest.AtOnce(10, func(int) error {
			_, err := s.Billing.Grant(context.Background(), in.Workspace, 2, "")
			return err
		}) {
			modelstest.Must(t, err)
		}
		if c := readCredits(t, s, in.Workspace); c != (billing.Credits{Granted: 21, Balance: 21}) {
			t.Errorf("ten grants leave %+v", c)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func TestAppendEntries(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		before := clock.Now().UnixMicro()
		lines := []billing.Entry{
			{Amount: -1, Part: content.PartFetch, Subject: "clip_site:1", Reason: "import:1:fetch"},
			{Amount: -2, Part: content.PartMedia, Subject: "clip_site:1", Reason: "import:1:media"},
			{Amount: 7, Reason: "grant:1", Note: "given back"},
		}
		appendEntries(t, s, in.Workspace, 10, lines...)
		balances, ids := []int64{}, map[string]bool{}
		for _, e := range lines {
			balances, ids[e.ID] = append(balances, e.BalanceAfter), true
			if e.WorkspaceID != in.Workspace || e.CreatedAt < before {
				t.Errorf("the entry %+v is of another workspace or time", e)
			}
		}
		if diff := cmp.Diff([]int64{9, 7, 14}, balances); diff != "" {
			t.Errorf("the balances differ (-want +got):\n%s", diff)
		}
		if len(ids) != 3 {
			t.Errorf("three entries have %d ids", len(ids))
		}
		appendEntries(t, s, in.Workspace, 14)
		if n := modelstest.CountRows(t, s, "ledger_entries"); n != 4 {
			t.Errorf("the ledger has %d entries, want the first grant and three more", n)
		}
	})
}

// TestRepeatedReasonIsRefused keeps a repeated charge one charge.
func TestRepeatedReasonIsRefused(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		charge := func() error {
			return s.Tx(t.Context(), func(tx *gorm.DB) error {
				before, err := billing.Debit(tx, in.Workspace, 1)
				if err != nil {
					return err
				}
				return billing.AppendEntries(tx, in.Workspace, before, billing.Entry{Amount: -1, Part: content.PartFetch,
					Reason: "import:1:fetch"})
			})
		}
		modelstest.Must(t, charge())
		if err := charge(); err == nil {
			t.Error("the same charge is made twice")
		}
		if c := readCredits(t, s, in.Workspace); c.Spent != 1 {
			t.Errorf("the workspace has %+v, want one credit spent", c)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func readCredits(t *testing.T, s *models.Store, workspaceID string) billing.Credits {
	t.Helper()
	c, err := s.Billing.Credits(t.Context(), workspaceID)
	modelstest.Must(t, err)
	return c
}

// debit charges a workspace with its line in the ledger, as every charge is made.
func debit(ctx context.Context, s *models.Store, workspaceID string, credits int64) (before int64, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if before, err = billing.Debit(tx, workspaceID, credits); err != nil {
			return err
		}
		return billing.AppendEntries(tx, workspaceID, before, billing.Entry{Amount: -credits, Part: content.PartFetch,
			Reason: db.NewID()})
	})
	return before, err
}

func appendEntries(t *testing.T, s *models.Store, workspaceID string, balance int64, lines ...billing.Entry) {
	t.Helper()
	modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
		return billing.AppendEntries(tx, workspaceID, balance,
			lines...)
	}))
}
