package watches

import (
	"slices"
	"time"
)

// MostPages bounds the pages that a run reads.
const MostPages = 5

// Row is a row of a list as a watch sees it.
type Row struct {
	ID          string // natural id
	URL         string
	Title       *string
	PublishedAt *time.Time // nil where the row does not tell it
	MadeAt      *time.Time // about when it was made, if the row or its id shows no more; used for its age alone
}

// age is the time by which rows are compared; nil if it is unknown.
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
	NewestFirst bool            // the platform says that the list begins with the newest; it may pin others before them
	Ended       bool            // there is no next page
	Anywhere    bool            // what is added to the list may stand anywhere in it, as in a playlist: it is read to its end
	Cursor      string          // of the page behind what was read; "" at the end
	Missed      Missed
}

// pins is how many rows a platform may put before the newest.
const pins = 3

// lateBy is how much later than its time of publication a row may appear.
const lateBy = 48 * time.Hour

// pinnedBy is how much older than a later row a row at the top must be to count as pinned.
const pinnedBy = 24 * time.Hour

// Reached reports whether a run need not read another page: it has come to what the watch knew, or to the end of a list that is
// added to anywhere.
func (l *Look) Reached() bool { return l.Ended || !l.Anywhere && l.lastKnown() >= 0 }

// lastKnown is the place of the last row that the watch knew, pinned ones aside; -1 if there is none.
func (l *Look) lastKnown() int {
	for n, r := range slices.Backward(l.Rows) {
		if l.Known[r.ID] && !l.pinned(n) {
			return n
		}
	}
	return -1
}

// pinned reports whether a row stands where it does only because it is pinned: it is older than one that follows.
func (l *Look) pinned(place int) bool {
	at := l.Rows[place].age()
	if !l.NewestFirst || place >= pins || at == nil {
		return false
	}
	return slices.ContainsFunc(l.Rows[place+1:], func(r Row) bool { return r.age() != nil && r.age().Sub(*at) > pinnedBy })
}

// news returns the rows that are new to a watch. A row that it did not know is not new if it was published before others that it
// knew (an old one that was pinned, or moved within a ranking), or if it follows all that it knew (an old one that moved up because
// others were deleted). What was known to its end has no such rows.
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

// wholeAfter reports whether the watch knows the list to its end after this look.
func (l *Look) wholeAfter(w *Watch) bool { return l.Ended || w.Whole && l.lastKnown() >= 0 }

// newestAfter returns the latest time of publication that the watch has seen after this look. A time to come, as that of a
// premiere, counts as now.
func (l *Look) newestAfter(w *Watch, now time.Time) *int64 {
	newest := w.Newest
	for _, r := range l.Rows {
		if r.age() == nil {
			continue
		}
		if at := min(r.age().UnixMicro(), now.UnixMicro()); newest == nil || at > *newest {
			newest = &at
		}
	}
	return newest
}
