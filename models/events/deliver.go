package events

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// Due returns the endpoints for which a delivery is due, at most limit; those that wait longest first.
func (s *Store) Due(ctx context.Context, limit int) (ids []string, err error) {
	now := s.NowMicros()
	err = s.Read(ctx).Raw(`SELECT d.webhook_id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
		WHERE d.state = 'pending' AND d.next_at <= ? AND d.lease_until < ? AND w.disabled_at IS NULL
		GROUP BY d.webhook_id ORDER BY MIN(d.next_at) LIMIT ?`, now, now, limit).Scan(&ids).Error
	return ids, db.Error(err)
}

// Claimed is a delivery that a worker makes an attempt at, with its event and its endpoint.
type Claimed struct {
	Delivery
	Event   Event
	Webhook Webhook
}

// Claim gives a worker due deliveries of one endpoint, at most limit. No other worker gets them within the lease.
func (s *Store) Claim(ctx context.Context, webhookID, holder string, limit int) ([]Claimed, error) {
	now := s.NowMicros()
	var list []Claimed
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		list = nil
		var w Webhook
		var rows []Delivery
		if res := tx.Where("id = ? AND disabled_at IS NULL", webhookID).Limit(1).Find(&w); res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		q := tx.Where("webhook_id = ? AND state = 'pending' AND next_at <= ? AND lease_until < ?", webhookID, now, now).Order("next_at").Limit(limit)
		if db.IsPostgres(tx) {
			q = q.Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"})
		}
		if err := q.Find(&rows).Error; err != nil || len(rows) == 0 {
			return err
		}
		var ids, eventIDs []string
		for _, d := range rows {
			ids, eventIDs = append(ids, d.ID), append(eventIDs, d.EventID)
		}
		var told []Event
		if err := tx.Where("id IN ?", eventIDs).Find(&told).Error; err != nil {
			return err
		}
		for _, d := range rows {
			d.LeaseHolder = holder
			list = append(list, Claimed{Delivery: d, Webhook: w, Event: find(told, d.EventID)})
		}
		return tx.Model(&Delivery{}).Where("id IN ?", ids).Updates(map[string]any{"lease_holder": holder, "lease_until": now + deliveryLease.Microseconds()}).Error
	})
	return list, err
}

func find(list []Event, id string) Event {
	for _, e := range list {
		if e.ID == id {
			return e
		}
	}
	return Event{}
}

// Attempt is how an attempt at a delivery ended: Failure is "" when the endpoint took it.
type Attempt struct {
	Status  int64 // of the endpoint's answer; 0 where there was none
	Failure string
	Took    time.Duration
}

// Record keeps how an attempt ended: delivered, to be tried again, or given up. An endpoint that has failed for FailingTime
// is disabled. A worker that lost its lease changes nothing.
func (s *Store) Record(ctx context.Context, c *Claimed, a Attempt) error {
	now := s.Now()
	changes := map[string]any{"attempts": c.Attempts + 1, "last_at": db.Micros(now), "last_status": a.Status, "last_failure": a.Failure,
		"took_ms": a.Took.Milliseconds(), "lease_holder": "", "lease_until": 0, "state": DeliveryDelivered}
	if a.Failure != "" {
		changes["state"] = DeliveryFailed
		if at, again := nextAttempt(now, c.Attempts+1); again {
			changes["state"], changes["next_at"] = DeliveryPending, db.Micros(at)
		}
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		res := tx.Model(&Delivery{}).Where("id = ? AND lease_holder = ? AND state = ?", c.Delivery.ID, c.LeaseHolder, DeliveryPending).Updates(changes)
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return noteEndpoint(tx, c.WebhookID, now, a.Failure != "")
	})
}

// noteEndpoint keeps since when an endpoint fails, and disables one that has failed for too long.
func noteEndpoint(tx *gorm.DB, id string, now time.Time, failed bool) error {
	hook := func() *gorm.DB { return tx.Model(&Webhook{}).Where("id = ?", id) }
	if !failed {
		return hook().Where("failing_since IS NOT NULL").Update("failing_since", nil).Error
	}
	if err := hook().Where("failing_since IS NULL").Update("failing_since", db.Micros(now)).Error; err != nil {
		return err
	}
	return hook().Where("failing_since < ? AND disabled_at IS NULL", db.Micros(now.Add(-FailingTime))).
		Updates(map[string]any{"disabled_at": db.Micros(now), "disabled_reason": DisabledByFailing, "revision": gorm.Expr("revision + 1")}).Error
}
