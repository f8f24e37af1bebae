package imports

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Outcome is how a run ends without success: cancelled, to be retried at RetryAt, or failed for good.
type Outcome struct {
	Cancelled bool
	Code      apierror.Code // of the failure
	Final     apierror.Code // of the import if there is no further attempt; "" means Code
	Cause     string        // for support only; the caller removes secrets
	Retryable bool
	RetryAt   *time.Time
	Evidence  *apierror.Evidence // what the platform answered; may be nil
	Program   string             // version of the program
	Answers   *FailedCalls       // the platform's answers to keep; nil for none
}

// maxCause is the longest cause that is stored, in bytes.
const maxCause = 2048

// reason returns how the platform refused; "" if unknown.
func (o Outcome) reason() apierror.Reason {
	if o.Evidence == nil || o.Cancelled {
		return ""
	}
	return o.Evidence.Reason
}

// EndRun records that a run ended without success. If o.RetryAt is set, the import waits for it.
func (s *Store) EndRun(ctx context.Context, r *Run, o Outcome) error {
	err := s.Tx(ctx, func(tx *gorm.DB) error { return s.endRun(tx, r, o) })
	if err != nil || o.Answers == nil {
		return err
	}
	return s.boundAnswers(ctx, o.Answers.RouteID)
}

func (s *Store) endRun(tx *gorm.DB, r *Run, o Outcome) error {
	now := s.NowMicros()
	if !o.Cancelled { // a cancelled import reports no failure and has no further attempt
		if err := tx.Model(&Import{}).Where("id = ?", r.Import.ID).Select("cancel_requested").Scan(&o.Cancelled).Error; err != nil {
			return err
		}
	}
	state, work := Failed, WorkFailed
	switch {
	case o.Cancelled:
		state, work, o.Code, o.RetryAt = Cancelled, WorkCancelled, "", nil
	case o.RetryAt != nil:
		state = RetryWait
	}
	changes := map[string]any{"lease_holder": "", "lease_until": 0, "stage": r.Stage(), "next_attempt_at": db.MicrosPtr(o.RetryAt),
		"cause_code": o.Code, "cause_reason": o.reason()}
	if state.Final() {
		final := o.Code
		if o.Final != "" {
			final = o.Final
		}
		changes["finished_at"], changes["outcome_code"] = now, final
		if final != "" {
			changes["outcome_message"] = outcomeMessage(final, o.Code)
		}
		if o.Cancelled || final == apierror.CodeInsufficientCredits {
			changes["reference_id"] = nil
		}
		if err := s.abandon(tx, &r.Import, final); err != nil {
			return err
		}
	}
	res := transition(s.held(tx, r), state, changes)
	if res.Error != nil || res.RowsAffected == 0 {
		return db.FirstError(res.Error, ErrLeaseLost)
	}
	if o.Answers != nil && !o.Cancelled {
		if err := s.keepAnswers(tx, r, o.Answers); err != nil {
			return err
		}
	}
	return tx.Model(&Attempt{}).Where("id = ?", r.Attempt.ID).Updates(map[string]any{"state": work, "finished_at": now, "failure_code": o.Code,
		"cause": db.TruncateText(o.Cause, maxCause), "retryable": o.Retryable, "route_id": r.Attempt.RouteID, "version": r.Attempt.Version,
		"program": o.Program, "reason": o.reason(), "answer": AnswerOf(o.Evidence), "stages": r.Attempt.Stages.ended(work, now, o.Code)}).Error
}

// abandon cleans up after an import that ended without success. code is "" if it was cancelled.
func (s *Store) abandon(tx *gorm.DB, i *Import, code apierror.Code) error {
	if code == "" || code == apierror.CodeInsufficientCredits {
		return s.discardUnfinished(tx, i)
	}
	if err := discardUploads(tx, i.ID); err != nil {
		return err
	}
	ref, err := referenceOf(tx, i)
	if ref == nil || err != nil {
		return err
	}
	changes := map[string]any{}
	if ref.State == references.Processing {
		changes["state"], changes["failure_code"], changes["retryable"] = references.Failed, code, apierror.Lookup(code).Retryable
		if ref.MediaAvailability == references.MediaProcessing {
			changes["media_availability"] = references.MediaFailed
		}
	} else if ref.MediaAvailability == references.MediaProcessing {
		changes["media_availability"] = settledAvailability(ref)
	}
	if len(changes) == 0 {
		return nil
	}
	return s.changeReference(tx, ref, changes)
}

// discardUnfinished deletes a reference that the import created and did not finish. It keeps a reference that existed
// before, or that another import is working on.
func (s *Store) discardUnfinished(tx *gorm.DB, i *Import) error {
	if err := discardUploads(tx, i.ID); err != nil {
		return err
	}
	ref, err := referenceOf(tx, i)
	if ref == nil || err != nil {
		return err
	}
	if others, err := s.otherActiveImport(tx, i); err != nil || others {
		return err
	}
	changes := map[string]any{}
	switch {
	case ref.State == references.Processing && ref.FailureCode == "":
		return tx.Delete(&references.Reference{}, "id = ?", ref.ID).Error
	case ref.State == references.Processing:
		changes["state"] = references.Failed
	}
	if ref.MediaAvailability == references.MediaProcessing {
		changes["media_availability"] = settledAvailability(ref)
	}
	if len(changes) == 0 {
		return nil
	}
	return s.changeReference(tx, ref, changes)
}

// otherActiveImport reports whether another unfinished import has the same reference.
func (s *Store) otherActiveImport(tx *gorm.DB, i *Import) (bool, error) {
	var n int64
	err := tx.Model(&Import{}).Where("reference_id = ? AND id <> ? AND state IN ?", i.ReferenceID, i.ID,
		[]State{Queued, Running, RetryWait}).Count(&n).Error
	return n > 0, err
}

// settledAvailability returns the availability of a reference's media while no import is working on it.
func settledAvailability(r *references.Reference) references.MediaAvailability {
	switch {
	case r.PrimaryMediaID != nil:
		return references.MediaReady
	case r.MediaExpiredAt != nil:
		return references.MediaExpired
	case r.State == references.Failed:
		return references.MediaFailed
	}
	return references.MediaUnavailable
}

// referenceOf returns the reference of an import; nil if it has none (any more).
func referenceOf(tx *gorm.DB, i *Import) (*references.Reference, error) {
	if i.ReferenceID == nil {
		return nil, nil
	}
	return db.First[references.Reference](tx.Where("id = ?", *i.ReferenceID))
}

// discardUploads marks what an import uploaded and did not commit for deletion; repair deletes the bytes, then the rows.
func discardUploads(tx *gorm.DB, importID string) error {
	return tx.Model(&references.Media{}).Where("import_id = ? AND state = ?", importID, references.MediaUploading).Update("state", references.MediaDeleting).Error
}

// outcomeMessage says how an import failed, and how its last attempt did if that is another code.
func outcomeMessage(final, last apierror.Code) string {
	said := apierror.Lookup(final).Message
	if last != final && last != "" {
		said += " The last one: " + apierror.Lookup(last).Message
	}
	return said
}
