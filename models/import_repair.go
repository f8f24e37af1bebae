package models

import (
	"context"
	"time"

	"gorm.io/gorm"
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
	now := s.now()
	var due []Due
	q := s.read.WithContext(ctx).Model(&Import{}).Select("id, delivery").
		Where("state IN ('accepted', 'queued', 'running', 'retry_wait')"). // in the words of the partial index
		Where(`state = ? OR state = ? AND sent_at < ? OR state = ? AND next_attempt_at <= ? OR state = ? AND lease_until < ?`,
						ImportAccepted, ImportQueued, micros(now.Add(-queuedTooLong)), ImportRetryWait, micros(now), ImportRunning, micros(now)).
		Order("sent_at").Limit(limit) // who was sent longest ago first: a pass that is cut goes on with the next one
	return due, dbFault(q.Scan(&due).Error)
}

// FindDue reads the delivery of an import that waits in the queue; nil when it does not.
func (s *Store) FindDue(ctx context.Context, id string) (*Due, error) {
	var due []Due
	err := s.read.WithContext(ctx).Model(&Import{}).Select("id, delivery").Where("id = ? AND state = ?", id, ImportQueued).Scan(&due).Error
	if err != nil || len(due) == 0 {
		return nil, dbFault(err)
	}
	return &due[0], nil
}

// ImportOwner reads whose an import is, "" when there is none, and whether this installation has no other workspace.
func (s *Store) ImportOwner(ctx context.Context, id string) (workspace string, alone bool, err error) {
	var owners []struct {
		WorkspaceID string
		Workspaces  int64 // 2 are many
	}
	err = s.read.WithContext(ctx).Raw(`SELECT workspace_id, (SELECT COUNT(*) FROM (SELECT 1 FROM workspaces LIMIT 2) few) AS workspaces
		FROM imports WHERE id = ?`, id).Scan(&owners).Error
	if err != nil || len(owners) == 0 {
		return "", false, dbFault(err)
	}
	return owners[0].WorkspaceID, owners[0].Workspaces == 1, nil
}

// RaiseDelivery gives an import its next delivery number. Of two that raise the same one, both get the same.
func (s *Store) RaiseDelivery(ctx context.Context, d Due) (int64, error) {
	next := d.Delivery + 1
	return next, dbFault(s.write.WithContext(ctx).Model(&Import{}).Where("id = ? AND delivery = ?", d.ID, d.Delivery).Update("delivery", next).Error)
}

// MarkQueued notes that an import's task was sent, or still waits: accepted or a due retry becomes queued. What is queued
// already does not change for its readers. A worker that was faster stays ahead.
func (s *Store) MarkQueued(ctx context.Context, id string) error {
	now := s.nowMicros()
	return dbFault(s.write.WithContext(ctx).Exec(`UPDATE imports SET revision = revision + CASE state WHEN ? THEN 0 ELSE 1 END,
			updated_at = CASE state WHEN ? THEN updated_at ELSE ? END, state = ?, sent_at = ?, next_attempt_at = NULL
		WHERE id = ? AND (state IN (?, ?) OR state = ? AND next_attempt_at <= ?)`,
		ImportQueued, ImportQueued, now, ImportQueued, now, id, ImportAccepted, ImportQueued, ImportRetryWait, now).Error)
}

// BeginUpload writes the row that precedes an upload.
func (s *Store) BeginUpload(ctx context.Context, m Media) error {
	m.State, m.CreatedAt = MediaUploading, s.nowMicros()
	return dbFault(s.write.WithContext(ctx).Create(&m).Error)
}

// Doomed finds media whose bytes must go: marked ones, and uploads of imports that no longer run.
func (s *Store) Doomed(ctx context.Context, limit int) ([]Media, error) {
	var rows []Media
	q := s.read.WithContext(ctx).Model(&Media{}).
		Where("state = ?", MediaDeleting).
		Or("state = ? AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.id = media.import_id AND i.state = ?)", MediaUploading, ImportRunning).
		Order("created_at").Limit(limit)
	return rows, dbFault(q.Find(&rows).Error)
}

// ForgetMedia drops the row of bytes that are surely gone. Of primary media whose reference still stands it stays, to
// tell who asks for it that it expired.
func (s *Store) ForgetMedia(ctx context.Context, id string) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		res := tx.Model(&Media{}).Where("id = ? AND state = ? AND role = ?", id, MediaDeleting, PrimaryMedia).
			Where("EXISTS (SELECT 1 FROM refs r WHERE r.id = media.ref_id)").Updates(map[string]any{"state": MediaGone, "blob_key": ""})
		if res.Error != nil || res.RowsAffected == 1 {
			return res.Error
		}
		return tx.Delete(&Media{}, "id = ? AND state IN ?", id, []MediaState{MediaUploading, MediaDeleting}).Error
	})
}

// KnownBlobs tells which of the keys belong to a row: the others are orphans.
func (s *Store) KnownBlobs(ctx context.Context, keys []string) (map[string]bool, error) {
	var known []string
	err := s.read.WithContext(ctx).Model(&Media{}).Where("blob_key IN ?", keys).Pluck("blob_key", &known).Error
	found := make(map[string]bool, len(known))
	for _, k := range known {
		found[k] = true
	}
	return found, dbFault(err)
}
