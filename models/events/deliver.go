package events

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/work"
)

// turnSQL reads whether an endpoint is failing, when its next delivery is due, and the end of the lease of its work of
// the other kind.
const turnSQL = `SELECT w.failing_since IS NOT NULL AS failing,
		(SELECT MIN(d.next_at) FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending') AS next,
		(SELECT MAX(o.run_at) FROM jobs o WHERE o.kind IN ? AND o.key = w.id AND o.lease_holder NOT IN ('', ?)) AS other
	FROM webhooks w WHERE w.id = ? AND w.disabled_at IS NULL`

// turn decides whether a worker of one kind may send to an endpoint now.
type turn struct {
	kind  work.Kind // Deliveries, or FailingDeliveries if the last attempt failed
	next  *int64    // when its next delivery is due; nil if none waits or the endpoint is disabled
	other int64     // end of the lease of the other kind's worker
}

func readTurn(q *gorm.DB, j *work.Job) (t turn, err error) {
	var list []struct {
		Failing     bool
		Next, Other *int64
	}
	err = q.Raw(turnSQL, kinds(), j.LeaseHolder, j.Key).Scan(&list).Error
	for _, found := range list {
		t.kind, t.next = kindOf(found.Failing), found.Next
		if found.Other != nil && *found.Other > db.TxNow(q) {
			t.other = *found.Other
		}
	}
	return t, err
}

// Turn reports whether the worker may send to the endpoint. When an endpoint starts or stops failing, it becomes work of
// the other kind.
func (s *Store) Turn(ctx context.Context, j *work.Job) (bool, error) {
	t, err := readTurn(s.Read(ctx), j)
	return t.kind == j.Kind && t.other == 0, db.Error(err)
}

// EndTurn ends the work of an endpoint until its next delivery is due. If the endpoint has started or stopped failing,
// it becomes work of the other kind.
func (s *Store) EndTurn(ctx context.Context, j *work.Job) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		t, err := readTurn(tx, j)
		switch {
		case err != nil:
			return err
		case t.next == nil:
			return work.Settle(tx, j, work.Done())
		case t.kind == j.Kind:
			return work.Settle(tx, j, work.Snooze(db.FromMicros(max(*t.next, t.other, db.TxNow(tx)))))
		}
		if err := work.Settle(tx, j, work.Done()); err != nil {
			return err
		}
		return work.Put(tx, work.Item{Kind: t.kind, Key: j.Key, Tenant: j.Tenant, RunAt: *t.next})
	})
}

// kinds returns both kinds of work of endpoints.
func kinds() []work.Kind { return []work.Kind{work.Deliveries, work.FailingDeliveries} }

func kindOf(failing bool) work.Kind {
	if failing {
		return work.FailingDeliveries
	}
	return work.Deliveries
}

// item returns the work of sending an endpoint its due deliveries.
func (w *Webhook) item(at int64) work.Item {
	return work.Item{Kind: kindOf(w.FailingSince != nil), Key: w.ID, Tenant: w.WorkspaceID, RunAt: at}
}

// Claimed is a delivery that a worker attempts, with its event and endpoint.
type Claimed struct {
	Delivery
	Event   Event
	Webhook Webhook
	Job     *work.Job // of the endpoint
}

// Claim returns at most limit due deliveries of the endpoint of j, and renews the lease of j.
func (s *Store) Claim(ctx context.Context, j *work.Job, limit int) ([]Claimed, error) {
	var list []Claimed
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		list = nil
		var w Webhook
		var rows []Delivery
		if res := tx.Where("id = ? AND disabled_at IS NULL", j.Key).Limit(1).Find(&w); res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		err := tx.Where("webhook_id = ? AND state = 'pending' AND next_at <= ?", j.Key, s.NowMicros()).Order("next_at").Limit(limit).Find(&rows).Error
		if err != nil || len(rows) == 0 {
			return err
		}
		var ids []string
		for _, d := range rows {
			ids = append(ids, d.EventID)
		}
		var told []Event
		if err := tx.Where("id IN ?", ids).Find(&told).Error; err != nil {
			return err
		}
		for _, d := range rows {
			list = append(list, Claimed{Delivery: d, Webhook: w, Event: find(told, d.EventID), Job: j})
		}
		return work.Renew(tx, j)
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
