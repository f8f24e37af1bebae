package pages

import (
	"strings"
	"time"

	"socialdata/models/imports"
	"socialdata/models/usage"
	"socialdata/views"
)

// madeFilter reads the time in which imports were made: from and before, each a day or a time. What is neither narrows
// nothing.
func (h *Handlers) madeFilter(f *form, filter *imports.Filter, v *views.Imports) {
	filter.CreatedFrom, filter.CreatedBefore = dayOrTime(f.word("from")), dayOrTime(f.word("before"))
	if f.word("before") == "" && !strings.Contains(f.word("from"), "T") { // days that people chose, not the bar of a chart
		filter.CreatedFrom, filter.CreatedBefore, v.FromDay, v.ToDay = f.dateRange()
		return
	}
	switch from, before := filter.CreatedFrom, filter.CreatedBefore; {
	case from != nil && before != nil:
		v.Made = "Made from " + shortTime(*from) + " to " + shortTime(*before)
	case from != nil:
		v.Made = "Made since " + shortTime(*from)
	case before != nil:
		v.Made = "Made before " + shortTime(*before)
	}
	if v.Made != "" {
		v.From, v.Before = f.word("from"), f.word("before")
	}
}

// dayOrTime reads a day (2026-11-21, UTC) or a time (RFC 3339); nil for anything else.
func dayOrTime(text string) *time.Time {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return &t
		}
	}
	return nil
}

// shortTime writes a time without its seconds.
func shortTime(t time.Time) string { return t.UTC().Format("2 Jan 15:04") + " UTC" }

// madeIn is the address of the imports that one bar of a chart counts: the first and the last bucket of a window may be cut.
func madeIn(list string, start time.Time, w usage.Window) string {
	end := w.After(start)
	if start.Before(w.Start) {
		start = w.Start
	}
	if !w.End.IsZero() && end.After(w.End) {
		end = w.End
	}
	return address(list, "from", start.UTC().Format(time.RFC3339Nano), "before", end.UTC().Format(time.RFC3339Nano))
}
