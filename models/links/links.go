// Package links stores where short and share links lead. A platform redirects everybody to the same address, so the rows
// belong to no workspace. It may import models/db only.
package links

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// KeptFor is how long a stored target is used.
const KeptFor = 30 * 24 * time.Hour

// FollowedLink is the target of a short link.
type FollowedLink struct {
	Short  string `gorm:"primaryKey"` // https, as returned by recognition
	Target string
	KeptAt int64
}

// Rows returns a row of each table.
func Rows() []any { return []any{FollowedLink{}} }

// Store keeps links.
type Store struct{ *db.DB }

// New returns a store over a database.
func New(d *db.DB) *Store { return &Store{d} }

// Followed returns the stored target of a link; "" if there is none, or it is too old.
func (s *Store) Followed(ctx context.Context, short string) (string, error) {
	row, err := db.First[FollowedLink](s.Read(ctx).Where("short = ? AND kept_at > ?", short, db.Micros(s.Now().Add(-KeptFor))))
	if err != nil || row == nil {
		return "", db.Error(err)
	}
	return row.Target, nil
}

// KeepFollowed stores the target of a link.
func (s *Store) KeepFollowed(ctx context.Context, short, target string) error {
	row := FollowedLink{Short: short, Target: target, KeptAt: s.NowMicros()}
	return db.Error(s.Write(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error)
}
