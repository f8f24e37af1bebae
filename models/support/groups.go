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
	LookedThrough bool          `gorm:"-"` // false if MostLookedThrough is exceeded: Solved and Runs are then unknown
	Solved        int64         `gorm:"-"` // those of Count whose content the workspace has by another import since
	Runs          int64         `gorm:"-"` // those of Count that a rerun of support would not leave out
	Workspaces    int64         // affected in both windows
	Known         *KnownFailure `gorm:"-"` // nil: not marked as known
	Returned      string        `gorm:"-"` // of a known failure: when or where it came back; "" if it did not
	Trend         []int64       `gorm:"-"` // counts over TrendBuckets equal parts of the window, oldest first
	Last          time.Time     `gorm:"-"`
}

// Kind returns what the failures of the group have in common.
func (g *FailureGroup) Kind() FailureKind {
	return FailureKind{Code: g.Code, Reason: g.Reason, Platform: g.Platform, RouteID: g.RouteID}
}

// kindColumns selects the kind of a failed import.
const kindColumns = failureCode + " AS code, COALESCE(a.reason, '') AS reason, i.platform, COALESCE(a.route_id, '') AS route_id"

// TrendBuckets is how many parts a trend has.
const TrendBuckets = 12

// FailureGroups counts the failed imports of all workspaces by code, platform and route in the last span, the most
// frequent first. Failures that only occurred in the previous span are left out.
func (s *Store) FailureGroups(ctx context.Context, f FailureFilter, span time.Duration) ([]FailureGroup, error) {
	now := s.Now()
	start := now.Add(-span)
	part := span / TrendBuckets
	f.Since = start.Add(-span)
	// Times since the start are never negative, so both databases round the division alike.
	since := "(i.created_at - " + strconv.FormatInt(db.Micros(f.Since), 10) + ") / " + strconv.FormatInt(part.Microseconds(), 10)
	list := failed(s.Read(ctx), f).Select(kindColumns + ", " + since + " AS part, i.workspace_id, i.created_at")
	var rows []groupRow
	if err := s.Read(ctx).Raw(groupsSQL, list).Scan(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	groups := groupsOf(rows)
	groups = slices.DeleteFunc(groups, func(g FailureGroup) bool { return g.Count == 0 })
	slices.SortFunc(groups, func(a, b FailureGroup) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.RouteID, b.RouteID), cmp.Compare(a.Platform, b.Platform))
	})
	f.Since = start
	return groups, db.FirstError(s.addSolved(ctx, f, groups), s.addKnown(ctx, groups))
}

// groupsSQL counts a list of failures by group and part of the window, and then reads of each group as a whole what cannot be summed over
// parts. The list is read once for both.
const groupsSQL = `WITH failures AS MATERIALIZED (?)
	SELECT code, reason, platform, route_id, part, COUNT(*) AS n, 0 AS hit, 0 AS last_at FROM failures GROUP BY code, reason, platform, route_id, part
	UNION ALL SELECT code, reason, platform, route_id, 0, 0, COUNT(DISTINCT workspace_id), MAX(created_at) FROM failures GROUP BY code, reason, platform, route_id`

// groupRow is a row of groupsSQL: N failures in one of the parts, or the workspaces that a group hit and the time of its last failure.
type groupRow struct {
	FailureGroup
	Part, N, Hit, LastAt int64
}

// groupsOf puts groups together from their rows.
func groupsOf(rows []groupRow) []FailureGroup {
	groups := []FailureGroup{}
	for _, r := range rows {
		n := slices.IndexFunc(groups, func(g FailureGroup) bool { return g.Kind() == r.Kind() })
		if n < 0 {
			n, groups = len(groups), append(groups, r.FailureGroup)
			groups[n].Trend = make([]int64, TrendBuckets)
		}
		g := &groups[n]
		if r.Hit > 0 {
			g.Workspaces, g.Last = r.Hit, db.FromMicros(r.LastAt)
		}
		if at := r.Part - TrendBuckets; at < 0 {
			g.Before += r.N
		} else {
			g.Count += r.N
			g.Trend[min(at, TrendBuckets-1)] += r.N
		}
	}
	return groups
}
