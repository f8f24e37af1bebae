package usage_test

import (
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// TestPaceAndWhoSpent spends by two keys on ten days: the sums are by spender and day, and a balance lasts as long as seven days say.
func TestPaceAndWhoSpent(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := modelstest.Install(t, s, 1).Workspace
		clock.Add(-60 * 24 * time.Hour)
		_, err := s.Billing.Grant(t.Context(), w, 1000, "")
		modelstest.Must(t, err)
		if p, err := s.Usage.Pace(t.Context(), w); err != nil || p.Over != 24*time.Hour {
			t.Errorf("a fresh workspace: %+v, %v", p, err)
		} else if _, ok := p.Lasts(1000); ok {
			t.Error("it lasts for a time that nobody knows")
		}
		for n := range 10 {
			modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
				balance, err := billing.Debit(tx, w, 10)
				return db.FirstError(err, billing.AppendEntries(tx, w, balance, billing.Entry{Amount: -10, Reason: fmt.Sprint("fetch:", n), SpentBy: fmt.Sprint("key:", n%2)}))
			}))
			clock.Add(24 * time.Hour)
		}
		clock.Add(-12 * time.Hour)
		p, err := s.Usage.Pace(t.Context(), w)
		modelstest.Must(t, err)
		if lasts, ok := p.Lasts(140); !ok || lasts.Round(time.Hour) != 14*24*time.Hour || p.Spent != 70 {
			t.Errorf("%+v lasts %v, %v", p, lasts, ok)
		}
		window, _ := s.Usage.PresetWindow("30d", time.UTC)
		list, cut, err := s.Usage.SpendingBy(t.Context(), w, window)
		modelstest.Must(t, err)
		sums, buckets := map[string]int64{}, map[int]bool{}
		for _, one := range list {
			sums[one.By] += one.Credits
			buckets[one.Bucket] = true
		}
		if cut || sums["key:0"] != 50 || sums["key:1"] != 50 || len(buckets) != 10 {
			t.Errorf("%v in %d days, cut %v", sums, len(buckets), cut)
		}
	})
}
