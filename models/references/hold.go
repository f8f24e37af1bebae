package references

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/events"
)

// ExtendHold extends the hold on the primary media of a reference to days from now; a later end stays. It returns
// unsupported_media if no bytes are kept.
func (s *Store) ExtendHold(ctx context.Context, workspaceID, id string, days int64) (*Reference, error) {
	var ref Reference
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var err error
		if ref, err = LockReference(tx, workspaceID, id); err != nil {
			return err
		}
		if err := s.extendHold(tx, &ref, days); err != nil {
			return err
		}
		return Tell(tx, events.ReferenceUpdated, ref)
	})
	if err != nil {
		return nil, err
	}
	return &ref, nil
}

// extendHold extends the hold of a locked reference.
func (s *Store) extendHold(tx *gorm.DB, ref *Reference, days int64) error {
	if ref.PrimaryMediaID == nil || ref.HoldExpiresAt == nil {
		return apierror.New(apierror.CodeUnsupportedMedia, "platform", ref.Platform, "reason", "no_media_kept", "supported", []string{},
			"mediaAvailability", ref.MediaAvailability)
	}
	until := max(*ref.HoldExpiresAt, db.Micros(s.Now().Add(time.Duration(days)*24*time.Hour)))
	ref.HoldExpiresAt, ref.HoldReason, ref.HoldRevision, ref.UpdatedAt = &until, HoldByExtension, ref.HoldRevision+1, s.NowMicros()
	return tx.Model(&Reference{}).Where("id = ?", ref.ID).Updates(map[string]any{"hold_expires_at": until, "hold_reason": ref.HoldReason,
		"hold_revision": ref.HoldRevision, "updated_at": ref.UpdatedAt}).Error
}

// expiryBatch is how many holds one transaction ends.
const expiryBatch = 100

// ExpireHolds ends the holds that expired by asOf and marks their media for deletion, in one transaction per batch, so
// that their links answer not_found. It returns the number of holds. Several processes may call it at once.
func (s *Store) ExpireHolds(ctx context.Context, asOf time.Time) (int, error) {
	total := 0
	for {
		ended := 0
		err := s.Tx(ctx, func(tx *gorm.DB) error {
			var refs []Reference
			err := tx.Raw(`UPDATE saved_references SET media_availability = ?, media_expired_at = hold_expires_at, updated_at = ?, hold_expires_at = NULL, revision = revision + 1
				WHERE id IN (SELECT id FROM saved_references WHERE hold_expires_at <= ? ORDER BY hold_expires_at LIMIT ?) AND hold_expires_at <= ?
				RETURNING *`, MediaExpired, s.NowMicros(), db.Micros(asOf), expiryBatch, db.Micros(asOf)).Scan(&refs).Error
			if err != nil || len(refs) == 0 {
				return err
			}
			ended = len(refs)
			ids := make([]string, 0, ended)
			for _, r := range refs {
				ids = append(ids, r.ID)
			}
			if err := tx.Exec("UPDATE saved_references SET primary_media_id = NULL, hold_reason = '' WHERE id IN ?", ids).Error; err != nil {
				return err
			}
			err = tx.Model(&Media{}).Where("reference_id IN ? AND role = ? AND state = ?", ids, PrimaryMedia, MediaStored).Update("state", MediaDeleting).Error
			if err != nil {
				return err
			}
			return Tell(tx, events.ReferenceMediaExpired, refs...)
		})
		total += ended
		if err != nil || ended == 0 {
			return total, err
		}
	}
}
