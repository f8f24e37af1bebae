package usage

import (
	"slices"
	"time"

	"socialdata/internal/apierror"
)

// Window is the period of a usage report, divided into buckets. Buckets of a day are calendar days in Zone, shorter ones
// are aligned to UTC.
type Window struct {
	Range      string // 6h, 24h, 7d, 30d; "" for a custom period
	Start, End time.Time
	Bucket     time.Duration
	Zone       *time.Location // nil: UTC
}

const day = 24 * time.Hour

// presets are the ranges with their buckets.
var presets = map[string]struct{ span, bucket time.Duration }{
	"6h":  {6 * time.Hour, 15 * time.Minute},
	"24h": {24 * time.Hour, 15 * time.Minute},
	"7d":  {7 * day, 2 * time.Hour},
	"30d": {30 * day, day},
	"90d": {90 * day, day},
}

// maxBuckets is the longest series, maxPeriod the longest custom period.
const (
	maxBuckets = 100
	maxPeriod  = 90
)

// PresetWindow returns one of 6h, 24h, 7d, 30d, 90d, ending now; the first and the last bucket may be partial.
func (s *Store) PresetWindow(name string, zone *time.Location) (Window, bool) {
	p, ok := presets[name]
	now := s.Now().UTC()
	return Window{Range: name, Start: now.Add(-p.span), End: now.Add(time.Microsecond), Bucket: p.bucket, Zone: zone}, ok
}

// CustomWindow returns the days from..to (YYYY-MM-DD) in a time zone, both inclusive, with the smallest bucket that
// gives at most 100 of them. Anything but a range of up to 90 days is invalid_input.
func CustomWindow(from, to string, zone *time.Location) (Window, error) {
	first, noDay := time.ParseInLocation(time.DateOnly, from, zone)
	if noDay != nil {
		return Window{}, apierror.InvalidInput(apierror.Field{Name: "from", In: "query", Reason: "format", Expected: "a day"})
	}
	last, noDay := time.ParseInLocation(time.DateOnly, to, zone)
	end := last.AddDate(0, 0, 1)
	if noDay != nil || !end.After(first) || end.After(first.AddDate(0, 0, maxPeriod)) {
		return Window{}, apierror.InvalidInput(apierror.Field{Name: "to", In: "query", Reason: "range", Expected: "a day at or after from, at most 90 days in all"})
	}
	w := Window{Start: first, End: end, Zone: zone}
	for _, w.Bucket = range []time.Duration{15 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, day} {
		if len(w.Starts()) <= maxBuckets {
			break
		}
	}
	return w, nil
}

// Before returns the previous window of the same length.
func (w Window) Before() Window {
	return Window{Start: w.Start.Add(-w.End.Sub(w.Start)), End: w.Start, Bucket: w.Bucket, Zone: w.Zone}
}

// byCalendar reports whether buckets are days of a time zone other than UTC, which do not all have 24 hours.
func (w Window) byCalendar() bool { return w.Bucket == day && w.Zone != nil && w.Zone != time.UTC }

// origin returns the start of the first bucket, which may be before the window.
func (w Window) origin() time.Time {
	if w.byCalendar() {
		year, month, day := w.Start.In(w.Zone).Date()
		return time.Date(year, month, day, 0, 0, 0, 0, w.Zone)
	}
	return w.Start.Truncate(w.Bucket)
}

// After returns the end of the bucket that begins at start.
func (w Window) After(start time.Time) time.Time {
	if w.byCalendar() {
		return start.In(w.Zone).AddDate(0, 0, 1)
	}
	return start.Add(w.Bucket)
}

// Starts returns the starts of all buckets.
func (w Window) Starts() []time.Time {
	var list []time.Time
	for t := w.origin(); t.Before(w.End); t = w.After(t) {
		list = append(list, t)
	}
	return list
}

// step returns the interval by which the database groups rows: a bucket, or a part of a calendar day.
func (w Window) step() time.Duration {
	if !w.byCalendar() {
		return w.Bucket
	}
	for _, t := range w.Starts() {
		if !t.Truncate(time.Hour).Equal(t) {
			return 15 * time.Minute // zones may have an offset of part of an hour
		}
	}
	return time.Hour
}

// bucketOf returns the index of the bucket, in starts, that contains a step.
func (w Window) bucketOf(step int, starts []time.Time) int {
	if !w.byCalendar() {
		return min(step, len(starts)-1)
	}
	at := starts[0].Add(time.Duration(step) * w.step())
	i, exact := slices.BinarySearchFunc(starts, at, time.Time.Compare)
	if exact {
		return i
	}
	return max(0, i-1)
}
