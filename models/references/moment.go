package references

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Moment is a reference with all that belongs to it, as of one moment: an import that commits meanwhile changes all of it or
// nothing.
type Moment struct {
	Reference
	Files []Media // primary, poster, transcript, as far as there are any
	Stamp *Stamp  // of the last import; nil where no timestamp was asked for
}

// ReadMoment reads a reference of a workspace with all that belongs to it.
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
