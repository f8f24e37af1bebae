package watches

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// FreshFor is how long an item that a watch found counts as new on pages.
const FreshFor = 7 * 24 * time.Hour

// mostFresh is how many new items of a watch a page shows.
const mostFresh = 4

// Fresh is what a watch found lately: the number of items, up to MostFreshCounted + 1, and the latest of them.
type Fresh struct {
	Count  int64
	Latest []Item
}

// MostFreshCounted is the largest exact count of new items.
const MostFreshCounted = 1000

// news reads what the watches (w) of a workspace found within FreshFor that a member has not seen: their items (i).
// With "" it is all that they found.
func (s *Store) news(ctx context.Context, workspaceID, userID string) *gorm.DB {
	return s.Read(ctx).Table("watches w").Joins("LEFT JOIN watch_news_seen n ON n.watch_id = w.id AND n.user_id = ?", userID).
		Joins("JOIN watch_items i ON i.watch_id = w.id").
		Where("w.workspace_id = ? AND i.told AND i.first_seen_at >= ? AND i.first_seen_at > COALESCE(n.seen_at, 0)", workspaceID, db.Micros(s.Now().Add(-FreshFor)))
}

// Fresh returns what each of these watches found within FreshFor that the member has not seen, or all of it with ""; a watch without
// has no entry.
func (s *Store) Fresh(ctx context.Context, workspaceID, userID string, ids []string) (map[string]Fresh, error) {
	fresh := map[string]Fresh{}
	for _, id := range ids {
		of := func() *gorm.DB { return s.news(ctx, workspaceID, userID).Where("w.id = ?", id) }
		var f Fresh
		if err := of().Select("i.*").Order("i.first_seen_at DESC, i.item_id DESC").Limit(mostFresh).Find(&f.Latest).Error; err != nil {
			return nil, db.Error(err)
		}
		if len(f.Latest) == 0 {
			continue
		}
		if err := s.Read(ctx).Table("(?) AS fresh", of().Select("i.item_id").Limit(MostFreshCounted+1)).Count(&f.Count).Error; err != nil {
			return nil, db.Error(err)
		}
		fresh[id] = f
	}
	return fresh, nil
}

// Finder is a watch that found items within FreshFor, and how many.
type Finder struct {
	ID, Name string
	Count    int64
}

// NewsSeen is until when a member has seen what a watch found.
type NewsSeen struct {
	WatchID string `gorm:"primaryKey"`
	UserID  string `gorm:"primaryKey"`
	SeenAt  int64
}

// TableName names GORM's table.
func (NewsSeen) TableName() string { return "watch_news_seen" }

// Finders returns the watches of a workspace that found items within FreshFor which the member has not seen, those with the most items
// first. At most MostFreshCounted + 1 items are counted in all: if there are so many, the watches may have more.
func (s *Store) Finders(ctx context.Context, workspaceID, userID string) (list []Finder, err error) {
	fresh := s.news(ctx, workspaceID, userID).Select("w.id", "w.name").Limit(MostFreshCounted + 1)
	err = s.Read(ctx).Table("(?) AS fresh", fresh).Select("id", "name", "COUNT(*) AS count").Group("id, name").Order("count DESC, id").Find(&list).Error
	return list, db.Error(err)
}

// SeeNews stores that a member has seen what a watch of the workspace found until a time, or with "" what all its watches found. A later
// time that is stored stays.
func (s *Store) SeeNews(ctx context.Context, workspaceID, userID, watchID string, until time.Time) error {
	return db.Error(s.Write(ctx).Exec(`INSERT INTO watch_news_seen (watch_id, user_id, seen_at) SELECT id, ?, CAST(? AS BIGINT) FROM watches WHERE workspace_id = ? AND (? = '' OR id = ?)
		ON CONFLICT (watch_id, user_id) DO UPDATE SET seen_at = excluded.seen_at WHERE excluded.seen_at > watch_news_seen.seen_at`,
		userID, db.Micros(until), workspaceID, watchID, watchID).Error)
}
