package billing_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// TestAnActIsOnePosting writes the parts of imports, lookups of the same moment and a grant, and reads one row of each, whole on
// whatever page it stands, and by who spent it and when.
func TestAnActIsOnePosting(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1)
		start, middle := s.Now().Add(-time.Minute), time.Time{}
		_, err := s.Billing.Grant(t.Context(), in.Workspace, 100, "a gift")
		modelstest.Must(t, err)
		ids := []string{}
		for n := range 3 {
			clock.Add(time.Minute)
			if n == 2 {
				middle = s.Now()
			}
			id, by := db.NewID(), billing.Spender{UserID: fmt.Sprint("u", n)}.Name()
			ids = append(ids, id)
			lines := []billing.Entry{{Amount: -1, Part: content.PartStored, Reason: "stored:" + db.NewID(), SpentBy: "key:k"}}
			for m, part := range []content.Part{content.PartFetch, content.PartTranscript, content.PartAnalysis} {
				lines = append(lines, billing.Entry{Amount: -int64(m + 1), Part: part, Subject: "item", Reason: "import:" + id + ":" + string(part), SpentBy: by})
			}
			modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
				balance, err := billing.Debit(tx, in.Workspace, 7)
				return db.FirstError(err, billing.AppendEntries(tx, in.Workspace, balance, lines...))
			}))
		}
		for want, of := range map[int64][]string{12: ids[1:], 6: {ids[0], "none"}, 0: {"none"}} {
			if got, err := s.Billing.ChargedFor(t.Context(), in.Workspace, of); err != nil || got != want {
				t.Errorf("%v cost %d, %v; want %d", of, got, err, want)
			}
		}
		if got, err := s.Billing.ChargedFor(t.Context(), "another", ids); err != nil || got != 0 {
			t.Errorf("in another workspace they cost %d, %v", got, err)
		}
		read := func(f billing.PostingFilter, limit int) (list []billing.Posting) {
			for p := (db.PageRequest{Limit: limit}); ; {
				page, err := s.Billing.Postings(t.Context(), in.Workspace, f, p)
				modelstest.Must(t, err)
				list = append(list, page.Items...)
				if p.Cursor = page.NextCursor; p.Cursor == "" {
					return list
				}
			}
		}
		for _, limit := range []int{1, 2, 100} {
			list := read(billing.PostingFilter{}, limit)
			if len(list) != 8 || list[6].Amount != 100 || list[6].SpentBy != "" {
				t.Fatalf("%d postings by %d: %+v", len(list), limit, list)
			}
			of := slices.IndexFunc(list, func(p billing.Posting) bool { return p.ImportID() == ids[2] })
			if got := list[of]; got.Amount != -6 || len(got.Parts) != 3 || got.SpentBy != "user:u2" || got.BalanceAfter != 80 {
				t.Errorf("by %d the last import is %+v", limit, got)
			}
		}
		for name, tt := range map[string]struct {
			filter billing.PostingFilter
			want   int
		}{"a person": {billing.PostingFilter{SpentBy: "user:u1"}, 1}, "a key": {billing.PostingFilter{SpentBy: "key:k"}, 3}, "nobody": {billing.PostingFilter{SpentBy: "user:u9"}, 0},
			"a time": {billing.PostingFilter{From: &middle}, 2}, "before": {billing.PostingFilter{From: &start, Before: &middle}, 6}} {
			if list := read(tt.filter, 2); len(list) != tt.want {
				t.Errorf("by %s: %d postings, want %d", name, len(list), tt.want)
			}
		}
	})
}
