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

// Window is the period of a usage report, cut into buckets that are aligned to UTC.
type Window struct {
	Range      string // 6h, 24h, 7d, 30d; "" for a custom period
	Start, End time.Time
	Bucket     time.Duration
}

// Report counts what a workspace did in a window. Credits are over its whole life.
type Report struct {
	Window     Window
	Credits    billing.Credits
	Imports    ImportTotals
	Failures   []FailureCount // at most 20, the most frequent first
	Series     []BucketTotals // one per bucket, the empty ones too
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

// BucketTotals counts the imports made in one bucket.
type BucketTotals struct {
	Start                    time.Time
	Total, Succeeded, Failed int64
}

// PlatformTotals counts the imports of one platform.
type PlatformTotals struct {
	Platform                 content.Platform
	Total, Succeeded, Failed int64
}

// Usage reports on a workspace, in two statements: its credits, and its imports by bucket, platform and end. Imports
// that RollUp has counted are read from their counts: the time it takes is that of the window, not of the imports.
func (s *Store) Usage(ctx context.Context, workspaceID string, w Window) (*Report, error) {
	var head struct {
		billing.Credits
		CountedUntil int64
	}
	q := s.Read(ctx).Table("workspaces w").Joins("LEFT JOIN count_marks m ON m.workspace_id = w.id AND m.tally = ?", importRollup.rows).
		Select("w.granted, w.spent, w.balance, COALESCE(m.counted_until, 0) AS counted_until").Where("w.id = ?", workspaceID)
	if err := db.One(q, &head, "workspace"); err != nil {
		return nil, err
	}
	var rows []usageRow
	if err := s.windowRows(ctx, workspaceID, w, head.CountedUntil, usageFromImports, usageFromRollups, &rows); err != nil {
		return nil, err
	}
	r := &Report{Window: w, Credits: head.Credits, Failures: []FailureCount{}, ByPlatform: []PlatformTotals{}, At: s.Now()}
	for _, start := range w.starts() {
		r.Series = append(r.Series, BucketTotals{Start: start})
	}
	r.add(rows)
	return r, nil
}

// usageRow counts imports that are alike.
type usageRow struct {
	Bucket      int
	Platform    content.Platform
	State       imports.State
	OutcomeCode apierror.Code
	N           int64
}

// maxFailures bounds the codes of a report.
const maxFailures = 20

func (r *Report) add(rows []usageRow) {
	failures, platforms := map[apierror.Code]int64{}, map[content.Platform]*PlatformTotals{}
	for _, row := range rows {
		p := platforms[row.Platform]
		if p == nil {
			p = &PlatformTotals{Platform: row.Platform}
			platforms[row.Platform] = p
		}
		b := &r.Series[min(row.Bucket, len(r.Series)-1)]
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

// presets are the ranges with their buckets.
var presets = map[string]struct{ span, bucket time.Duration }{
	"6h":  {6 * time.Hour, 15 * time.Minute},
	"24h": {24 * time.Hour, 15 * time.Minute},
	"7d":  {7 * 24 * time.Hour, 2 * time.Hour},
	"30d": {30 * 24 * time.Hour, 24 * time.Hour},
}

// maxBuckets bounds a series, maxPeriod a custom period.
const (
	maxBuckets = 100
	maxPeriod  = 90
)

// PresetWindow is one of 6h, 24h, 7d, 30d, ending now; the first and the last bucket may be cut.
func (s *Store) PresetWindow(name string) (Window, bool) {
	p, ok := presets[name]
	now := s.Now().UTC()
	return Window{Range: name, Start: now.Add(-p.span), End: now.Add(time.Microsecond), Bucket: p.bucket}, ok
}

// CustomWindow is the days from..to (YYYY-MM-DD, UTC), both inclusive, in the smallest bucket that gives at most 100.
// Anything but up to 90 days in their order is invalid_input.
func CustomWindow(from, to string) (Window, error) {
	first, noDay := time.Parse(time.DateOnly, from)
	if noDay != nil {
		return Window{}, apierror.InvalidInput(apierror.Field{Name: "from", In: "query", Reason: "format", Expected: "a day"})
	}
	last, noDay := time.Parse(time.DateOnly, to)
	end := last.AddDate(0, 0, 1)
	if noDay != nil || end.Sub(first) <= 0 || end.Sub(first) > maxPeriod*24*time.Hour {
		return Window{}, apierror.InvalidInput(apierror.Field{Name: "to", In: "query", Reason: "range", Expected: "a day at or after from, at most 90 days in all"})
	}
	w := Window{Start: first, End: end}
	for _, w.Bucket = range []time.Duration{15 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour} {
		if w.buckets() <= maxBuckets {
			break
		}
	}
	return w, nil
}

// origin is where the first bucket begins: it may be before the window.
func (w Window) origin() time.Time { return w.Start.Truncate(w.Bucket) }

// starts are the beginnings of all buckets.
func (w Window) starts() []time.Time {
	var list []time.Time
	for t := w.origin(); t.Before(w.End); t = t.Add(w.Bucket) {
		list = append(list, t)
	}
	return list
}

func (w Window) buckets() int {
	return int((w.End.Sub(w.origin()) + w.Bucket - 1) / w.Bucket)
}
