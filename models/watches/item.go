package watches

import (
	"context"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// MostItems is how many items a watch remembers: beyond that it forgets those that it saw first.
const MostItems = 50_000

// Item is something that a watch has seen.
type Item struct {
	WatchID     string `gorm:"primaryKey"`
	ItemID      string `gorm:"primaryKey"` // natural id
	Position    int64  // the order in which the watch saw them, from 1
	URL         string
	Title       *string
	PublishedAt *int64
	FirstSeenAt int64
	Told        bool // reported as new
	ImportID    string
	Backfill    int64 // its position in the backfill, from 1; negative if it cannot be imported, 0 if it is not part of it
}

// TableName names GORM's table: items of watches.
func (Item) TableName() string { return "watch_items" }

// KnownItems returns which of these items a watch has seen.
func (s *Store) KnownItems(ctx context.Context, watchID string, ids []string) (map[string]bool, error) {
	return knownIDs(s.Read(ctx), watchID, ids)
}

// knownItems is KnownItems for rows.
func knownItems(q *gorm.DB, watchID string, rows []Row) (map[string]bool, error) {
	ids := make([]string, len(rows))
	for n, r := range rows {
		ids[n] = r.ID
	}
	return knownIDs(q, watchID, ids)
}

func knownIDs(q *gorm.DB, watchID string, ids []string) (map[string]bool, error) {
	known := map[string]bool{}
	if len(ids) == 0 {
		return known, nil
	}
	var have []string
	err := q.Model(&Item{}).Where("watch_id = ? AND item_id IN ?", watchID, ids).Pluck("item_id", &have).Error
	for _, id := range have {
		known[id] = true
	}
	return known, db.Error(err)
}

// Items lists what a watch has seen, oldest first. after is "" or the natural id of the item that precedes the first
// one; if the watch has not seen that item, the error is invalid_input.
func (s *Store) Items(ctx context.Context, workspaceID, watchID, after string, p db.PageRequest) (*db.RecordPage[Item], error) {
	if _, err := s.Find(ctx, workspaceID, watchID); err != nil {
		return nil, err
	}
	q := s.Read(ctx).Model(&Item{}).Where("watch_id = ?", watchID)
	if after != "" {
		var from Item
		err := db.One(s.Read(ctx).Where("watch_id = ? AND item_id = ?", watchID, after), &from, "item")
		if apierror.Is(err, apierror.CodeNotFound) {
			return nil, apierror.InvalidInput(apierror.Field{Name: "after", In: "query", Reason: "unknown", Expected: "the id of an item that the watch has seen"})
		}
		if err != nil {
			return nil, err
		}
		q = q.Where("position > ?", from.Position)
	}
	return db.ReadPage(s.DB, q, db.OldestFirst("position", "item_id"), "watch items:"+watchID+":"+after, p, func(i Item) db.Position { return db.After(i.Position, i.ItemID) })
}

// LatestItems lists what a watch has seen, or with told only what was reported as new, newest first.
func (s *Store) LatestItems(ctx context.Context, workspaceID, watchID string, told bool, p db.PageRequest) (*db.RecordPage[Item], error) {
	if _, err := s.Find(ctx, workspaceID, watchID); err != nil {
		return nil, err
	}
	q, scope := s.Read(ctx).Model(&Item{}).Where("watch_id = ?", watchID), "watch items, latest:"+watchID
	if told {
		q, scope = q.Where("told"), "watch items, new:"+watchID
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("position", "item_id"), scope, p, func(i Item) db.Position { return db.After(i.Position, i.ItemID) })
}

// ForgetItems deletes all but the last MostItems items of each watch.
func (s *Store) ForgetItems(ctx context.Context) error {
	var list []Watch
	if err := s.Read(ctx).Select("id", "items").Where("items > ?", MostItems).Find(&list).Error; err != nil {
		return db.Error(err)
	}
	for _, w := range list {
		if err := s.Write(ctx).Delete(&Item{}, "watch_id = ? AND position <= ?", w.ID, w.Items-MostItems).Error; err != nil {
			return db.Error(err)
		}
	}
	return nil
}
