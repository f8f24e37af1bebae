package watches

import (
	"cmp"
	"time"

	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/watches"
	"socialdata/views"
)

// leastSpan is the shortest time that a timeline shows.
const leastSpan = 7 * 24 * time.Hour

// timeline draws when each item was there, on one axis: from the earliest beginning until now.
func (h *Handlers) timeline(w *watches.Watch, items []watches.Item) *views.Timeline {
	now := h.Store.Now()
	begin := db.Micros(now.Add(-leastSpan))
	for n := range items {
		begin = min(begin, items[n].Began())
	}
	v := &views.Timeline{Begin: h.When(&begin), End: h.WhenAt(now)}
	share := func(at int64) int64 { return 1000 * (at - begin) / max(1, db.Micros(now)-begin) }
	for n := range items {
		i := &items[n]
		end := i.FirstSeenAt
		if i.LastSeenAt != nil {
			end = *i.LastSeenAt
		}
		if i.EndedAt != nil {
			end = *i.EndedAt
		}
		seen := min(i.FirstSeenAt, end)
		row := views.TimelineRow{Title: cmp.Or(page.OrEmpty(i.Title), i.URL), Link: i.URL, Ended: i.EndedAt != nil, Unseen: i.Unseen(w), Began: h.When(new(i.Began())), Until: h.When(&end),
			BeganAt: share(i.Began()), SeenAt: share(seen), UntilAt: share(end), Days: daysWords(i.DaysRunning(now)), SeenDays: views.Count(max(0, end-seen)/(24*time.Hour).Microseconds(), "day")}
		v.Rows = append(v.Rows, row)
	}
	return v
}
