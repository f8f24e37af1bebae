package billing_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

func TestLedgerPages(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1)
		for n := range 4 {
			clock.Add(time.Millisecond)
			_, err := s.Billing.Grant(t.Context(), in.Workspace, int64(n+2), fmt.Sprint(n))
			modelstest.Must(t, err)
		}
		for _, tt := range []struct {
			limit int
			want  [][]int64
		}{
			{2, [][]int64{{5, 4}, {3, 2}, {1}}},
			{5, [][]int64{{5, 4, 3, 2, 1}}},
			{4, [][]int64{{5, 4, 3, 2}, {1}}},
			{1, [][]int64{{5}, {4}, {3}, {2}, {1}}},
		} {
			if diff := cmp.Diff(tt.want, readLedger(t, s, in.Workspace, tt.limit)); diff != "" {
				t.Errorf("the pages of %d differ (-want +got):\n%s", tt.limit, diff)
			}
		}
	})
}

func TestLedgerRefusesOtherCursors(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1)
		_, err := s.Billing.Grant(t.Context(), in.Workspace, 1, "")
		modelstest.Must(t, err)
		page, err := s.Billing.Ledger(t.Context(), in.Workspace, db.PageRequest{Limit: 1})
		modelstest.Must(t, err)
		for name, cursor := range map[string]string{"forged": "x", "cut": page.NextCursor[:len(page.NextCursor)-1],
			"longer": page.NextCursor + "A"} {
			_, err := s.Billing.Ledger(t.Context(), in.Workspace, db.PageRequest{Limit: 1, Cursor: cursor})
			if !apierror.Is(err, apierror.CodeInvalidInput) {
				t.Errorf("a %s cursor: %v", name, err)
			}
		}
		_, err = s.Billing.Ledger(t.Context(), db.NewID(), db.PageRequest{Limit: 1, Cursor: page.NextCursor})
		modelstest.WantCode(t, err, apierror.CodeInvalidInput)
	})
}

// readLedger reads a ledger to its end and returns the amounts of each page.
func readLedger(t *testing.T, s *models.Store, workspaceID string, limit int) [][]int64 {
	t.Helper()
	pages := [][]int64{}
	for request := (db.PageRequest{Limit: limit}); ; {
		page, err := s.Billing.Ledger(t.Context(), workspaceID, request)
		modelstest.Must(t, err)
		amounts := []int64{}
		for _, e := range page.Items {
			amounts = append(amounts, e.Amount)
		}
		pages = append(pages, amounts)
		if request.Cursor = page.NextCursor; request.Cursor == "" {
			return pages
		}
	}
}
