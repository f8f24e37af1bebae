package references

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// StampsTriedFor is how long a timestamp is asked for that is not given.
const StampsTriedFor = 7 * 24 * time.Hour

// The waits between two requests for a timestamp: the first, which doubles, and the longest.
const (
	stampWait    = time.Minute
	maxStampWait = 6 * time.Hour
)

// Stamp is a timestamp over what an import committed, or the wish for one.
type Stamp struct {
	ImportID  string `gorm:"primaryKey"`
	RefID     string
	Document  []byte // Evidence as it was committed
	Token     []byte // nil: not given yet
	Attempts  int64
	NextAt    int64
	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// WantStamp asks for a timestamp over a reference as it is committed, in place of one over an earlier state. It runs inside
// the transaction of the commit.
func WantStamp(tx *gorm.DB, r *Reference, now int64) error {
	files, err := filesOf(tx, r)
	if err != nil {
		return err
	}
	document, err := EvidenceOf(r, files)
	if err != nil {
		return err
	}
	if err := tx.Delete(&Stamp{}, "ref_id = ?", r.ID).Error; err != nil {
		return err
	}
	return tx.Omit("Token").Create(&Stamp{ImportID: *r.ImportID, RefID: r.ID, Document: document, NextAt: now, CreatedAt: now}).Error
}

// ClaimStamps returns timestamps that are due to be asked for, at most so many. None is returned again, here or elsewhere,
// before its next wait is over.
func (s *Store) ClaimStamps(ctx context.Context, most int) ([]Stamp, error) {
	now := s.Now()
	var due, claimed []Stamp
	err := s.Read(ctx).Where("token IS NULL AND next_at <= ? AND created_at > ?", db.Micros(now), db.Micros(now.Add(-StampsTriedFor))).
		Order("next_at").Limit(most).Find(&due).Error
	for _, d := range due {
		if err != nil {
			break
		}
		wait := min(stampWait<<min(d.Attempts, 20), maxStampWait)
		res := s.Write(ctx).Model(&Stamp{}).Where("import_id = ? AND token IS NULL AND next_at = ?", d.ImportID, d.NextAt).
			Updates(map[string]any{"attempts": d.Attempts + 1, "next_at": db.Micros(now.Add(wait))})
		if err = res.Error; res.RowsAffected > 0 {
			claimed = append(claimed, d)
		}
	}
	return claimed, db.Error(err)
}

// KeepToken keeps a timestamp that was given.
func (s *Store) KeepToken(ctx context.Context, importID string, token []byte) error {
	return db.Error(s.Write(ctx).Model(&Stamp{}).Where("import_id = ? AND token IS NULL", importID).Update("token", token).Error)
}

// FindStamp reads the timestamp of a reference's last import; nil where none was asked for.
func (s *Store) FindStamp(ctx context.Context, r *Reference) (*Stamp, error) {
	stamp, err := findStamp(s.Read(ctx), r)
	return stamp, db.Error(err)
}

func findStamp(tx *gorm.DB, r *Reference) (*Stamp, error) {
	if r.ImportID == nil {
		return nil, nil
	}
	var list []Stamp
	if err := tx.Where("import_id = ?", *r.ImportID).Find(&list).Error; err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
