package watches

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// MostBackfill is how many items from before a watch it imports at most.
const MostBackfill = 500

// BackfillLeft returns how many of the items from before the watch remain to be imported at most; fewer may exist.
func (w *Watch) BackfillLeft() int64 {
	all := w.Backfill
	if w.BackfillRead {
		all = w.BackfillFound
	}
	return max(0, all-w.BackfillImported-w.BackfillSkipped)
}

// BackfillDone reports whether all requested items from before the watch, or all that exist, were processed.
func (w *Watch) BackfillDone() bool {
	return w.Backfill > 0 && w.BackfillRead && w.BackfillLeft() == 0
}

// AddBackfill stores rows that a run has read for the backfill, in the list's order: as many as are still requested will
// be imported. cursor is that of the next page; "" at the end. On ErrLeaseLost the worker must stop.
func (s *Store) AddBackfill(ctx context.Context, c *Claimed, rows []Row, cursor string) error {
	var w Watch
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		w = Watch{}
		if err := lockMine(tx, c, &w); err != nil {
			return err
		}
		known, err := knownItems(tx, w.ID, rows)
		if err != nil {
			return err
		}
		ranks := map[string]int64{}
		for _, r := range rows {
			if !known[r.ID] && w.BackfillFound < w.Backfill {
				w.BackfillFound++
				ranks[r.ID] = w.BackfillFound
			}
		}
		items := unknown(&Claimed{Watch: w, Run: c.Run}, rows, known, memory{ranks: ranks}, s.Now())
		if err := saveSeen(tx, items); err != nil {
			return err
		}
		w.Items += int64(len(rows) - len(known))
		w.BackfillRead = cursor == "" || w.BackfillFound >= w.Backfill
		if w.BackfillCursor = cursor; w.BackfillRead {
			w.BackfillCursor = ""
		}
		return saveBackfill(tx, &w)
	})
	if err == nil {
		c.Items, c.BackfillFound, c.BackfillCursor, c.BackfillRead = w.Items, w.BackfillFound, w.BackfillCursor, w.BackfillRead
	}
	return err
}

// saveBackfill saves the progress of a backfill and what was spent.
func saveBackfill(tx *gorm.DB, w *Watch) error {
	return tx.Model(&Watch{}).Where("id = ?", w.ID).Updates(map[string]any{"items": w.Items, "backfill_found": w.BackfillFound, "backfill_imported": w.BackfillImported,
		"backfill_skipped": w.BackfillSkipped, "backfill_cursor": w.BackfillCursor, "backfill_read": w.BackfillRead, "spent": w.Spent, "spent_on": w.SpentOn}).Error
}

// BackfillWaiting returns at most limit rows to import next, in the list's order.
func (s *Store) BackfillWaiting(ctx context.Context, c *Claimed, limit int) ([]Row, error) {
	var items []Item
	err := s.Read(ctx).Where("watch_id = ? AND backfill > 0 AND import_id = ''", c.ID).Order("backfill").Limit(limit).Find(&items).Error
	rows := make([]Row, len(items))
	for n, i := range items {
		rows[n] = Row{ID: i.ItemID, URL: i.URL, Title: i.Title}
	}
	return rows, db.Error(err)
}

// NoteBackfill records which imports of a backfill were accepted and which cannot be, and their maximum cost. On ErrLeaseLost
// the worker must stop: the next one imports nothing twice, because an import's key consists of the watch and the item.
func (s *Store) NoteBackfill(ctx context.Context, c *Claimed, i Imported) error {
	var w Watch
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		w = Watch{}
		if err := lockMine(tx, c, &w); err != nil {
			return err
		}
		for item, importID := range i.IDs {
			res := tx.Model(&Item{}).Where("watch_id = ? AND item_id = ? AND import_id = ''", w.ID, item).Update("import_id", importID)
			if res.Error != nil {
				return res.Error
			}
			w.BackfillImported += res.RowsAffected
		}
		for _, item := range i.Refused {
			res := tx.Model(&Item{}).Where("watch_id = ? AND item_id = ? AND backfill > 0", w.ID, item).Update("backfill", gorm.Expr("-backfill"))
			if res.Error != nil {
				return res.Error
			}
			w.BackfillSkipped += res.RowsAffected
		}
		now := s.Now()
		w.Spent, w.SpentOn = w.SpentToday(now)+i.Credits, dayOf(now)
		return saveBackfill(tx, &w)
	})
	if err == nil {
		c.BackfillImported, c.BackfillSkipped, c.Spent, c.SpentOn = w.BackfillImported, w.BackfillSkipped, w.Spent, w.SpentOn
	}
	return err
}

// hurry schedules the next run no later than tomorrow while a backfill waits for that day's credits.
func (w *Watch) hurry(now time.Time) {
	if w.NextRunAt == nil || w.Backfill == 0 || w.BackfillDone() || w.Import() == nil {
		return
	}
	*w.NextRunAt = min(*w.NextRunAt, db.Micros(tomorrow(now)))
}
