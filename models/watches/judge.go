package watches

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// Why is why an item ended.
type Why string

// Inactive: an ad says so. Missing: two complete looks in a row lack the item.
const (
	NotEnded Why = ""
	Inactive Why = "inactive"
	Missing  Why = "missing"
)

// Whys lists every Why except NotEnded.
func Whys() []Why { return []Why{Inactive, Missing} }

// edit is an item of which a part changed.
type edit struct {
	item   Item
	parts  []Part
	before Facts
}

// verdict is what a look says about items that the watch knew.
type verdict struct {
	ended, returned []Item
	edited          []edit
}

// judge compares a look with what the watch has seen, and stores the result. It runs in the transaction that ends the
// run, so that each change is told once, and reads what was seen again, because an earlier worker of the run may have
// written meanwhile. rows that the watch did not know are not judged.
func (l *Look) judge(tx *gorm.DB, c *Claimed) (v verdict, seen []Item, err error) {
	if c.LookedAt == nil {
		return v, nil, nil
	}
	at := c.Run.StartedAt
	if seen, err = l.present(tx, c.ID, at, &v); err != nil {
		return v, nil, err
	}
	c.Run.Complete = l.complete(&c.Watch)
	if !c.Run.Complete {
		return v, seen, forgive(tx, c.ID)
	}
	absent, err := l.absent(tx, c.ID)
	if err != nil {
		return v, nil, err
	}
	for n := range absent {
		i := &absent[n]
		if i.Misses++; i.Misses == 1 {
			i.MissedAt = &at
		} else {
			i.EndedAt, i.EndedWhy, i.Misses = i.MissedAt, Missing, 0
			v.ended = append(v.ended, *i)
		}
		if err := tx.Model(&Item{}).Where("watch_id = ? AND item_id = ?", i.WatchID, i.ItemID).
			Select("misses", "missed_at", "ended_at", "ended_why").Updates(i).Error; err != nil {
			return v, nil, err
		}
	}
	return v, seen, nil
}

// forgive starts the counts of misses again: the looks with them were not in a row.
func forgive(tx *gorm.DB, watchID string) error {
	return tx.Model(&Item{}).Where("watch_id = ? AND misses > 0", watchID).Updates(map[string]any{"misses": 0, "missed_at": nil}).Error
}

// present reads the known items of the look, updates them, and adds what changed to the verdict.
func (l *Look) present(tx *gorm.DB, watchID string, at int64, v *verdict) ([]Item, error) {
	ids, rows := []string{}, map[string]*Row{}
	for n := range l.Rows {
		ids, rows[l.Rows[n].ID] = append(ids, l.Rows[n].ID), &l.Rows[n]
	}
	var seen []Item
	if err := locked(tx).Where("watch_id = ? AND item_id IN ?", watchID, ids).Order("position").Find(&seen).Error; err != nil {
		return nil, err
	}
	for n := range seen {
		seen[n].see(rows[seen[n].ItemID], at, v)
	}
	return seen, nil
}

// see updates an item by its row.
func (i *Item) see(r *Row, at int64, v *verdict) {
	before, noted := i.FactsNow(), i.LastSeenAt != nil // the first look that notes an item tells nothing of it
	now := r.Facts.over(before)
	if parts := changed(&before, &now); noted && len(parts) > 0 {
		i.Facts = db.JSON(now)
		v.edited = append(v.edited, edit{item: *i, parts: parts, before: before})
	}
	i.Facts, i.LastSeenAt, i.Misses, i.MissedAt = db.JSON(now), &at, 0, nil
	i.Views, i.EUReach = now.Stats.Views, now.EUReach
	if creative := r.creative(); creative != "" {
		i.Creative = creative
	}
	if r.Title != nil {
		i.Title = r.Title
	}
	if i.PublishedAt == nil && r.PublishedAt == nil && r.MadeAt != nil {
		i.MadeAt = new(db.Micros(*r.MadeAt))
	}
	inactive := r.Active != nil && !*r.Active
	switch {
	case inactive && i.EndedAt == nil:
		i.end(r, at)
		if noted {
			v.ended = append(v.ended, *i)
		}
	case inactive:
		i.EndedWhy = Inactive
	case i.EndedAt != nil && (i.EndedWhy == Missing || r.Active != nil):
		v.returned = append(v.returned, *i)
		i.EndedAt, i.EndedWhy = nil, NotEnded
	}
}

// end ends an item that says itself that it is not active. at is when it was seen.
func (i *Item) end(r *Row, at int64) {
	if r.EndedAt != nil {
		at = min(at, db.Micros(*r.EndedAt))
	}
	i.EndedAt, i.EndedWhy = &at, Inactive
}

// absent returns the items that were there, and that the complete look covers but lacks.
func (l *Look) absent(tx *gorm.DB, watchID string) ([]Item, error) {
	q := tx.Where("watch_id = ? AND ended_at IS NULL AND last_seen_at IS NOT NULL", watchID)
	if oldest := l.oldest(); oldest != nil && !l.Ended {
		q = q.Where("COALESCE(published_at, made_at) > ?", oldest.UnixMicro())
	}
	var live []Item
	if err := q.Order("position").Find(&live).Error; err != nil {
		return nil, err
	}
	return l.lacks(live), nil
}

// seenColumns are the columns of an item that a look changes.
var seenColumns = clause.OnConflict{Columns: []clause.Column{{Name: "watch_id"}, {Name: "item_id"}},
	DoUpdates: clause.AssignmentColumns([]string{"title", "made_at", "last_seen_at", "misses", "missed_at", "ended_at", "ended_why", "facts", "creative", "crossed", "views", "eu_reach"})}

// saveSeen stores what a run saw of its items.
func saveSeen(tx *gorm.DB, items []Item) error {
	if len(items) == 0 {
		return nil
	}
	return tx.Clauses(seenColumns).CreateInBatches(&items, 200).Error
}

// saveReaches stores what ads have reached in the EU, where that is another number than before.
func saveReaches(tx *gorm.DB, c *Claimed, items []Item) error {
	ids, have := []string{}, map[string]int64{}
	for _, i := range items {
		if i.FactsNow().EUReach != nil {
			ids = append(ids, i.ItemID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if err := reachesAt(tx, c.ID, ids, db.FromMicros(c.Run.StartedAt), have); err != nil {
		return err
	}
	var list []Reach
	for _, i := range items {
		reach := i.FactsNow().EUReach
		if before, known := have[i.ItemID]; reach != nil && (!known || before != *reach) {
			list = append(list, Reach{WatchID: c.ID, ItemID: i.ItemID, At: c.Run.StartedAt, Reach: *reach})
		}
	}
	if len(list) == 0 {
		return nil
	}
	return tx.Create(&list).Error
}
