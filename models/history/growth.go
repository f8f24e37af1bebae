package history

import (
	"context"
	"time"

	"socialdata/models/db"
)

// GrowthDays are the periods over which growth is told, in days.
func GrowthDays() []int { return []int{7, 30, 90, 365} }

// Growth is how the counts of a subject stand at a time, and how they stood before.
type Growth struct {
	Since int64   // since when the subject is known
	Now   *Record // nil if the subject is unknown
	At    int64   // when Now was last seen
	Then  []Then  // by GrowthDays
}

// Then is how counts stood at the beginning of a period.
type Then struct {
	Days   int
	Record *Record // nil if they are unknown
	At     int64   // when they were last seen before the period; 0 if unknown
}

// slack returns how long before the beginning of a period counts may have been seen to count as those of its beginning:
// a quarter of the period, and two days at least. Older ones would show growth that may have happened before.
func slack(days int) time.Duration { return max(48*time.Hour, time.Duration(days)*6*time.Hour) }

// Growth returns how the counts of a subject stand at a time, and how they stood at the beginning of each period before
// it. Exact and rounded counts are never compared: what was seen last decides.
func (s *Store) Growth(ctx context.Context, workspaceID, subject string, at time.Time) (*Growth, error) {
	last, err := s.before(ctx, workspaceID, subject, at, nil)
	if err != nil || last == nil {
		return &Growth{}, err
	}
	g := &Growth{Now: last, At: min(last.ConfirmedAt, db.Micros(at))}
	var first Record
	of := s.Read(ctx).Where("workspace_id = ? AND subject = ?", workspaceID, subject)
	if err := of.Order("observed_at, id").Limit(1).Find(&first).Error; err != nil {
		return nil, db.Error(err)
	}
	g.Since = first.ObservedAt
	for _, days := range GrowthDays() {
		begin := at.AddDate(0, 0, -days)
		then, err := s.before(ctx, workspaceID, subject, begin, &last.Approximate)
		if err != nil {
			return nil, err
		}
		t := Then{Days: days}
		if then != nil {
			if seen := min(then.ConfirmedAt, db.Micros(begin)); seen >= db.Micros(begin.Add(-slack(days))) {
				t.Record, t.At = then, seen
			}
		}
		g.Then = append(g.Then, t)
	}
	return g, nil
}

// before returns the last record that was first seen before a time, nil if there is none. approximate chooses among exact
// and rounded counts.
func (s *Store) before(ctx context.Context, workspaceID, subject string, at time.Time, approximate *bool) (*Record, error) {
	q := s.Read(ctx).Where("workspace_id = ? AND subject = ? AND observed_at <= ?", workspaceID, subject, db.Micros(at))
	if approximate != nil {
		q = q.Where("approximate = ?", *approximate)
	}
	last, err := db.First[Record](q.Order("observed_at DESC, id DESC"))
	return last, db.Error(err)
}
