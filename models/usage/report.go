package usage

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Report counts what a workspace did in a window. Credits are over its whole life.
type Report struct {
	Window     Window
	Credits    billing.Credits
	Imports    ImportTotals
	Failures   []FailureCount // at most 20, the most frequent first
	Series     []BucketTotals // one per bucket, including empty ones
	ByPlatform []PlatformTotals
	At         time.Time
}

// ImportTotals counts imports by how they ended.
type ImportTotals struct{ Total, Succeeded, Failed, Cancelled, InFlight int64 }

// FailureCount counts imports that failed with one code.
type FailureCount struct {
	Code  apierror.Code
	Count int64
}

// BucketTotals counts the imports created in one bucket.
type BucketTotals struct {
	Start                    time.Time
	Total, Succeeded, Failed int64
}

// PlatformTotals counts the imports of one platform.
type PlatformTotals struct {
	Platform                 content.Platform
	Total, Succeeded, Failed int64
}

// Report returns a report on a workspace in two statements: its credits, and its imports by bucket, platform and result.
// It reads rollups if they exist, so its cost depends on the window and not on the number of imports.
func (s *Store) Report(ctx context.Context, workspaceID string, w Window) (*Report, error) {
	var head struct {
		billing.Credits
		CountedUntil int64
	}
	q := s.Read(ctx).Table("workspaces w").Joins("LEFT JOIN rollup_watermarks m ON m.workspace_id = w.id AND m.tally = ?", importRollups.rows).
		Select("w.granted, w.spent, w.balance, COALESCE(m.counted_until, 0) AS counted_until").Where("w.id = ?", workspaceID)
	if err := db.One(q, &head, "workspace"); err != nil {
		return nil, err
	}
	var rows []usageRow
	if err := s.windowRows(ctx, workspaceID, w, head.CountedUntil, usageFromImports, usageFromRollups, &rows); err != nil {
		return nil, err
	}
	r := &Report{Window: w, Credits: head.Credits, Failures: []FailureCount{}, ByPlatform: []PlatformTotals{}, At: s.Now()}
	starts := w.Starts()
	for _, start := range starts {
		r.Series = append(r.Series, BucketTotals{Start: start})
	}
	for i := range rows {
		rows[i].Bucket = w.bucketOf(rows[i].Bucket, starts)
	}
	r.add(rows)
	return r, nil
}

// usageRow counts similar imports.
type usageRow struct {
	Bucket      int
	Platform    content.Platform
	State       imports.State
	OutcomeCode apierror.Code
	N           int64
}

// maxFailures is how many codes a report has.
const maxFailures = 20

func (r *Report) add(rows []usageRow) {
	failures, platforms := map[apierror.Code]int64{}, map[content.Platform]*PlatformTotals{}
	for _, row := range rows {
		p := platforms[row.Platform]
		if p == nil {
			p = &PlatformTotals{Platform: row.Platform}
			platforms[row.Platform] = p
		}
		b := &r.Series[row.Bucket]
		r.Imports.Total, p.Total, b.Total = r.Imports.Total+row.N, p.Total+row.N, b.Total+row.N
		switch row.State {
		case imports.Succeeded:
			r.Imports.Succeeded, p.Succeeded, b.Succeeded = r.Imports.Succeeded+row.N, p.Succeeded+row.N, b.Succeeded+row.N
		case imports.Failed:
			r.Imports.Failed, p.Failed, b.Failed = r.Imports.Failed+row.N, p.Failed+row.N, b.Failed+row.N
			failures[row.OutcomeCode] += row.N
		case imports.Cancelled:
			r.Imports.Cancelled += row.N
		case imports.Accepted, imports.Queued, imports.Running, imports.RetryWait:
			r.Imports.InFlight += row.N
		}
	}
	for code, n := range failures {
		r.Failures = append(r.Failures, FailureCount{Code: code, Count: n})
	}
	slices.SortFunc(r.Failures, func(a, b FailureCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code))
	})
	r.Failures = r.Failures[:min(len(r.Failures), maxFailures)]
	for _, p := range slices.Sorted(maps.Keys(platforms)) {
		r.ByPlatform = append(r.ByPlatform, *platforms[p])
	}
}
