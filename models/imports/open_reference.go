package imports

import (
	"context"
	"maps"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/references"
)

// EnsureReference creates the reference for a run, or returns the workspace's existing one for the same content. A new
// or failed one becomes processing and shows what was observed; a ready one stays as it is while it is refreshed.
func (s *Store) EnsureReference(ctx context.Context, r *Run, subject string, observed references.SourceObserved) (string, error) {
	var id string
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		ref, fresh, err := s.openReference(tx, r, subject, &observed)
		if err != nil {
			return err
		}
		if id = ref.ID; fresh {
			err = db.FirstError(keepReference(tx, ref, true), db.FirstError(references.IndexSourceTags(tx, ref, nil), references.Index(tx, ref, nil)))
		} else {
			err = s.reopen(tx, r, ref, observed)
		}
		if err != nil {
			return err
		}
		res := s.held(tx, r).Update("reference_id", id)
		if res.Error != nil || res.RowsAffected == 0 {
			return db.FirstError(res.Error, ErrLeaseLost)
		}
		return nil
	})
	if err == nil {
		r.Import.ReferenceID = &id
	}
	return id, err
}

// referenceOfRun returns the reference of a run, locked: the one that it opened, else the one of the content; fresh as openReference does.
func (s *Store) referenceOfRun(tx *gorm.DB, r *Run, subject string) (ref *references.Reference, fresh bool, err error) {
	if r.Import.ReferenceID == nil {
		return s.openReference(tx, r, subject, nil)
	}
	ref = &references.Reference{}
	return ref, false, db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", r.Import.ReferenceID), ref, "reference")
}

// openReference returns the reference for a content in the run's workspace, locked; fresh reports whether it is new, and then the caller has
// to keep it. A new one shows observed, unless that is nil. The content's row is locked, so that nobody else makes one meanwhile.
func (s *Store) openReference(tx *gorm.DB, r *Run, subject string, observed *references.SourceObserved) (ref *references.Reference, fresh bool, err error) {
	contentID, err := contentOf(tx, subject)
	if err != nil {
		return nil, false, err
	}
	ref, err = db.First[references.Reference](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("workspace_id = ? AND content_id = ?", r.Import.WorkspaceID, contentID))
	if err != nil || ref != nil {
		return ref, false, err
	}
	i, now := &r.Import, s.NowMicros()
	availability := references.MediaUnavailable
	if i.MediaProfile != ProfileNone {
		availability = references.MediaProcessing
	}
	ref = &references.Reference{ID: db.NewIDAt(now), WorkspaceID: i.WorkspaceID, ContentID: contentID, Platform: i.Platform, CanonicalURL: i.CanonicalURL,
		State: references.Processing, MediaAvailability: availability, CustomTitle: i.CustomTitle, Notes: i.Notes, Tags: i.Tags,
		Revision: 1, CreatedAt: now, UpdatedAt: now}
	if observed != nil {
		ref.Observe(*observed)
	}
	return ref, true, nil
}

// keepReference writes all of a reference: of a fresh one for the first time.
func keepReference(tx *gorm.DB, ref *references.Reference, fresh bool) error {
	if fresh {
		return tx.Create(ref).Error
	}
	return tx.Select("*").Updates(ref).Error
}

// reopen prepares an existing reference for the results of the run.
func (s *Store) reopen(tx *gorm.DB, r *Run, ref *references.Reference, observed references.SourceObserved) error {
	changes := map[string]any{}
	if ref.State == references.Failed {
		changes["state"] = references.Processing
		shown := ref.Observed().Tags
		ref.Observe(observed)
		if err := references.IndexSourceTags(tx, ref, shown); err != nil {
			return err
		}
		changes["source_observed"] = ref.SourceObserved
		maps.Copy(changes, ref.SortColumns())
	}
	if r.Import.MediaProfile != ProfileNone && ref.PrimaryMediaID == nil && ref.MediaAvailability != references.MediaProcessing {
		changes["media_availability"] = references.MediaProcessing
	}
	if len(changes) == 0 {
		return nil
	}
	return s.changeReference(tx, ref, changes)
}

// changeReference changes a reference when an import begins or ends. Only a reference that was ready before gets an
// event; a new one is announced by its import's event.
func (s *Store) changeReference(tx *gorm.DB, ref *references.Reference, changes map[string]any) error {
	wasReady := ref.State == references.Ready
	changes["updated_at"], changes["revision"] = s.NowMicros(), gorm.Expr("revision + 1")
	err := tx.Model(ref).Clauses(clause.Returning{}).Updates(changes).Error
	if err != nil || !wasReady {
		return err
	}
	return references.Tell(tx, events.ReferenceUpdated, *ref)
}

// contentOf returns the id of a content, and creates it when the content is first saved.
func contentOf(tx *gorm.DB, subject string) (string, error) {
	row := references.Content{Subject: subject, ID: db.NewID()}
	err := tx.Clauses(db.UpsertReturning("subject"), clause.Returning{}).Create(&row).Error
	return row.ID, err
}
