package watches

import (
	"slices"
	"time"
)

// This file is the one place that says what a look proves about rows that it lacks. A look is complete if
//
//   - nothing was left out: it ended neither for credits nor at its last page, and no answer was incomplete;
//   - it either read the list to its end, or the list is newest first and its dated rows are in that order, so that it
//     was not re-ordered;
//   - it is not short: see short.
//
// A complete look that read to the end covers every row; one that read the newest rows only covers what is newer than
// the oldest row that it saw, and never a row of unknown age. A list that is newest first and whose number of rows the
// platform does not confirm is treated like the latter, even at its end, unless its rows have no age. A row ends when
// two consecutive looks are complete, cover it and lack it. A failed look between them starts the count again.

// complete reports whether a row that the look covers but lacks may have ended.
func (l *Look) complete(w *Watch) bool {
	switch {
	case l.Missed != NothingMissed, l.Unclear, l.short(w):
		return false
	case l.Ended:
		return true
	}
	return l.NewestFirst && l.oldest() != nil && l.inOrder()
}

// confirmed reports whether the platform's own count says that the look has every row.
func (l *Look) confirmed() bool {
	return l.Ended && l.Total != nil && !l.Rounded && *l.Total == int64(len(l.Rows))
}

// size is the number that is compared between looks, in hundredths: the rows of a list that was read to its end, or those
// of its first page.
func (l *Look) size() int64 {
	if l.Ended {
		return 100 * int64(len(l.Rows))
	}
	return 100 * int64(l.FirstPage)
}

// short reports whether the look has fewer rows than previous ones by more than rows end between two looks. The first
// page of a list that goes on, or went on before, must be full, because rows behind it would have moved up.
func (l *Look) short(w *Watch) bool {
	if l.Total != nil && l.Ended {
		if !l.Rounded {
			return int64(len(l.Rows)) < *l.Total
		}
		if 2*int64(len(l.Rows)) < *l.Total {
			return true
		}
	}
	if l.Ended && w.Whole {
		return l.size() < w.Fullest-max(100, w.Fullest/4)
	}
	return l.size() < w.Fullest
}

// fullestAfter returns the size against which the next look is compared. It follows a smaller size slowly: a short answer
// must come about six times in a row before it is believed.
func (l *Look) fullestAfter(w *Watch) int64 {
	if l.Missed != NothingMissed || l.Unclear {
		return w.Fullest
	}
	return max(l.size(), w.Fullest-w.Fullest/25)
}

// inOrder reports whether the dated rows of a list that is newest first are in that order, apart from pinned ones.
func (l *Look) inOrder() bool {
	var oldest *time.Time
	for n := range l.Rows {
		at := l.Rows[n].age()
		if at == nil || l.pinned(n) {
			continue
		}
		if oldest != nil && at.Sub(*oldest) > pinnedBy {
			return false
		}
		if oldest == nil || at.Before(*oldest) {
			oldest = at
		}
	}
	return true
}

// oldest returns the age of the oldest row that is not pinned; nil if no age is known.
func (l *Look) oldest() *time.Time {
	var oldest *time.Time
	for n := range l.Rows {
		if at := l.Rows[n].age(); at != nil && !l.pinned(n) && (oldest == nil || at.Before(*oldest)) {
			oldest = at
		}
	}
	return oldest
}

// covers reports whether the complete look would have the item if it still existed.
func (l *Look) covers(i *Item) bool {
	oldest := l.oldest()
	if l.confirmed() || l.Ended && (!l.NewestFirst || oldest == nil) {
		return true
	}
	at := i.age()
	return at != nil && oldest != nil && *at > oldest.UnixMicro()
}

// age returns the time by which items are compared; nil if it is unknown.
func (i *Item) age() *int64 {
	if i.PublishedAt != nil {
		return i.PublishedAt
	}
	return i.MadeAt
}

// lacks returns the items that the complete look covers but does not have.
func (l *Look) lacks(live []Item) []Item {
	seen := map[string]bool{}
	for _, r := range l.Rows {
		seen[r.ID] = true
	}
	return slices.DeleteFunc(live, func(i Item) bool { return seen[i.ItemID] || !l.covers(&i) })
}
