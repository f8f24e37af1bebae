package watches

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/alerts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/work"
)

// News returns the rows that the run will report as new; none for the first run.
func (c *Claimed) News(l *Look) []Row {
	if c.LookedAt == nil {
		return nil
	}
	return l.news(&c.Watch)
}

// Imported is the result of the imports of a run.
type Imported struct {
	IDs     map[string]string // of imports, by the item's natural id
	Skipped int64             // items without enough credits
	Credits int64             // their maximum cost
	Refused []string          // the skipped items that cannot be imported at all
	Short   bool              // credits ran out
}

// finish ends a run and its job. It returns ErrLeaseLost, and writes nothing, if another worker has the run. end changes
// the watch; if its owner paused it during the run, it stays paused.
func (s *Store) finish(ctx context.Context, c *Claimed, end func(tx *gorm.DB, c *Claimed) error) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		one := &Claimed{Run: c.Run} // a repeated transaction must start from the same run
		if err := lockMine(tx, c, &one.Watch); err != nil {
			return err
		}
		byOwner := one.PausedReason == ByOwner
		one.Run.State, one.Run.EndedAt = RunSucceeded, new(db.Micros(now))
		if err := end(tx, one); err != nil {
			return err
		}
		if byOwner {
			one.set(Paused, ByOwner, nil)
		}
		if err := tx.Save(&one.Run).Error; err != nil {
			return err
		}
		if err := tx.Save(&one.Watch).Error; err != nil {
			return err
		}
		return work.Settle(tx, c.Job, one.rest())
	})
}

// FinishList ends a run that has read a list: what is new, ended, returned, changed or beyond a threshold becomes events,
// and every row is stored.
func (s *Store) FinishList(ctx context.Context, c *Claimed, l *Look, i Imported) error {
	return s.finish(ctx, c, func(tx *gorm.DB, c *Claimed) error {
		now := s.Now()
		fresh := c.News(l)
		if err := tellFound(tx, c, fresh, i.IDs); err != nil {
			return err
		}
		if err := l.compare(tx, c, memory{fresh: fresh, imported: i.IDs}, now); err != nil {
			return err
		}
		c.Run.Found, c.Run.Imports, c.Run.ImportsSkipped, c.Run.Missed = int64(len(fresh)), int64(len(i.IDs)), i.Skipped, l.Missed
		c.Whole, c.Newest, c.Fullest, c.LookedAt = l.wholeAfter(&c.Watch), l.newestAfter(&c.Watch, now), l.fullestAfter(&c.Watch), &c.Run.StartedAt
		c.SpentOn, c.Spent = dayOf(now), c.SpentToday(now)+i.Credits
		c.succeeded(now)
		switch l.Missed {
		case MissedCredits:
			c.outOf(ByCredits, now)
		case MissedDailyCredits:
			c.outOf(ByDailyCredits, now)
		case NothingMissed, MissedPages:
			c.hurry(now)
		}
		return nil
	})
}

// compare judges what the watch knew, stores what it did not know, and tells what changed.
func (l *Look) compare(tx *gorm.DB, c *Claimed, m memory, now time.Time) error {
	v, seen, err := l.judge(tx, c)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	maps.Copy(known, l.Known)
	for _, i := range seen {
		known[i.ItemID] = true // the run's own backfill may have stored it since the look asked
	}
	items := append(seen, unknown(c, l.Rows, known, m, now)...)
	crossed, err := cross(tx, &c.Watch, items, now, c.LookedAt == nil)
	if err != nil {
		return err
	}
	c.Run.Ended, c.Run.Returned, c.Run.Edited, c.Run.Crossed = int64(len(v.ended)), int64(len(v.returned)), int64(len(v.edited)), int64(len(crossed))
	return cmp.Or(saveSeen(tx, items), saveReaches(tx, c, items), tellStates(tx, c, events.WatchEnded, v.ended), tellStates(tx, c, events.WatchReturned, v.returned),
		tellEdited(tx, c, v.edited), tellCrossed(tx, c, crossed))
}

// memory is what is stored of rows in addition to themselves.
type memory struct {
	fresh    []Row             // reported as new
	imported map[string]string // ids of imports, by the item's natural id
	ranks    map[string]int64  // positions in the backfill, by the item's natural id
}

// unknown returns the rows of a list that are not known as items to store: the last row first, so that the newest comes
// last. It counts them.
func unknown(c *Claimed, rows []Row, known map[string]bool, m memory, now time.Time) (list []Item) {
	told := map[string]bool{}
	for _, r := range m.fresh {
		told[r.ID] = true
	}
	for _, r := range slices.Backward(rows) {
		if known[r.ID] {
			continue
		}
		c.Items++
		item := Item{WatchID: c.ID, ItemID: r.ID, Position: c.Items, URL: r.URL, FirstSeenAt: db.Micros(now), Told: told[r.ID], ImportID: m.imported[r.ID], Backfill: m.ranks[r.ID]}
		if r.PublishedAt != nil {
			item.PublishedAt = new(db.Micros(*r.PublishedAt))
		}
		item.see(&r, c.Run.StartedAt, &verdict{})
		item.LastSeenAt = new(item.FirstSeenAt) // a look notes what is new at its end, and nothing was seen last before it was seen first
		list = append(list, item)
	}
	return list
}

// SingleItem is a single item as observed by a run.
type SingleItem struct {
	Row
	Stats content.Stats
}

// FinishItem ends a run that observed its single item: changed counts become an event.
func (s *Store) FinishItem(ctx context.Context, c *Claimed, item SingleItem) error {
	return s.finish(ctx, c, func(tx *gorm.DB, c *Claimed) error {
		counts, now := db.JSON(item.Stats), s.Now()
		if c.LookedAt != nil {
			if err := tellCounts(tx, c, item, counts); err != nil {
				return err
			}
		}
		if err := rememberOne(tx, c, item, now); err != nil {
			return err
		}
		c.Counts, c.GoneCode, c.LookedAt = counts, "", &c.Run.StartedAt
		c.succeeded(now)
		return nil
	})
}

// tellCounts reports counts of a single item that have changed.
func tellCounts(tx *gorm.DB, c *Claimed, item SingleItem, counts string) error {
	if c.Run.Changed = c.Counts != counts; !c.Run.Changed {
		return nil
	}
	var before content.Stats
	if err := json.Unmarshal([]byte(c.Counts), &before); err != nil {
		return err
	}
	return tell(tx, &c.Watch, events.WatchChanged,
		ItemChanged{Named: c.named(), ID: item.ID, URL: item.URL, Title: item.Title, Changed: []Part{CountsPart}, Before: &before, Stats: &item.Stats})
}

// rememberOne stores what a single item said, and tells which thresholds it went beyond.
func rememberOne(tx *gorm.DB, c *Claimed, item SingleItem, now time.Time) error {
	item.Facts = Facts{Stats: item.Stats}
	var known []Item
	if err := tx.Where("watch_id = ? AND item_id = ?", c.ID, item.ID).Find(&known).Error; err != nil {
		return err
	}
	if len(known) == 0 {
		known = unknown(c, []Row{item.Row}, nil, memory{}, now)
	} else {
		known[0].see(&item.Row, c.Run.StartedAt, &verdict{})
	}
	crossed, err := cross(tx, &c.Watch, known, now, true) // a single item is never found
	if err != nil {
		return err
	}
	c.Run.Crossed = int64(len(crossed))
	return db.FirstError(saveSeen(tx, known), tellCrossed(tx, c, crossed))
}

// FinishUnclear ends a run whose answer lacks what would be compared: it writes no event and stores nothing.
func (s *Store) FinishUnclear(ctx context.Context, c *Claimed) error {
	return s.finish(ctx, c, func(_ *gorm.DB, c *Claimed) error {
		c.succeeded(s.Now())
		return nil
	})
}

// FinishGone ends a run whose single item no longer exists. This is reported once, and only for an item that the watch
// has seen before.
func (s *Store) FinishGone(ctx context.Context, c *Claimed, code apierror.Code) error {
	return s.finish(ctx, c, func(tx *gorm.DB, c *Claimed) error {
		c.Run.Code = code
		if c.GoneCode == "" {
			var item Item
			if err := tx.Where("watch_id = ?", c.ID).Order("position").Take(&item).Error; err != nil {
				return err
			}
			if err := tell(tx, &c.Watch, events.WatchGone, ItemGone{Named: c.named(), ID: item.ItemID, URL: item.URL, Code: code}); err != nil {
				return err
			}
		}
		c.GoneCode = string(code)
		c.succeeded(s.Now())
		return nil
	})
}

// FinishFault ends a failed run: it changes nothing about the watched content and is retried soon. Repeated failures are
// reported once.
func (s *Store) FinishFault(ctx context.Context, c *Claimed, fault *apierror.Error) error {
	return s.finish(ctx, c, func(tx *gorm.DB, c *Claimed) error {
		c.Run.State, c.Run.Code = RunFailed, fault.Code
		if err := forgive(tx, c.ID); err != nil {
			return err
		}
		if !c.failed(s.Now(), fault.RetryAfter) {
			return nil
		}
		if err := tell(tx, &c.Watch, events.WatchFailing, WatchFails{Named: c.named(), Code: fault.Code, Message: fault.SafeMessage()}); err != nil {
			return err
		}
		return alerts.Raise(tx, c.WorkspaceID, alerts.WatchFailing)
	})
}

// FinishUnpaid ends a run for whose first page there were no credits.
func (s *Store) FinishUnpaid(ctx context.Context, c *Claimed) error {
	return s.finish(ctx, c, func(tx *gorm.DB, c *Claimed) error {
		c.Run.State, c.Run.Code = RunFailed, apierror.CodeInsufficientCredits
		c.outOf(ByCredits, s.Now())
		return forgive(tx, c.ID)
	})
}
