package references

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/work"
)

// StampsTriedFor is how long a timestamp is requested before giving up.
const StampsTriedFor = 7 * 24 * time.Hour

// Stamp is a timestamp of what an import committed, or a pending request for one.
type Stamp struct {
	ImportID    string `gorm:"primaryKey"`
	ReferenceID string
	Document    []byte // Evidence as it was committed
	Token       []byte // nil: not granted yet
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
}

// WantStamp requests a timestamp of a reference as committed, replacing one of an earlier state. It runs inside the
// transaction of the commit.
func WantStamp(tx *gorm.DB, r *Reference, now int64) error {
	files, err := filesOf(tx, r)
	if err != nil {
		return err
	}
	document, err := EvidenceOf(r, files)
	if err != nil {
		return err
	}
	if err := tx.Delete(&Stamp{}, "reference_id = ?", r.ID).Error; err != nil {
		return err
	}
	if err := tx.Omit("Token").Create(&Stamp{ImportID: *r.ImportID, ReferenceID: r.ID, Document: document, CreatedAt: now}).Error; err != nil {
		return err
	}
	return work.Put(tx, work.Item{Kind: work.Timestamps, Key: *r.ImportID, Tenant: r.WorkspaceID, RunAt: now})
}

// PendingStamp returns the pending timestamp of an import; nil if there is none.
func (s *Store) PendingStamp(ctx context.Context, importID string) (*Stamp, error) {
	stamp, err := db.First[Stamp](s.Read(ctx).Where("import_id = ? AND token IS NULL AND created_at > ?", importID, db.Micros(s.Now().Add(-StampsTriedFor))))
	return stamp, db.Error(err)
}

// KeepToken stores a granted timestamp.
func (s *Store) KeepToken(ctx context.Context, importID string, token []byte) error {
	return db.Error(s.Write(ctx).Model(&Stamp{}).Where("import_id = ? AND token IS NULL", importID).Update("token", token).Error)
}

// FindStamp returns the timestamp of a reference's last import; nil if none was requested.
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
