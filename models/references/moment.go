package references

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Moment is a reference with everything that belongs to it, from one snapshot, so that a concurrent import is seen
// completely or not at all.
type Moment struct {
	Reference
	Files []Media // primary, poster and transcript, as far as they exist
	Stamp *Stamp  // of the last import; nil if no timestamp was requested
}

// ReadMoment reads a reference of a workspace with everything that belongs to it.
func (s *Store) ReadMoment(ctx context.Context, workspaceID, id string) (*Moment, error) {
	m := &Moment{}
	err := s.Snapshot(ctx, func(tx *gorm.DB) (err error) {
		if err = db.One(tx.Where("workspace_id = ? AND id = ?", workspaceID, id), &m.Reference, "reference"); err != nil {
			return err
		}
		if m.Files, err = filesOf(tx, &m.Reference); err != nil {
			return err
		}
		m.Stamp, err = findStamp(tx, &m.Reference)
		return err
	})
	return m, err
}
