package imports

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/references"
)

// Overdue returns the ids of imports that workers cannot see yet: accepted ones that were not queued, and those of a
// batch or after a failure whose next attempt is due.
func (s *Store) Overdue(ctx context.Context, limit int) (ids []string, err error) {
	q := s.Read(ctx).Model(&Import{}).
		Where("state IN ('accepted', 'queued', 'running', 'retry_wait')"). // matches the condition of the partial index
		Where("state IN ? AND (next_attempt_at IS NULL OR next_attempt_at <= ?)", []State{Accepted, RetryWait}, s.NowMicros()).
		Order("id").Limit(limit)
	return ids, db.Error(q.Pluck("id", &ids).Error)
}

// MarkQueued makes an accepted import, or one whose next attempt is due, visible to workers. It changes no other import,
// because a worker may already have begun it. Nothing is lost if the database server forgets it: the import is found again as Overdue.
func (s *Store) MarkQueued(ctx context.Context, id string) error {
	return s.QuickWrites(ctx, func(tx *gorm.DB) error {
		now := s.NowMicros()
		return tx.Exec(`UPDATE imports SET revision = revision + 1, updated_at = ?, state = ?
			WHERE id = ? AND state IN ? AND (next_attempt_at IS NULL OR next_attempt_at <= ?)`,
			now, Queued, id, Queued.previous(), now).Error
	})
}

// BeginUpload writes the row that must exist before an upload starts.
func (s *Store) BeginUpload(ctx context.Context, m references.Media) error {
	m.State, m.CreatedAt = references.MediaUploading, s.NowMicros()
	return db.Error(s.Write(ctx).Create(&m).Error)
}

// MediaToDelete returns media whose bytes must be deleted: marked ones, and uploads of imports that are not running any more.
func (s *Store) MediaToDelete(ctx context.Context, limit int) ([]references.Media, error) {
	var rows []references.Media
	q := s.Read(ctx).Model(&references.Media{}).
		Where("state = ?", references.MediaDeleting).
		Or("state = ? AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.id = media.import_id AND i.state = ?)", references.MediaUploading, Running).
		Order("created_at").Limit(limit)
	return rows, db.Error(q.Find(&rows).Error)
}

// DeleteMediaRow deletes the row of media whose bytes are deleted. For primary media of an existing reference it keeps
// the row, so that later requests are answered with media_expired.
func (s *Store) DeleteMediaRow(ctx context.Context, id string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		res := tx.Model(&references.Media{}).Where("id = ? AND state = ? AND role = ?", id, references.MediaDeleting, references.PrimaryMedia).
			Where("EXISTS (SELECT 1 FROM saved_references r WHERE r.id = media.reference_id)").Updates(map[string]any{"state": references.MediaGone, "blob_key": ""})
		if res.Error != nil || res.RowsAffected == 1 {
			return res.Error
		}
		return tx.Delete(&references.Media{}, "id = ? AND state IN ?", id, []references.MediaState{references.MediaUploading, references.MediaDeleting}).Error
	})
}

// KnownBlobs returns which of the keys have a row; blobs without a row are orphans.
func (s *Store) KnownBlobs(ctx context.Context, keys []string) (map[string]bool, error) {
	var known []string
	err := s.Read(ctx).Model(&references.Media{}).Where("blob_key IN ?", keys).Pluck("blob_key", &known).Error
	found := make(map[string]bool, len(known))
	for _, k := range known {
		found[k] = true
	}
	return found, db.Error(err)
}
