package billing_test

import (
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
)

func setMetered(t *testing.T, s *models.Store, workspaceID string, metered bool) (changed bool) {
	t.Helper()
	modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) (err error) {
		changed, err = billing.SetMetered(tx, workspaceID, metered)
		return err
	}))
	return changed
}

// TestUnmeteredIsCountedAndRefusedNothing spends more than a workspace has while it is not metered. Metered again, it
// has what it had before, with a grant of what was used.
func TestUnmeteredIsCountedAndRefusedNothing(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		if setMetered(t, s, in.Workspace, true) || !setMetered(t, s, in.Workspace, false) || setMetered(t, s, in.Workspace, false) {
			t.Error("a change is reported of what was so already, or not of what was not")
		}
		if metered, err := s.Billing.Metered(t.Context(), in.Workspace); err != nil || metered {
			t.Errorf("it is metered: %v, %v", metered, err)
		}
		_, err := debit(t.Context(), s, in.Workspace, 100)
		modelstest.Must(t, err)
		_, err = s.Billing.Grant(t.Context(), in.Workspace, 7, "meanwhile")
		modelstest.Must(t, err)
		if !setMetered(t, s, in.Workspace, true) {
			t.Error("it was metered")
		}
		if c := readCredits(t, s, in.Workspace); c != (billing.Credits{Granted: 112, Spent: 100, Balance: 12}) {
			t.Errorf("metered again: %+v", c)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
		_, err = debit(t.Context(), s, in.Workspace, 13)
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
		setMetered(t, s, in.Workspace, false)
		modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return billing.Forfeit(tx, in.Workspace, "closed") }))
		if c := readCredits(t, s, in.Workspace); c != (billing.Credits{Granted: 112, Spent: 112}) {
			t.Errorf("closed: %+v", c)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
		lines := modelstest.CountRows(t, s, "ledger_entries")
		setMetered(t, s, in.Workspace, false)
		setMetered(t, s, in.Workspace, true)
		modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return billing.Forfeit(tx, in.Workspace, "closed again") }))
		if now := modelstest.CountRows(t, s, "ledger_entries"); now != lines {
			t.Errorf("nothing used and nothing left add %d lines to the ledger", now-lines)
		}
	})
}

// TestAnAdvanceAddsToWhatIsGranted up to the most that a workspace may be granted.
func TestAnAdvanceAddsToWhatIsGranted(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, billing.MostCredits-content.Advance)
		if !setMetered(t, s, in.Workspace, false) || !setMetered(t, s, in.Workspace, true) {
			t.Error("the advance does not fit beside all that it leaves")
		}
		_, err := s.Billing.Grant(t.Context(), in.Workspace, 1, "")
		modelstest.Must(t, err)
		err = s.Tx(t.Context(), func(tx *gorm.DB) error {
			_, err := billing.SetMetered(tx, in.Workspace, false)
			return err
		})
		modelstest.WantCode(t, err, apierror.CodeLimitExceeded)
	})
}

// TestBalancesAreShownWithoutTheAdvance, below 0 where more was used than was granted.
func TestBalancesAreShownWithoutTheAdvance(t *testing.T) {
	t.Parallel()
	for credits, want := range map[int64]int64{0: 0, 7: 7, content.Advance: 0, content.Advance + 7: 7, content.Advance - 7: -7} {
		if got := billing.WithoutAdvance(credits); got != want {
			t.Errorf("%d is shown as %d, want %d", credits, got, want)
		}
	}
}
