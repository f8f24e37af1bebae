package usage

import (
	"slices"
	"time"

	"socialdata/internal/apierror"
)

// Window is the period of a usage report, cut into buckets. Buckets of a day are the calendar's in Zone, shorter ones are
// aligned to UTC.
type Window struct {
	Range      string // 6h, 24h, 7d, 30d; "" for a custom period
	Start, End time.Time
	Bucket     time.Duration
	Zone       *time.Location // nil is UTC
}

const day = 24 * time.Hour

// presets are the ranges with their buckets.
var presets = map[string]struct{ span, bucket time.Duration }{
	"6h":  {6 * time.Hour, 15 * time.Minute},
	"24h": {24 * time.Hour, 15 * time.Minute},
	"7d":  {7 * day, 2 * time.Hour},
	"30d": {30 * day, day},
}

// maxBuckets bounds a series, maxPeriod a custom period.
const (
	maxBuckets = 100
	maxPeriod  = 90
)

// PresetWindow is one of 6h, 24h, 7d, 30d, ending now; the first and the last bucket may be cut.
func (s *Store) PresetWindow(name string, zone *time.Location) (Window, bool) {
	p, ok := presets[name]
	now := s.Now().UTC()
	return Window{Range: name, Start: now.Add(-p.span), End: now.Add(time.Microsecond), Bucket: p.bucket, Zone: zone}, ok
}

// CustomWindow is the days from..to (YYYY-MM-DD) of a zone, both inclusive, in the smallest bucket that gives at most 100.
// Anything but up to 90 days in their order is invalid_input.
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

// Before returns the window of the same length that ends where w begins.
func (w Window) Before() Window {
	return Window{Start: w.Start.Add(-w.End.Sub(w.Start)), End: w.Start, Bucket: w.Bucket, Zone: w.Zone}
}

// byCalendar reports whether the buckets are days of another zone than UTC: not all of them have 24 hours.
func (w Window) byCalendar() bool { return w.Bucket == day && w.Zone != nil && w.Zone != time.UTC }

// origin is where the first bucket begins: it may be before the window.
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

// Starts are the beginnings of all buckets.
func (w Window) Starts() []time.Time {
	var list []time.Time
	for t := w.origin(); t.Before(w.End); t = w.After(t) {
		list = append(list, t)
	}
	return list
}

// step is the length in which the database counts: a bucket, or a part of a day by the calendar.
func (w Window) step() time.Duration {
	if !w.byCalendar() {
		return w.Bucket
	}
	for _, t := range w.Starts() {
		if !t.Truncate(time.Hour).Equal(t) {
			return 15 * time.Minute // a zone with a part of an hour
		}
	}
	return time.Hour
}

// bucketOf returns the number of the bucket, of starts, that a step is in.
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
