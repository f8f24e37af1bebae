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

// Attempt is how an attempt at a delivery ended: Failure is "" when the endpoint took it.
type Attempt struct {
	Status  int64 // of the endpoint's answer; 0 where there was none
	Failure string
	Took    time.Duration
}

// mostRecords bounds the attempts of one transaction, and recordTime that transaction: a group must not depend on the
// context of one of its members.
const (
	mostRecords = 64
	recordTime  = 20 * time.Second
)

// record is one attempt that is to be kept, with the outcome of keeping it.
type record struct {
	claimed *Claimed
	attempt Attempt
	values  context.Context // of the caller, for traces: a group belongs to the first one's
	err     error
}

// Record keeps how an attempt ended: delivered, to be tried again, or given up. An endpoint that has failed for FailingTime
// is disabled. A worker that lost its lease changes nothing. Attempts at one endpoint that end at the same moment share a
// transaction.
func (s *Store) Record(ctx context.Context, c *Claimed, a Attempt) error {
	r := &record{claimed: c, attempt: a, values: context.WithoutCancel(ctx)}
	if err := s.records.Do(ctx, c.WebhookID, r); err != nil {
		return err
	}
	return r.err
}

// runRecords keeps a group. One that fails as a whole is tried again one by one, so that one attempt harms no other.
func (s *Store) runRecords(_ string, g *batcher.Group[*record]) {
	group := g.Calls()
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
		worked, failed := false, false // whether one did, and how the last one ended
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

// changes returns the columns of a delivery after the attempt.
func (r *record) changes(now time.Time) map[string]any {
	c, a := r.claimed, r.attempt
	changes := map[string]any{"attempts": c.Attempts + 1, "last_at": db.Micros(now), "last_status": a.Status, "last_failure": a.Failure,
		"took_ms": a.Took.Milliseconds(), "state": DeliveryDelivered}
	if a.Failure != "" {
		changes["state"] = DeliveryFailed
		if at, again := nextAttempt(now, c.Attempts+1); again {
			changes["state"], changes["next_at"] = DeliveryPending, db.Micros(at)
		}
	}
	return changes
}

// noteEndpoint keeps since when an endpoint fails, and disables one that has failed for too long.
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
