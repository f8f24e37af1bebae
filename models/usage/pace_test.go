package usage_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/usage"
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

// TestSpendingHasAPurpose: parts of imports, what watches read, and kinds of lookups are told apart.
func TestSpendingHasAPurpose(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1).Workspace
		_, err := s.Billing.Grant(t.Context(), w, 100, "")
		modelstest.Must(t, err)
		want, lines := map[usage.Purpose]int64{}, []billing.Entry{}
		for n, e := range []struct {
			reason, subject, by string
			part                content.Part
			purpose             usage.Purpose
		}{
			{"import:1:fetch", "video_site:1", "watch:1", content.PartFetch, usage.ForImports}, {"import:1:media", "video_site:1", "", content.PartMedia, usage.ForMedia},
			{"import:1:transcript", "", "", content.PartTranscript, usage.ForTranscript}, {"import:1:speech", "", "", content.PartSpeech, usage.ForSpeech},
			{"import:1:analysis", "", "", content.PartAnalysis, usage.ForAnalysis}, {"fetch:1", "items:digest", "watch:1", content.PartFetch, usage.ForWatches},
			{"fetch:2", "items:digest", "key:1", content.PartFetch, usage.ForLists}, {"stored:3", "item:video_site:1", "key:1", content.PartStored, usage.ForItems},
			{"fetch:4", "account:video_site:1", "", content.PartFetch, usage.ForAccounts}, {"fetch:5", "comments:video_site:1", "", content.PartFetch, usage.ForComments},
			{"fetch:6", "search:digest", "", content.PartFetch, usage.ForSearches}, {"fetch:7", "", "", content.PartFetch, ""},
		} {
			want[e.purpose] = int64(n + 1)
			lines = append(lines, billing.Entry{Amount: -int64(n + 1), Reason: e.reason, Subject: e.subject, SpentBy: e.by, Part: e.part})
		}
		modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
			balance, err := billing.Debit(tx, w, 78)
			return db.FirstError(err, billing.AppendEntries(tx, w, balance, lines...))
		}))
		window, _ := s.Usage.PresetWindow("7d", time.UTC)
		list, _, err := s.Usage.SpendingBy(t.Context(), w, window)
		modelstest.Must(t, err)
		got := map[usage.Purpose]int64{}
		for _, one := range list {
			got[one.For] += one.Credits
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
