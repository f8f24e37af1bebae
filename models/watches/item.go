package watches

import (
	"context"
	"time"

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
	MadeAt      *int64 // approximate, if the list does not contain PublishedAt
	FirstSeenAt int64
	LastSeenAt  *int64 // nil: not since watches note it
	Misses      int64  // consecutive complete looks without it
	MissedAt    *int64 // start of the first of these
	EndedAt     *int64 // nil while it has not ended, as far as is known
	EndedWhy    Why
	Facts       string // what the item said when last seen, JSON
	Creative    string // the same for all variants of one creative; "" if nothing says so
	Crossed     string // by threshold, whether the item is beyond it, JSON
	Views       *int64 // as Facts has it; nil if unknown
	EUReach     *int64 // like Views
	Told        bool   // reported as new
	ImportID    string
	Backfill    int64 // its position in the backfill, from 1; negative if it cannot be imported, 0 if it is not part of it
}

// TableName names GORM's table: items of watches.
func (Item) TableName() string { return "watch_items" }

// ItemState says whether an item is still there, as far as the watch knows.
type ItemState string

// The states of items. One that was last seen before watches noted it has none.
const (
	Live  ItemState = "live"
	Ended ItemState = "ended"
)

// ItemStates lists every ItemState once.
func ItemStates() []ItemState { return []ItemState{Live, Ended} }

// State returns the state of the item; "" if it is unknown.
func (i *Item) State() ItemState {
	switch {
	case i.EndedAt != nil:
		return Ended
	case i.LastSeenAt == nil:
		return ""
	}
	return Live
}

// Unseen reports whether the item is live although the last look of its watch did not have it.
func (i *Item) Unseen(w *Watch) bool {
	return i.State() == Live && w.LookedAt != nil && *i.LastSeenAt < *w.LookedAt
}

// DaysRunning returns how many days the item has been there, from its publication or start until its end, or until now;
// nil if that is unknown.
func (i *Item) DaysRunning(now time.Time) *int64 {
	from := i.age()
	if from == nil || i.State() == "" {
		return nil
	}
	until := db.Micros(now)
	if i.EndedAt != nil {
		until = *i.EndedAt
	}
	return new(max(0, (until-*from)/(24*time.Hour).Microseconds()))
}

// Began returns when the item began: by what the platform says, or else when the watch saw it first, and never later than that.
func (i *Item) Began() int64 {
	if at := i.age(); at != nil {
		return min(*at, i.FirstSeenAt)
	}
	return i.FirstSeenAt
}

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

// Items lists what a watch has seen, oldest first. If it has not seen the item f.After, the error is invalid_input.
func (s *Store) Items(ctx context.Context, workspaceID, watchID string, f ItemFilter, p db.PageRequest) (*db.RecordPage[Item], error) {
	if _, err := s.Find(ctx, workspaceID, watchID); err != nil {
		return nil, err
	}
	q := f.of(s.Read(ctx).Model(&Item{}).Where("watch_id = ?", watchID))
	if f.After != "" {
		var from Item
		err := db.One(s.Read(ctx).Where("watch_id = ? AND item_id = ?", watchID, f.After), &from, "item")
		if apierror.Is(err, apierror.CodeNotFound) {
			return nil, apierror.InvalidInput(apierror.Field{Name: "after", In: "query", Reason: "unknown", Expected: "the id of an item that the watch has seen"})
		}
		if err != nil {
			return nil, err
		}
		q = q.Where("position > ?", from.Position)
	}
	return db.ReadPage(s.DB, q, db.OldestFirst("position", "item_id"), "watch items:"+watchID+f.scope(), p, func(i Item) db.Position { return db.After(i.Position, i.ItemID) })
}

// Item returns an item that a watch of a workspace has seen.
func (s *Store) Item(ctx context.Context, workspaceID, watchID, id string) (*Item, error) {
	if _, err := findWatch(s.Read(ctx), workspaceID, watchID); err != nil {
		return nil, err
	}
	return db.Find[Item](s.Read(ctx).Where("watch_id = ? AND item_id = ?", watchID, id), "item")
}

// ItemsOf returns those of the items that a watch of the workspace has seen, by id.
func (s *Store) ItemsOf(ctx context.Context, workspaceID, watchID string, ids []string) (map[string]*Item, error) {
	seen := map[string]*Item{}
	if len(ids) == 0 {
		return seen, nil
	}
	if _, err := findWatch(s.Read(ctx), workspaceID, watchID); err != nil {
		return nil, err
	}
	var list []*Item
	err := s.Read(ctx).Where("watch_id = ? AND item_id IN ?", watchID, ids).Find(&list).Error
	for _, i := range list {
		seen[i.ItemID] = i
	}
	return seen, db.Error(err)
}

// CountItems returns how many items of a watch are in a state, up to MostFreshCounted + 1.
func (s *Store) CountItems(ctx context.Context, watchID string, state ItemState) (n int64, err error) {
	items := inState(s.Read(ctx).Model(&Item{}).Select("item_id").Where("watch_id = ?", watchID), state).Limit(MostFreshCounted + 1)
	return n, db.Error(s.Read(ctx).Table("(?) AS items", items).Count(&n).Error)
}

// CountUnseen returns how many live items of a watch its last look did not have, up to MostFreshCounted + 1.
func (s *Store) CountUnseen(ctx context.Context, w *Watch) (n int64, err error) {
	items := inState(s.Read(ctx).Model(&Item{}).Select("item_id").Where("watch_id = ? AND last_seen_at < ?", w.ID, w.LookedAt), Live).Limit(MostFreshCounted + 1)
	return n, db.Error(s.Read(ctx).Table("(?) AS items", items).Count(&n).Error)
}

// LatestItems is Items, newest first. It ignores f.After.
func (s *Store) LatestItems(ctx context.Context, workspaceID, watchID string, f ItemFilter, p db.PageRequest) (*db.RecordPage[Item], error) {
	if _, err := s.Find(ctx, workspaceID, watchID); err != nil {
		return nil, err
	}
	q := f.of(s.Read(ctx).Model(&Item{}).Where("watch_id = ?", watchID))
	return db.ReadPage(s.DB, q, db.NewestFirst("position", "item_id"), "watch items, latest:"+watchID+f.scope(), p, func(i Item) db.Position { return db.After(i.Position, i.ItemID) })
}

// ForgetItems deletes all but the last MostItems items of each watch.
func (s *Store) ForgetItems(ctx context.Context) error {
	var list []Watch
	if err := s.Read(ctx).Select("id", "items").Where("items > ?", MostItems).Find(&list).Error; err != nil {
		return db.Error(err)
	}
	for _, w := range list {
		old := s.Read(ctx).Model(&Item{}).Select("item_id").Where("watch_id = ? AND position <= ?", w.ID, w.Items-MostItems)
		if err := s.Write(ctx).Delete(&Reach{}, "watch_id = ? AND item_id IN (?)", w.ID, old).Error; err != nil {
			return db.Error(err)
		}
		if err := s.Write(ctx).Delete(&Item{}, "watch_id = ? AND position <= ?", w.ID, w.Items-MostItems).Error; err != nil {
			return db.Error(err)
		}
	}
	return nil
}
