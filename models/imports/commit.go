package imports

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/references"
)

// Commit holds the results of a run whose stages have all finished.
type Commit struct {
	Subject    string // natural id of the content
	Observed   references.SourceObserved
	Derived    content.MachineDerived // only what this import measured; nil members keep the previous values
	Provenance references.Provenance
	Charges    []billing.Charge
	Media      []references.Media // rows in state uploading whose bytes are stored
	Parts      *references.Parts  // nil: this import read no media
	TextOf     []int64            // parts whose text on screen was read; Derived has it, that of other parts stays
	Hashes     []references.HashedFile
	Transcript *string // its text, if one was kept
	Stamp      bool    // a timestamp of the committed state is requested
	// Place puts the reference on the import's board, in the same transaction; nil if there is none.
	Place func(tx *gorm.DB, workspaceID, boardID, referenceID string) error
}

// Commit ends a run with success, in one transaction: the charges, the reference with its media and hold, the import and
// its attempt. It returns insufficient_credits if there are too few, and ErrCancelRequested if the import was cancelled,
// both without a change. It locks the workspace's row first, so commits of one workspace are serialised.
func (s *Store) Commit(ctx context.Context, r *Run, c Commit) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		return db.Together(tx, func(tx *gorm.DB) error { return s.commit(tx, r, c) })
	})
}

func (s *Store) commit(tx *gorm.DB, r *Run, c Commit) error {
	price := billing.Total(c.Charges)
	balance, err := billing.Debit(tx, r.Import.WorkspaceID, price)
	if err != nil {
		return err
	}
	if err := billing.SpendByKey(tx, r.Import.WorkspaceID, r.Import.KeyID, price); err != nil {
		return err
	}
	ref, fresh, err := s.referenceOfRun(tx, r, c.Subject)
	if err != nil {
		return err
	}
	now, applied := s.NowMicros(), apply(ref, &r.Import)
	res := transition(s.held(tx, r).Where("cancel_requested = ?", false), Succeeded, map[string]any{
		"reference_id": ref.ID, "lease_holder": "", "lease_until": 0, "finished_at": now, "stage": StageCommitReference, "applied": applied.text()})
	if res.Error != nil || res.RowsAffected == 0 {
		return db.FirstError(res.Error, s.commitConflict(tx, r))
	}
	if err := billing.AppendEntries(tx, r.Import.WorkspaceID, balance, c.lines(&r.Import)...); err != nil {
		return err
	}
	if err := s.commitReference(tx, r, ref, fresh, c); err != nil {
		return err
	}
	if r.Import.BoardID != "" && c.Place != nil {
		if err := c.Place(tx, r.Import.WorkspaceID, r.Import.BoardID, ref.ID); err != nil {
			return err
		}
	}
	if err := history.Add(tx, r.Import.WorkspaceID, c.seen()); err != nil {
		return err
	}
	return tx.Model(&Attempt{}).Where("id = ?", r.Attempt.ID).Updates(map[string]any{"state": WorkSucceeded, "finished_at": now, "work": nil,
		"route_id": r.Attempt.RouteID, "version": r.Attempt.Version, "stages": r.Attempt.Stages.ended(WorkSucceeded, now, "")}).Error
}

// commitConflict returns why an import cannot be committed: it was cancelled, or another worker has it.
func (s *Store) commitConflict(tx *gorm.DB, r *Run) error {
	var held int64
	if err := s.held(tx, r).Count(&held).Error; err != nil || held == 0 {
		return db.FirstError(err, ErrLeaseLost)
	}
	return ErrCancelRequested
}

// seen returns the content's counts as the import read them; none if the answer was incomplete, or if a browser handed it over.
func (c *Commit) seen() []history.Seen {
	o := &c.Observed
	if o.Incomplete || c.Provenance.CapturedAt != nil {
		return nil
	}
	stats := content.Stats{Views: o.ViewCount, Likes: o.LikeCount, Comments: o.CommentCount, Shares: o.ShareCount, Saves: o.SaveCount}
	return []history.Seen{{Subject: c.Subject, Counts: history.CountsOf(stats), Source: history.Import, At: db.Micros(o.ObservedAt.Time)}}
}

// lines returns the ledger entries for the parts.
func (c *Commit) lines(i *Import) []billing.Entry {
	lines := make([]billing.Entry, 0, len(c.Charges))
	for _, p := range c.Charges {
		lines = append(lines, billing.Entry{Amount: -p.Credits, Part: p.Part, Subject: i.Subject, Reason: billing.ImportReason(i.ID, p.Part), SpentBy: i.SpentBy})
	}
	return lines
}

// commitReference writes the reference. It never removes data: what this import did not read stays.
func (s *Store) commitReference(tx *gorm.DB, r *Run, ref *references.Reference, fresh bool, c Commit) error {
	if err := placeMedia(tx, r, ref, c.Media); err != nil {
		return err
	}
	places, err := placeParts(tx, ref, &c)
	if err != nil {
		return err
	}
	s.hold(ref, r.Import.HoldDays, hasRole(c.Media, references.PrimaryMedia))
	wasReady := ref.State == references.Ready
	ref.State, ref.FailureCode, ref.Retryable = references.Ready, "", false
	ref.MediaAvailability = settledAvailability(ref)
	if ref.MediaAvailability == references.MediaReady {
		ref.MediaExpiredAt = nil
	}
	ref.ImportID = &r.Import.ID
	if ref.MachineDerived, err = mergeDerived(ref.MachineDerived, &c, places); err != nil {
		return err
	}
	shown := ref.Observed().Tags
	ref.Observe(c.Observed)
	c.Provenance.PagePicture = pictureToKeep(ref, c.Provenance.PagePicture)
	if ref.Provenance, err = json.Marshal(c.Provenance); err != nil {
		return err
	}
	ref.Revision++
	ref.UpdatedAt = s.NowMicros()
	if err := keepReference(tx, ref, fresh); err != nil {
		return err
	}
	if err := references.IndexSourceTags(tx, ref, shown); err != nil {
		return err
	}
	if c.Stamp {
		if err := references.WantStamp(tx, ref, ref.UpdatedAt); err != nil {
			return err
		}
	}
	if wasReady { // a new reference is only announced by its import's event
		if err := references.Tell(tx, events.ReferenceUpdated, *ref); err != nil {
			return err
		}
	}
	if err := references.KeepHashes(tx, ref, c.Hashes); err != nil {
		return err
	}
	return references.Index(tx, ref, c.Transcript)
}

// placeMedia adds uploaded rows to the reference. It deletes a poster or transcript that they replace, and duplicate uploads.
func placeMedia(tx *gorm.DB, r *Run, ref *references.Reference, rows []references.Media) error {
	// The files of an earlier import that a new file replaces. A PDF comes after the picture of the same page.
	inPlaceOf := map[references.MediaRole][]references.MediaRole{references.AnswersMedia: {references.AnswersMedia}, references.PageMedia: {references.PageMedia, references.PagePDFMedia}}
	var placed []string
	slots := map[references.MediaRole]**string{references.PosterMedia: &ref.PosterMediaID, references.TranscriptMedia: &ref.TranscriptMediaID}
	for _, m := range rows {
		slot := slots[m.Role]
		if m.Thumbnail && *slot != nil {
			continue // another import added a poster meanwhile; this one is discarded below
		}
		if slot != nil {
			if *slot != nil {
				if err := discardMedia(tx, **slot); err != nil {
					return err
				}
			}
			*slot = new(m.ID)
		}
		if roles := inPlaceOf[m.Role]; len(roles) > 0 {
			if err := tx.Model(&references.Media{}).Where("reference_id = ? AND role IN ? AND state = ?", ref.ID, roles, references.MediaStored).Update("state", references.MediaDeleting).Error; err != nil {
				return err
			}
		}
		placed = append(placed, m.ID)
	}
	return settleUploads(tx, r.Import.ID, ref.ID, placed)
}

// settleUploads makes those uploads of an import that were placed files of its reference, and marks the others for deletion.
func settleUploads(tx *gorm.DB, importID, referenceID string, placed []string) error {
	if len(placed) == 0 {
		return discardUploads(tx, importID)
	}
	return tx.Exec(`UPDATE media SET state = CASE WHEN id IN ? THEN ? ELSE ? END, reference_id = CASE WHEN id IN ? THEN ? ELSE reference_id END
		WHERE import_id = ? AND state = ?`, placed, references.MediaStored, references.MediaDeleting, placed, referenceID, importID, references.MediaUploading).Error
}

// pictureToKeep returns what is said of the picture of a reference's page: what this import says, unless it took none, or failed where an
// earlier one succeeded, whose files are still kept.
func pictureToKeep(ref *references.Reference, now *content.PagePicture) *content.PagePicture {
	if earlier := db.FromJSON[references.Provenance](ref.Provenance).PagePicture; earlier != nil && (now == nil || now.PictureMediaID == nil && earlier.PictureMediaID != nil) {
		return earlier
	}
	return now
}

// placeParts merges the parts of the import into those of the reference. Measurements describe the first part that is
// kept: they stay unchanged if that part is from an earlier import. It returns the new indexes of the earlier parts.
func placeParts(tx *gorm.DB, ref *references.Reference, c *Commit) (places map[int64]int64, err error) {
	if c.Parts == nil {
		return nil, nil
	}
	before := ref.PrimaryMediaID
	brought, err := ref.BringParts(c.Parts)
	if err != nil {
		return nil, err
	}
	if before != nil && ref.PrimaryMediaID != nil && *ref.PrimaryMediaID == *before {
		c.Derived = content.MachineDerived{Transcript: c.Derived.Transcript, OnScreenText: c.Derived.OnScreenText}
	}
	return brought.Places, db.FirstError(references.MoveParts(tx, brought.Moved), discardMedia(tx, brought.Replaced...))
}

// discardMedia marks kept files for deletion and forgets their hashes.
func discardMedia(tx *gorm.DB, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := references.ForgetHashes(tx, ids); err != nil {
		return err
	}
	return tx.Model(&references.Media{}).Where("id IN ?", ids).Update("state", references.MediaDeleting).Error
}

// hold extends the hold of primary media to the later of the current and the requested end.
func (s *Store) hold(ref *references.Reference, days int64, fresh bool) {
	if ref.PrimaryMediaID == nil {
		return
	}
	until := db.Micros(s.Now().Add(time.Duration(days) * 24 * time.Hour))
	if ref.HoldExpiresAt == nil || fresh && ref.HoldReason == "" {
		ref.HoldReason = references.HoldByIngestion
	}
	if ref.HoldExpiresAt == nil || *ref.HoldExpiresAt < until {
		ref.HoldExpiresAt = &until
		ref.HoldRevision++
	}
}

func hasRole(rows []references.Media, role references.MediaRole) bool {
	return slices.ContainsFunc(rows, func(m references.Media) bool { return m.Role == role })
}

// mergeDerived overwrites known measurements with new ones. places are the new indexes of the parts that were known.
func mergeDerived(known []byte, c *Commit, places map[int64]int64) ([]byte, error) {
	var d content.MachineDerived
	now := c.Derived
	if len(known) > 0 {
		if err := json.Unmarshal(known, &d); err != nil {
			return nil, err
		}
	}
	if now.MeasuredBytes != nil { // facts about one file must not be mixed with those of another
		transcript, shown := d.Transcript, d.OnScreenText
		d = now
		d.Transcript, d.OnScreenText = transcript, shown
	}
	d.OnScreenText = c.mergeTexts(d.OnScreenText, places)
	if now.Transcript != nil {
		d.Transcript = now.Transcript
	}
	if d.IsZero() {
		return nil, nil
	}
	return json.Marshal(d)
}
