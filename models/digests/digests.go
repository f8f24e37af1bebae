// Package digests stores who gets a digest of a workspace by e-mail, and reads what one tells. A digest is a piece of work
// that comes again at the end of each period. It may import models/db, models/watches, models/work and internal/apierror only.
package digests

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/work"
)

// Every is how often a digest is sent.
type Every string

// The intervals. Never is the absence of a digest.
const (
	Never  Every = ""
	Daily  Every = "daily"
	Weekly Every = "weekly"
)

// Everies lists every Every once.
func Everies() []Every { return []Every{Never, Daily, Weekly} }

// Digest is the wish of a member for a digest of a workspace. It ends when it is due after the membership has ended.
type Digest struct {
	WorkspaceID string `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	Every       Every
	ToldUntil   int64 // end of the last period that was told
}

// Store reads and changes digests. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the store on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of this package. A test compares them with the migrated schema.
func Rows() []any { return []any{Digest{}} }

// hour is the local hour at which a period ends: digests lie in the inbox in the morning.
const hour = 7

// after returns when the first period ends after a time: daily at 7 o'clock, weekly on Mondays.
func (e Every) after(at time.Time, zone *time.Location) time.Time {
	local := at.In(zone)
	for day := 0; ; day++ {
		end := time.Date(local.Year(), local.Month(), local.Day()+day, hour, 0, 0, 0, zone)
		if end.After(at) && (e == Daily || end.Weekday() == time.Monday) {
			return end
		}
	}
}

// before returns when the last period ended at or before a time.
func (e Every) before(at time.Time, zone *time.Location) time.Time {
	local := at.In(zone)
	for day := 0; ; day-- {
		end := time.Date(local.Year(), local.Month(), local.Day()+day, hour, 0, 0, 0, zone)
		if !end.After(at) && (e == Daily || end.Weekday() == time.Monday) {
			return end
		}
	}
}

// zoneOf returns the time zone of a workspace, or UTC.
func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return time.UTC
	}
	return zone
}

// settleFor is how long after the end of a period its digest is read, so that what is written late is in it.
const settleFor = 2 * time.Minute

// keyOf is the key of the work of a digest.
func keyOf(workspaceID, userID string) string { return workspaceID + " " + userID }

// Choose sets how often a member gets a digest. The first one tells of what happens from now on. It returns not_found
// for someone who is not a member.
func (s *Store) Choose(ctx context.Context, workspaceID, userID string, every Every) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		var w struct{ Zone string }
		q := tx.Table("members m").Joins("JOIN workspaces w ON w.id = m.workspace_id").Select("w.zone").Where("m.workspace_id = ? AND m.user_id = ? AND w.closed_at IS NULL", workspaceID, userID)
		if err := db.One(q, &w, "workspace"); err != nil {
			return err
		}
		if every == Never {
			return stop(tx, workspaceID, userID)
		}
		now := tx.NowFunc()
		row := Digest{WorkspaceID: workspaceID, UserID: userID, Every: every, ToldUntil: db.Micros(now)}
		err := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "workspace_id"}, {Name: "user_id"}}, DoUpdates: clause.AssignmentColumns([]string{"every"})}).Create(&row).Error
		if err != nil {
			return err
		}
		return work.Put(tx, work.Item{Kind: work.Digests, Key: keyOf(workspaceID, userID), Tenant: workspaceID, RunAt: db.Micros(every.after(now, zoneOf(w.Zone)).Add(settleFor))})
	})
}

// stop ends a digest. Its work ends when it is due.
func stop(tx *gorm.DB, workspaceID, userID string) error {
	return tx.Delete(&Digest{}, "workspace_id = ? AND user_id = ?", workspaceID, userID).Error
}

// Stop ends the digest of a person, who need not be a member any more.
func (s *Store) Stop(ctx context.Context, workspaceID, userID string) error {
	return db.Error(stop(s.Write(ctx), workspaceID, userID))
}

// Of returns how often a person gets digests, by workspace.
func (s *Store) Of(ctx context.Context, userID string) (map[string]Every, error) {
	var list []Digest
	err := s.Read(ctx).Where("user_id = ?", userID).Find(&list).Error
	chosen := map[string]Every{}
	for _, d := range list {
		chosen[d.WorkspaceID] = d.Every
	}
	return chosen, db.Error(err)
}

// sealedAs names what tokens are sealed for.
const sealedAs = "digest"

// Token returns the token by which a digest is unsubscribed without a session. It is in each e-mail, and is not stored.
func (s *Store) Token(workspaceID, userID string) (string, error) {
	return s.Cursors.Seal(sealedAs, keyOf(workspaceID, userID))
}

// Subscriber returns whose digest a token is for. It returns not_found for a token that this service did not write.
func (s *Store) Subscriber(token string) (workspaceID, userID string, err error) {
	var key string
	if s.Cursors.Open(sealedAs, token, &key) != nil {
		return "", "", apierror.New(apierror.CodeNotFound, "resource", "digest")
	}
	workspaceID, userID, _ = strings.Cut(key, " ")
	return workspaceID, userID, nil
}
