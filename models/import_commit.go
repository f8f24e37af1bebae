package models

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/content"
)

// Commit is what a run brings when every stage is done.
type Commit struct {
	Observed   SourceObserved
	Derived    content.MachineDerived // only what this import measured; nil members keep what is known
	Provenance Provenance
	Charges    []Charge
	Media      []Media // rows in state uploading whose bytes are there
	Transcript *string // its text, when one was kept
}

// Charge is one part of an import's price.
type Charge struct {
	Part    content.Part
	Credits int64
}

// CommitImport ends a run with success, in one transaction: the charges, the reference with its media and hold, the
// import and its attempt. Too few credits is insufficient_credits and changes nothing.
func (s *Store) CommitImport(ctx context.Context, r *Run, c Commit) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		w, err := lockWorkspace(tx, r.Import.WorkspaceID)
		if err != nil {
			return err
		}
		now := s.nowMicros()
		res := s.held(tx, r).Updates(map[string]any{"state": ImportSucceeded, "revision": gorm.Expr("revision + 1"), "lease_holder": "", "lease_until": 0,
			"updated_at": now, "finished_at": now, "stage": StageCommitReference})
		if res.Error != nil || res.RowsAffected == 0 {
			return firstError(res.Error, ErrLeaseLost)
		}
		for _, part := range c.Charges {
			e := Entry{Part: part.Part, Subject: r.Import.Subject, Reason: "import:" + r.Import.ID + ":" + string(part.Part)}
			if err := s.charge(tx, w, part.Credits, e); err != nil {
				return err
			}
		}
		if err := s.commitReference(tx, r, c); err != nil {
			return err
		}
		if err := stageEnds(tx, r, len(Stages())-1, WorkSucceeded, now, "", ""); err != nil {
			return err
		}
		return tx.Model(&Attempt{}).Where("id = ?", r.Attempt.ID).
			Updates(map[string]any{"state": WorkSucceeded, "finished_at": now, "work": nil}).Error
	})
}

// commitReference refreshes the reference. It fills only empty human fields and never takes away: what this import did
// not bring stays.
func (s *Store) commitReference(tx *gorm.DB, r *Run, c Commit) error {
	var ref Reference
	if err := one(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", r.Import.ReferenceID), &ref, "reference"); err != nil {
		return err
	}
	if err := placeMedia(tx, r, &ref, c.Media); err != nil {
		return err
	}
	s.hold(&ref, r.Import.HoldDays, hasRole(c.Media, PrimaryMedia))
	ref.State, ref.FailureCode, ref.Retryable = ReferenceReady, "", false
	ref.MediaAvailability = resting(&ref)
	if ref.MediaAvailability == MediaReady {
		ref.MediaExpiredAt = nil
	}
	ref.ImportID = &r.Import.ID
	fillHuman(&ref, &r.Import)
	var err error
	if ref.MachineDerived, err = mergeDerived(ref.MachineDerived, c.Derived); err != nil {
		return err
	}
	if ref.SourceObserved, err = json.Marshal(c.Observed); err != nil {
		return err
	}
	if ref.Provenance, err = json.Marshal(c.Provenance); err != nil {
		return err
	}
	ref.Revision++
	ref.UpdatedAt = s.nowMicros()
	if err := tx.Save(&ref).Error; err != nil {
		return err
	}
	return s.indexReference(tx, &ref, c.Transcript)
}

// placeMedia makes uploaded rows part of the reference; what they replace, and uploads that were repeated, is deleted.
func placeMedia(tx *gorm.DB, r *Run, ref *Reference, rows []Media) error {
	slots := map[MediaRole]**string{PrimaryMedia: &ref.PrimaryMediaID, PosterMedia: &ref.PosterMediaID, TranscriptMedia: &ref.TranscriptMediaID}
	for _, m := range rows {
		slot := slots[m.Role]
		if old := *slot; old != nil {
			if err := tx.Model(&Media{}).Where("id = ?", *old).Update("state", MediaDeleting).Error; err != nil {
				return err
			}
		}
		id := m.ID
		*slot = &id
		if err := tx.Model(&Media{}).Where("id = ?", m.ID).Updates(map[string]any{"state": MediaStored, "ref_id": ref.ID, "bytes": m.Bytes, "sha256": m.SHA256}).Error; err != nil {
			return err
		}
	}
	return discardUploads(tx, r.Import.ID)
}

// hold prolongs the hold of primary media: the later of what stands and what is asked for.
func (s *Store) hold(ref *Reference, days int64, fresh bool) {
	if ref.PrimaryMediaID == nil {
		return
	}
	until := micros(s.now().Add(time.Duration(days) * 24 * time.Hour))
	if ref.HoldExpiresAt == nil || fresh && ref.HoldReason == "" {
		ref.HoldReason = HoldByIngestion
	}
	if ref.HoldExpiresAt == nil || *ref.HoldExpiresAt < until {
		ref.HoldExpiresAt = &until
		ref.HoldRevision++
	}
}

func hasRole(rows []Media, role MediaRole) bool {
	for _, m := range rows {
		if m.Role == role {
			return true
		}
	}
	return false
}

func fillHuman(ref *Reference, i *Import) {
	if ref.CustomTitle == nil {
		ref.CustomTitle = i.CustomTitle
	}
	if ref.Notes == nil {
		ref.Notes = i.Notes
	}
	if ref.Tags == "" || ref.Tags == "[]" {
		ref.Tags = i.Tags
	}
}

// mergeDerived lays what was measured now over what is known.
func mergeDerived(known []byte, now content.MachineDerived) ([]byte, error) {
	var d content.MachineDerived
	if len(known) > 0 {
		if err := json.Unmarshal(known, &d); err != nil {
			return nil, err
		}
	}
	if now.MeasuredBytes != nil { // media was measured: its facts belong together
		transcript := d.Transcript
		d = now
		d.Transcript = transcript
	}
	if now.Transcript != nil {
		d.Transcript = now.Transcript
	}
	if d == (content.MachineDerived{}) {
		return nil, nil
	}
	return json.Marshal(d)
}
