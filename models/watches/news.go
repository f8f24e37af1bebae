package watches

import (
	"slices"
	"time"
)

// MostPages is how many pages one run reads at most.
const MostPages = 5

// Row is a row of a list as a watch sees it.
type Row struct {
	ID          string // natural id
	URL         string
	Title       *string
	PublishedAt *time.Time // nil if the row does not contain it
	MadeAt      *time.Time // approximate creation time, if the row has no better one; only used to compare ages
	Facts       Facts
	Active      *bool      // of an ad: whether it says that it is shown; nil if unknown
	EndedAt     *time.Time // of an ad that is not active: when that began, if it says so
	Collation   string     // of an ad: the platform's id of all variants of its creative; "" if unknown
}

// age returns the time by which rows are compared; nil if it is unknown.
func (r *Row) age() *time.Time {
	if r.PublishedAt != nil {
		return r.PublishedAt
	}
	return r.MadeAt
}

// Look is what a run has read of a list so far.
type Look struct {
	Rows        []Row
	Known       map[string]bool // ids that the watch had seen before
	NewestFirst bool            // the list is sorted newest first, though pinned rows may come before
	Ended       bool            // there is no next page
	Anywhere    bool            // new rows may appear anywhere in the list, as in a playlist, so it is read to its end
	Cursor      string          // of the page after what was read; "" at the end
	Missed      Missed
	FirstPage   int    // rows of the first page
	Total       *int64 // number of rows in the list, as the platform says; nil if unknown
	Rounded     bool   // the platform rounds Total
	Unclear     bool   // one of the answers lacks fields because a further request was refused
}

// pins is how many pinned rows a platform may put before the newest one.
const pins = 3

// lateBy is how long after its publication a row may first appear.
const lateBy = 48 * time.Hour

// pinnedBy is how much older than a later row one at the top must be to count as pinned.
const pinnedBy = 24 * time.Hour

// Reached reports whether a run can stop reading: at a row that the watch has seen, or at the end of a list that may get
// new rows anywhere.
func (l *Look) Reached() bool { return l.Ended || !l.Anywhere && l.lastKnown() >= 0 }

// lastKnown returns the index of the last row that the watch has seen, except pinned ones; -1 if there is none.
func (l *Look) lastKnown() int {
	for n, r := range slices.Backward(l.Rows) {
		if l.Known[r.ID] && !l.pinned(n) {
			return n
		}
	}
	return -1
}

// pinned reports whether the row at place is only there because it is pinned: it is older than a later one.
func (l *Look) pinned(place int) bool {
	at := l.Rows[place].age()
	if !l.NewestFirst || place >= pins || at == nil {
		return false
	}
	return slices.ContainsFunc(l.Rows[place+1:], func(r Row) bool { return r.age() != nil && r.age().Sub(*at) > pinnedBy })
}

// news returns the rows that are new to a watch. An unseen row is not new if it was published before rows that the watch
// has seen (an old one that was pinned or moved within a ranking), or if it follows all of them (an old one that moved
// up because others were deleted). If the watch had seen the whole list, every unseen row is new.
func (l *Look) news(w *Watch) (fresh []Row) {
	last := l.lastKnown()
	for n, r := range l.Rows {
		if l.Known[r.ID] {
			continue
		}
		before := last < 0 || n < last
		at := r.age()
		dated := at != nil && w.Newest != nil
		late := dated && at.UnixMicro() < *w.Newest-lateBy.Microseconds()
		switch {
		case w.Whole:
		case late, !before && (l.NewestFirst || !dated):
			continue
		}
		fresh = append(fresh, r)
	}
	return fresh
}

// wholeAfter reports whether the watch has seen the whole list after this run. The end of a short answer proves nothing.
func (l *Look) wholeAfter(w *Watch) bool {
	return l.Ended && !l.short(w) || w.Whole && l.lastKnown() >= 0
}

// newestAfter returns the latest publication time that the watch has seen after this run. A time in the future, such as
// that of a premiere, counts as now.
func (l *Look) newestAfter(w *Watch, now time.Time) *int64 {
	newest := w.Newest
	for _, r := range l.Rows {
		if r.age() == nil {
			continue
		}
		at := min(r.age().UnixMicro(), now.UnixMicro())
		if newest != nil {
			at = max(at, *newest)
		}
		newest = &at
	}
	return newest
}
