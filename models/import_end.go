package models

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
)

// Outcome is how a run ends without success: cancelled, to be tried again at RetryAt, or failed for good.
type Outcome struct {
	Cancelled bool
	Code      apierror.Code // of the failure
	Final     apierror.Code // of the import when nothing follows; "" is Code
	Cause     string        // for support only: scrubbed by the caller
	Retryable bool
	RetryAt   *time.Time
}

// maxCause bounds the cause that an attempt keeps.
const maxCause = 2048

// EndRun records how a run ended without success. A fault that may pass gives retry_wait with its time.
func (s *Store) EndRun(ctx context.Context, r *Run, o Outcome) error {
	return s.tx(ctx, func(tx *gorm.DB) error { return s.endRun(tx, r, o) })
}

func (s *Store) endRun(tx *gorm.DB, r *Run, o Outcome) error {
	now := s.nowMicros()
	if !o.Cancelled { // who asked for the end is not told of a failure, nor waits for another attempt
		if err := tx.Model(&Import{}).Where("id = ?", r.Import.ID).Select("cancel_requested").Scan(&o.Cancelled).Error; err != nil {
			return err
		}
	}
	state, work := ImportFailed, WorkFailed
	switch {
	case o.Cancelled:
		state, work, o.Code, o.RetryAt = ImportCancelled, WorkCancelled, "", nil
	case o.RetryAt != nil:
		state = ImportRetryWait
	}
	changes := map[string]any{"state": state, "revision": gorm.Expr("revision + 1"), "lease_holder": "", "lease_until": 0, "updated_at": now,
		"stage": r.Stage(), "next_attempt_at": microsPtr(o.RetryAt)}
	if state.Final() {
		final := o.Code
		if o.Final != "" {
			final = o.Final
		}
		changes["finished_at"], changes["outcome_code"] = now, final
		if final != "" {
			changes["outcome_message"] = apierror.Lookup(final).Message
		}
		if o.Cancelled || final == apierror.CodeInsufficientCredits {
			changes["reference_id"] = nil
		}
		if err := s.abandon(tx, &r.Import, final); err != nil {
			return err
		}
	}
	res := s.held(tx, r).Updates(changes)
	if res.Error != nil || res.RowsAffected == 0 {
		return firstError(res.Error, ErrLeaseLost)
	}
	return tx.Model(&Attempt{}).Where("id = ?", r.Attempt.ID).Updates(map[string]any{"state": work, "finished_at": now, "failure_code": o.Code,
		"cause": keepable(o.Cause), "retryable": o.Retryable, "route_id": r.Attempt.RouteID, "version": r.Attempt.Version,
		"stages": r.Attempt.Stages.ended(work, now, o.Code)}).Error
}

// keepable bounds a cause and makes it text that both databases take: tools and platforms write any bytes.
func keepable(cause string) string {
	if len(cause) > maxCause {
		cause = cause[:maxCause]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(cause, ""), "\x00", "")
}

// abandon settles what an import leaves behind that ended without success. code is "" when it was cancelled.
func (s *Store) abandon(tx *gorm.DB, i *Import, code apierror.Code) error {
	if code == "" || code == apierror.CodeInsufficientCredits {
		return s.dropUnfinished(tx, i)
	}
	if err := discardUploads(tx, i.ID); err != nil {
		return err
	}
	ref, err := referenceOf(tx, i)
	if ref == nil || err != nil {
		return err
	}
	changes := map[string]any{"updated_at": s.nowMicros(), "revision": gorm.Expr("revision + 1")}
	if ref.State == ReferenceProcessing {
		changes["state"], changes["failure_code"], changes["retryable"] = ReferenceFailed, code, apierror.Lookup(code).Retryable
		if ref.MediaAvailability == MediaProcessing {
			changes["media_availability"] = MediaFailed
		}
	} else if ref.MediaAvailability == MediaProcessing {
		changes["media_availability"] = resting(ref)
	}
	return tx.Model(&Reference{}).Where("id = ?", ref.ID).Updates(changes).Error
}

// dropUnfinished takes away the reference that an import made and did not finish; one that was there before stays as it
// was, and so does one that another import is working on.
func (s *Store) dropUnfinished(tx *gorm.DB, i *Import) error {
	if err := discardUploads(tx, i.ID); err != nil {
		return err
	}
	ref, err := referenceOf(tx, i)
	if ref == nil || err != nil {
		return err
	}
	if others, err := s.othersOnTheWay(tx, i); err != nil || others {
		return err
	}
	changes := map[string]any{}
	switch {
	case ref.State == ReferenceProcessing && ref.FailureCode == "":
		return tx.Delete(&Reference{}, "id = ?", ref.ID).Error
	case ref.State == ReferenceProcessing:
		changes["state"] = ReferenceFailed
	}
	if ref.MediaAvailability == MediaProcessing {
		changes["media_availability"] = resting(ref)
	}
	if len(changes) == 0 {
		return nil
	}
	changes["updated_at"], changes["revision"] = s.nowMicros(), gorm.Expr("revision + 1")
	return tx.Model(&Reference{}).Where("id = ?", ref.ID).Updates(changes).Error
}

// othersOnTheWay tells whether another unfinished import works on the same reference.
func (s *Store) othersOnTheWay(tx *gorm.DB, i *Import) (bool, error) {
	var n int64
	err := tx.Model(&Import{}).Where("reference_id = ? AND id <> ? AND state IN ?", i.ReferenceID, i.ID,
		[]ImportState{ImportQueued, ImportRunning, ImportRetryWait}).Count(&n).Error
	return n > 0, err
}

// resting is the availability of a reference's media when no import is on its way to it.
func resting(r *Reference) MediaAvailability {
	switch {
	case r.PrimaryMediaID != nil:
		return MediaReady
	case r.MediaExpiredAt != nil:
		return MediaExpired
	case r.State == ReferenceFailed:
		return MediaFailed
	}
	return MediaUnavailable
}

// referenceOf is the reference that an import works on; nil when it has none (any more).
func referenceOf(tx *gorm.DB, i *Import) (*Reference, error) {
	if i.ReferenceID == nil {
		return nil, nil
	}
	var refs []Reference
	err := tx.Where("id = ?", *i.ReferenceID).Limit(1).Find(&refs).Error
	if err != nil || len(refs) == 0 {
		return nil, err
	}
	return &refs[0], nil
}

// discardUploads marks what an import uploaded and did not commit: repair deletes the bytes, then the rows.
func discardUploads(tx *gorm.DB, importID string) error {
	return tx.Model(&Media{}).Where("import_id = ? AND state = ?", importID, MediaUploading).Update("state", MediaDeleting).Error
}
