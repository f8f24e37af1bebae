package watches

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/events"
)

// MostFeeds is how many feeds a watch may have.
const MostFeeds = 10

// Feed is an address at which programs read what a watch tells. Its token is shown once; only the digest is stored. A feed
// that is revoked is deleted.
type Feed struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	WatchID     string
	Digest      []byte
	UserID      string // who made it; "" if a key did
	KeyID       string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
}

// TableName names GORM's table: feeds of watches.
func (Feed) TableName() string { return "watch_feeds" }

// CreateFeed adds a feed and returns its token, which is not stored. It returns not_found if the workspace does not have
// the watch, and limit_exceeded if the watch has MostFeeds.
func (s *Store) CreateFeed(ctx context.Context, n Feed) (*Feed, string, error) {
	token, digest := db.NewToken()
	n.ID, n.Digest, n.CreatedAt = db.NewID(), digest, s.NowMicros()
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var w Watch // locked, so that concurrent calls cannot exceed MostFeeds
		if err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Select("id").Where("workspace_id = ? AND id = ?", n.WorkspaceID, n.WatchID), &w, "watch"); err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&Feed{}).Where("watch_id = ?", n.WatchID).Count(&have).Error; err != nil {
			return err
		}
		if have >= MostFeeds {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "feeds", "limit", MostFeeds)
		}
		return tx.Create(&n).Error
	})
	if err != nil {
		return nil, "", err
	}
	return &n, token, nil
}

// Feeds lists the feeds of a watch, newest first.
func (s *Store) Feeds(ctx context.Context, workspaceID, watchID string, p db.PageRequest) (*db.RecordPage[Feed], error) {
	if _, err := findWatch(s.Read(ctx), workspaceID, watchID); err != nil {
		return nil, err
	}
	q := s.Read(ctx).Model(&Feed{}).Where("watch_id = ?", watchID)
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "watch feeds:"+watchID, p, func(f Feed) db.Position { return db.After(f.CreatedAt, f.ID) })
}

// RevokeFeed deletes a feed of a watch. Its address stops working immediately.
func (s *Store) RevokeFeed(ctx context.Context, workspaceID, watchID, id string) error {
	done := s.Write(ctx).Delete(&Feed{}, "workspace_id = ? AND watch_id = ? AND id = ?", workspaceID, watchID, id)
	return db.Error(db.Changed(done, apierror.New(apierror.CodeNotFound, "resource", "feed")))
}

// toldByFeeds are the types of events that are entries of a feed.
var toldByFeeds = []events.Type{events.WatchFound, events.WatchEnded, events.WatchReturned, events.WatchChanged, events.WatchThreshold}

// OpenFeed returns the feed with a token, its watch, and the latest things that the watch told. It returns not_found if
// there is no such feed.
func (s *Store) OpenFeed(ctx context.Context, token string, most int) (*Feed, *Watch, []events.Event, error) {
	var f Feed
	q := s.Read(ctx)
	if err := db.One(q.Where("digest = ?", db.TokenDigest(token)), &f, "feed"); err != nil {
		return nil, nil, nil, err
	}
	w, err := findWatch(s.Read(ctx), f.WorkspaceID, f.WatchID)
	if err != nil {
		return nil, nil, nil, err
	}
	told, err := events.About(s.Read(ctx), f.WatchID, toldByFeeds, most)
	return &f, w, told, db.Error(err)
}
