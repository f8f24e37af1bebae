package events

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/batcher"
	"socialdata/models/alerts"
	"socialdata/models/db"
)

// Attempt is the result of an attempt; Failure is "" if the endpoint accepted the delivery.
type Attempt struct {
	Status  int64 // HTTP status of the endpoint's answer; 0 if there was none
	Failure string
	Took    time.Duration
}

// mostRecords limits the attempts in one transaction, and recordTime its duration: a group must not depend on the
// context of one of its members.
const (
	mostRecords = 64
	recordTime  = 20 * time.Second
)

// record is one attempt to be stored, with the outcome of storing it.
type record struct {
	claimed *Claimed
	attempt Attempt
	values  context.Context // of the caller, for traces: a group is traced under the first one
	err     error
}

// Record stores the result of an attempt: delivered, to be retried, or failed for good. An endpoint that has failed for
// FailingTime is disabled. A worker that lost its lease changes nothing. Attempts at one endpoint that end at the same
// time share a transaction.
func (s *Store) Record(ctx context.Context, c *Claimed, a Attempt) error {
	r := &record{claimed: c, attempt: a, values: context.WithoutCancel(ctx)}
	if err := s.records.Do(ctx, c.WebhookID, r); err != nil {
		return err
	}
	return r.err
}

// runRecords stores the attempts at one endpoint that ended while others were stored.
func (s *Store) runRecords(_ string, g *batcher.Group[*record]) { s.recordAll(g.Calls()) }

// recordAll stores a group. If its transaction fails, each attempt is stored separately, so that one cannot block the others.
func (s *Store) recordAll(group []*record) {
	err := s.recordGroup(group)
	alone := err == nil || len(group) == 1 || apierror.Is(err, apierror.CodeStorageUnavailable)
	for _, r := range group {
		if r.err = err; !alone {
			r.err = s.recordGroup([]*record{r})
		}
	}
}

func (s *Store) recordGroup(group []*record) error {
	ctx, cancel := context.WithTimeout(group[0].values, recordTime)
	defer cancel()
	now, endpoint := s.Now(), &group[0].claimed.Webhook
	return s.Tx(ctx, func(tx *gorm.DB) error {
		worked, failed := false, false // whether any attempt succeeded, and whether the last one failed
		for _, r := range group {
			res := tx.Model(&Delivery{}).Where("id = ? AND state = ?", r.claimed.Delivery.ID, DeliveryPending).
				Where("EXISTS (SELECT 1 FROM jobs WHERE kind IN ? AND key = webhook_id AND lease_holder = ?)", kinds(), r.claimed.Job.LeaseHolder).Updates(r.changes(now))
			if res.Error != nil {
				return res.Error
			}
			if res.RowsAffected > 0 {
				failed = r.attempt.Failure != ""
				worked = worked || !failed
			}
		}
		if worked {
			if err := noteEndpoint(tx, endpoint, now, false); err != nil {
				return err
			}
		}
		if failed {
			return noteEndpoint(tx, endpoint, now, true)
		}
		return nil
	})
}

// changes returns the columns of a delivery to update after the attempt.
func (r *record) changes(now time.Time) map[string]any {
	c, a := r.claimed, r.attempt
	changes := map[string]any{"attempts": c.Attempts + 1, "last_at": db.Micros(now), "last_status": a.Status, "last_failure": a.Failure,
		"took_ms": a.Took.Milliseconds(), "state": DeliveryDelivered,
		"tries": triesJSON(&c.Delivery, Try{At: db.Micros(now), Status: a.Status, Failure: a.Failure, TookMs: a.Took.Milliseconds()})}
	if a.Failure != "" {
		changes["state"] = DeliveryFailed
		if at, again := nextAttempt(now, c.Attempts+1); again {
			changes["state"], changes["next_at"] = DeliveryPending, db.Micros(at)
		}
	}
	return changes
}

// noteEndpoint records since when an endpoint has been failing, and disables it after FailingTime.
func noteEndpoint(tx *gorm.DB, w *Webhook, now time.Time, failed bool) error {
	hook := func() *gorm.DB { return tx.Model(&Webhook{}).Where("id = ?", w.ID) }
	if !failed {
		return hook().Where("failing_since IS NOT NULL").Update("failing_since", nil).Error
	}
	if err := hook().Where("failing_since IS NULL").Update("failing_since", db.Micros(now)).Error; err != nil {
		return err
	}
	res := hook().Where("failing_since < ? AND disabled_at IS NULL", db.Micros(now.Add(-FailingTime))).
		Updates(map[string]any{"disabled_at": db.Micros(now), "disabled_reason": DisabledByFailing, "revision": gorm.Expr("revision + 1")})
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	return alerts.Raise(tx, w.WorkspaceID, alerts.WebhookDisabled)
}
