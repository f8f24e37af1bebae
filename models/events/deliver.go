package events

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// dueSQL steps from one endpoint with deliveries that wait to the next, and looks at the first of each: what it costs grows
// with endpoints, not with deliveries, of which one that does not answer may have any number.
const dueSQL = `WITH RECURSIVE waiting (id) AS (
		SELECT MIN(webhook_id) FROM deliveries WHERE state = 'pending'
		UNION ALL
		SELECT (SELECT MIN(d.webhook_id) FROM deliveries d WHERE d.state = 'pending' AND d.webhook_id > waiting.id) FROM waiting WHERE waiting.id IS NOT NULL)
	SELECT id FROM (
		SELECT w.id, (SELECT MIN(d.next_at) FROM deliveries d
			WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.next_at <= ? AND d.lease_until < ?) AS since
		FROM waiting JOIN webhooks w ON w.id = waiting.id WHERE w.disabled_at IS NULL AND w.turn_until < ? AND (w.failing_since IS NOT NULL) = ?) due
	WHERE since IS NOT NULL ORDER BY since LIMIT ?`

// Due returns the endpoints for which a delivery is due and that have no turn now, at most limit; those that wait longest
// first. failing chooses those whose last attempt failed, else those that work: neither stands behind the other.
func (s *Store) Due(ctx context.Context, failing bool, limit int) (ids []string, err error) {
	now := s.NowMicros()
	err = s.Read(ctx).Raw(dueSQL, now, now, now, failing, limit).Scan(&ids).Error
	return ids, db.Error(err)
}

// EndTurn lets an endpoint have its next turn. Without it the turn ends with the lease of its last claim.
func (s *Store) EndTurn(ctx context.Context, webhookID string) error {
	return db.Error(s.Write(ctx).Model(&Webhook{}).Where("id = ?", webhookID).Update("turn_until", 0).Error)
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
		until := now + deliveryLease.Microseconds()
		if err := tx.Model(&Webhook{}).Where("id = ?", webhookID).Update("turn_until", until).Error; err != nil {
			return err
		}
		return tx.Model(&Delivery{}).Where("id IN ?", ids).Updates(map[string]any{"lease_holder": holder, "lease_until": until}).Error
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
