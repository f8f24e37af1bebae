package watches

import (
	"cmp"
	"time"

	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/watches"
	"socialdata/views"
)

const (
	// leastSpan is the shortest time that a timeline shows.
	leastSpan = 24 * time.Hour

	// leastBefore is how much of the time before a watch first looked its timeline may show, however short it has been looking.
	leastBefore = 7 * 24 * time.Hour
)

// timelineBegin returns where the axis of a timeline begins: where the first item does, but with no more time before the first look than
// after it, so that what began long ago does not crowd what the watch saw.
func timelineBegin(now int64, items []watches.Item) int64 {
	began, looked := now, now
	for n := range items {
		began, looked = min(began, items[n].Began()), min(looked, items[n].FirstSeenAt)
	}
	return min(max(began, looked-max(now-looked, leastBefore.Microseconds())), now-leastSpan.Microseconds())
}

// timelineDays returns the days that the axis names: its ends, and its middle where that is another day.
func (h *Handlers) timelineDays(begin, end int64) []views.When {
	days := []views.When{h.When(&begin)}
	if end-begin >= 2*leastSpan.Microseconds() {
		days = append(days, h.When(new(begin+(end-begin)/2)))
	}
	return append(days, h.When(&end))
}

// timeline draws when each item was there, on one axis until now.
func (h *Handlers) timeline(w *watches.Watch, items []watches.Item) *views.Timeline {
	now := h.Store.Now()
	end := db.Micros(now)
	begin := timelineBegin(end, items)
	v := &views.Timeline{Days: h.timelineDays(begin, end)}
	share := func(at int64) int64 { return max(0, 1000*(at-begin)/(end-begin)) }
	for n := range items {
		i := &items[n]
		until := i.FirstSeenAt
		if i.LastSeenAt != nil {
			until = *i.LastSeenAt
		}
		if i.EndedAt != nil {
			until = *i.EndedAt
		}
		seen := min(i.FirstSeenAt, until)
		row := views.TimelineRow{Title: cmp.Or(page.OrEmpty(i.Title), i.URL), Link: i.URL, Ended: i.EndedAt != nil, Unseen: i.Unseen(w), Began: h.When(new(i.Began())), Until: h.When(&until),
			BeganAt: share(i.Began()), SeenAt: share(seen), UntilAt: share(until), Days: daysWords(i.DaysRunning(now)), SeenDays: views.Count(max(0, until-seen)/(24*time.Hour).Microseconds(), "day")}
		v.Rows = append(v.Rows, row)
	}
	return v
}
