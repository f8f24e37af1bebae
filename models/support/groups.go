package support

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
)

// FailureGroup counts similar failed imports in a window and in the previous window of the same length.
type FailureGroup struct {
	Code          apierror.Code
	Reason        apierror.Reason // how the platform refused; "" unknown
	Platform      content.Platform
	RouteID       string
	Count, Before int64
	Workspaces    int64         // affected in both windows
	Known         *KnownFailure `gorm:"-"` // nil: not marked as known
	Returned      string        `gorm:"-"` // of a known failure: when or where it came back; "" if it did not
	Trend         []int64       `gorm:"-"` // counts over TrendBuckets equal parts of the window, oldest first
	Last          time.Time     `gorm:"-"`
}

// TrendBuckets is how many parts a trend has.
const TrendBuckets = 12

// FailureGroups counts the failed imports of all workspaces by code, platform and route in the last span, the most
// frequent first. Failures that only occurred in the previous span are left out.
func (s *Store) FailureGroups(ctx context.Context, f FailureFilter, span time.Duration) ([]FailureGroup, error) {
	now := s.Now()
	start := now.Add(-span)
	part := span / TrendBuckets
	f.Since = start.Add(-span)
	const alike = failureCode + " AS code, COALESCE(a.reason, '') AS reason, i.platform, COALESCE(a.route_id, '') AS route_id"
	var parts []struct {
		FailureGroup
		Part int64
		N    int64
	}
	// Times since the start are never negative, so both databases round the division alike.
	since := "(i.created_at - " + strconv.FormatInt(db.Micros(f.Since), 10) + ") / " + strconv.FormatInt(part.Microseconds(), 10)
	err := failed(s.Read(ctx), f).Select(alike + ", " + since + " AS part, COUNT(*) AS n").Group("1, 2, 3, 4, 5").Scan(&parts).Error
	if err != nil {
		return nil, db.Error(err)
	}
	groups, err := s.wholeGroups(ctx, f, alike)
	if err != nil {
		return nil, err
	}
	for n := range groups {
		g := &groups[n]
		for _, p := range parts {
			if p.Code != g.Code || p.Reason != g.Reason || p.Platform != g.Platform || p.RouteID != g.RouteID {
				continue
			}
			if at := p.Part - TrendBuckets; at < 0 {
				g.Before += p.N
			} else {
				g.Count += p.N
				g.Trend[min(at, TrendBuckets-1)] += p.N
			}
		}
	}
	groups = slices.DeleteFunc(groups, func(g FailureGroup) bool { return g.Count == 0 })
	slices.SortFunc(groups, func(a, b FailureGroup) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.RouteID, b.RouteID), cmp.Compare(a.Platform, b.Platform))
	})
	return groups, s.addKnown(ctx, groups)
}

// wholeGroups reads what cannot be summed over parts of a window: the number of workspaces and the time of the last failure.
func (s *Store) wholeGroups(ctx context.Context, f FailureFilter, alike string) ([]FailureGroup, error) {
	var rows []struct {
		FailureGroup
		Hit, LastAt int64
	}
	err := failed(s.Read(ctx), f).Select(alike + ", COUNT(DISTINCT i.workspace_id) AS hit, MAX(i.created_at) AS last_at").Group("1, 2, 3, 4").Scan(&rows).Error
	groups := make([]FailureGroup, 0, len(rows))
	for _, r := range rows {
		g := r.FailureGroup
		g.Workspaces, g.Last, g.Trend = r.Hit, db.FromMicros(r.LastAt), make([]int64, TrendBuckets)
		groups = append(groups, g)
	}
	return groups, db.Error(err)
}
