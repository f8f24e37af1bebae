package references

import (
	"context"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// unhashedStep is how many files one statement looks at.
const unhashedStep = 500

// Unhashed returns those of the next kept files after an id that have no hashes yet, and the id to go on from; "" at the end. A file of
// which nothing could be computed has a row without a hash, so it is not returned again.
func (s *Store) Unhashed(ctx context.Context, after string) (list []Media, next string, err error) {
	var rows []struct {
		Media

		Hashed bool
	}
	err = s.Read(ctx).Table("media m").
		Select("m.*, EXISTS (SELECT 1 FROM picture_hashes p WHERE p.media_id = m.id AND p.start_ms = ?) AS hashed", wholeFile).
		Where("m.id > ?", after).Order("m.id").Limit(unhashedStep).Scan(&rows).Error
	for _, r := range rows {
		if !r.Hashed && r.State == MediaStored && r.Role.ShowsPost() {
			list = append(list, r.Media)
		}
	}
	if len(rows) == unhashedStep {
		next = rows[len(rows)-1].ID
	}
	return list, next, db.Error(err)
}

// AddHashes stores the hashes of a file that an import kept without them. It does nothing if the file is gone meanwhile.
func (s *Store) AddHashes(ctx context.Context, m Media, f HashedFile) error {
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		ref, err := LockReference(tx, m.WorkspaceID, m.ReferenceID)
		if err != nil {
			return err
		}
		var kept int64
		if err := tx.Model(&Media{}).Where("id = ? AND state = ?", m.ID, MediaStored).Count(&kept).Error; err != nil || kept == 0 {
			return err
		}
		return KeepHashes(tx, &ref, []HashedFile{f})
	})
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil
	}
	return err
}
