package watches

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/models/watches"
	"socialdata/views"
)

// tally returns what is there, what has ended and what is new this week, each with a link to its items. A watch that has
// not looked yet knows none of it, and a single item has no list.
func (h *Handlers) tally(c *fiber.Ctx, w *watches.Seen, at string, fresh int64) (list []views.Tally, err error) {
	if w.LookedAt == nil || w.Source().Kind == watches.Single {
		return nil, nil
	}
	for _, one := range []struct {
		word string
		of   watches.ItemState
	}{{"Still there", watches.Live}, {"Ended", watches.Ended}} {
		n, err := h.Store.Watches.CountItems(c.UserContext(), w.ID, one.of)
		if err != nil {
			return nil, err
		}
		list = append(list, views.Tally{Word: one.word, Count: countUpTo(n), Href: at + "?show=" + string(one.of)})
		if one.of == watches.Live {
			if list[0].Note, err = h.unseen(c, w); err != nil {
				return nil, err
			}
		}
		if one.of != watches.Ended || n > 0 {
			continue
		}
		if known, err := h.Store.Watches.HasCompleteRun(c.UserContext(), w.ID); err != nil {
			return nil, err
		} else if !known {
			list[len(list)-1].Count, list[len(list)-1].Why = notKnown, noCompleteLook
		}
	}
	return append(list, views.Tally{Word: "New this week", Count: countUpTo(fresh), Href: at + "?show=new"}), nil
}

// unseen says how many of the live items the last look did not have, and when they end. It returns "" if the look had all of them.
func (h *Handlers) unseen(c *fiber.Ctx, w *watches.Seen) (string, error) {
	n, err := h.Store.Watches.CountUnseen(c.UserContext(), &w.Watch)
	if err != nil || n == 0 {
		return "", err
	}
	if n == 1 {
		return "1 of these was missing from the last look. An item ends after two complete looks in a row without it", nil
	}
	return countUpTo(n) + " of these were missing from the last look. An item ends after two complete looks in a row without it", nil
}

// What is said of what has ended if no look could tell.
const (
	notKnown       = "not known"
	noCompleteLook = "no look could tell"
)

// countUpTo shows a count that stops at MostFreshCounted.
func countUpTo(n int64) string {
	if n > watches.MostFreshCounted {
		return "More than " + views.Number(watches.MostFreshCounted)
	}
	return views.Number(n)
}
