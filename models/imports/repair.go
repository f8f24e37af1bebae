package imports

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/references"
)

// When waiting counts as overdue: a task was lost, or never sent.
const queuedTooLong = 15 * time.Second

// Due is an import whose task should be sent (again).
type Due struct {
	ID       string
	Delivery int64
}

// Overdue finds imports that should run and do not: accepted ones, queued ones whose task seems lost, waiting ones whose
// time has come, and running ones whose lease ran out.
func (s *Store) Overdue(ctx context.Context, limit int) ([]Due, error) {
	now := s.Now()
	var due []Due
	q := s.Read(ctx).Model(&Import{}).Select("id, delivery").
		Where("state IN ('accepted', 'queued', 'running', 'retry_wait')"). // in the words of the partial index
		Where(`state = ? OR state = ? AND sent_at < ? OR state = ? AND next_attempt_at <= ? OR state = ? AND lease_until < ?`,
						Accepted, Queued, db.Micros(now.Add(-queuedTooLong)), RetryWait, db.Micros(now), Running, db.Micros(now)).
		Order("sent_at").Limit(limit) // who was sent longest ago first: a pass that is cut goes on with the next one
	return due, db.Error(q.Scan(&due).Error)
}

// FindDue reads the delivery of an import that waits in the queue; nil when it does not.
func (s *Store) FindDue(ctx context.Context, id string) (*Due, error) {
	var due []Due
	err := s.Read(ctx).Model(&Import{}).Select("id, delivery").Where("id = ? AND state = ?", id, Queued).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return nil, db.Error(err)
	}
	return &due[0], nil
}

// ImportOwner reads whose an import is, "" when there is none, and whether this installation has no other workspace.
func (s *Store) ImportOwner(ctx context.Context, id string) (workspace string, alone bool, err error) {
	var owners []struct {
		WorkspaceID string
		Workspaces  int64 // 2 are many
	}
	err = s.Read(ctx).Raw(`SELECT workspace_id, (SELECT COUNT(*) FROM (SELECT 1 FROM workspaces LIMIT 2) few) AS workspaces
		FROM imports WHERE id = ?`, id).Scan(&owners).Error
	if err != nil || len(owners) == 0 {
		return "", false, db.Error(err)
	}
	return owners[0].WorkspaceID, owners[0].Workspaces == 1, nil
}

// NextDelivery gives an import its next delivery number. Of two that raise the same one, both get the same.
func (s *Store) NextDelivery(ctx context.Context, d Due) (int64, error) {
	next := d.Delivery + 1
	return next, db.Error(s.Write(ctx).Model(&Import{}).Where("id = ? AND delivery = ?", d.ID, d.Delivery).Update("delivery", next).Error)
}

// MarkQueued notes that an import's task was sent, or still waits: accepted or a due retry becomes queued. What is queued
// already does not change for its readers. A worker that was faster stays ahead.
func (s *Store) MarkQueued(ctx context.Context, id string) error {
	now := s.NowMicros()
	return db.Error(s.Write(ctx).Exec(`UPDATE imports SET revision = revision + CASE state WHEN ? THEN 0 ELSE 1 END,
			updated_at = CASE state WHEN ? THEN updated_at ELSE ? END, state = ?, sent_at = ?, next_attempt_at = NULL
		WHERE id = ? AND (state = ? OR state IN ?) AND (state <> ? OR next_attempt_at <= ?)`,
		Queued, Queued, now, Queued, now, id, Queued, Queued.previous(), RetryWait, now).Error)
}

// BeginUpload writes the row that precedes an upload.
func (s *Store) BeginUpload(ctx context.Context, m references.Media) error {
	m.State, m.CreatedAt = references.MediaUploading, s.NowMicros()
	return db.Error(s.Write(ctx).Create(&m).Error)
}

// MediaToDelete finds media whose bytes must go: marked ones, and uploads of imports that no longer run.
func (s *Store) MediaToDelete(ctx context.Context, limit int) ([]references.Media, error) {
	var rows []references.Media
	q := s.Read(ctx).Model(&references.Media{}).
		Where("state = ?", references.MediaDeleting).
		Or("state = ? AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.id = media.import_id AND i.state = ?)", references.MediaUploading, Running).
		Order("created_at").Limit(limit)
	return rows, db.Error(q.Find(&rows).Error)
}

// DeleteMediaRow drops the row of bytes that are surely gone. Of primary media whose reference still stands it stays, to
// answer later requests with media_expired.
func (s *Store) DeleteMediaRow(ctx context.Context, id string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		res := tx.Model(&references.Media{}).Where("id = ? AND state = ? AND role = ?", id, references.MediaDeleting, references.PrimaryMedia).
			Where("EXISTS (SELECT 1 FROM refs r WHERE r.id = media.ref_id)").Updates(map[string]any{"state": references.MediaGone, "blob_key": ""})
		if res.Error != nil || res.RowsAffected == 1 {
			return res.Error
		}
		return tx.Delete(&references.Media{}, "id = ? AND state IN ?", id, []references.MediaState{references.MediaUploading, references.MediaDeleting}).Error
	})
}

// KnownBlobs returns which of the keys belong to a row; the others are orphans.
func (s *Store) KnownBlobs(ctx context.Context, keys []string) (map[string]bool, error) {
	var known []string
	err := s.Read(ctx).Model(&references.Media{}).Where("blob_key IN ?", keys).Pluck("blob_key", &known).Error
	found := make(map[string]bool, len(known))
	for _, k := range known {
		found[k] = true
	}
	return found, db.Error(err)
}
