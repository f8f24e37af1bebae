package events

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/work"
)

// DeliveryState is the state of the delivery of an event to an endpoint.
type DeliveryState string

// The states of a delivery. After DeliveryFailed there are no more attempts.
const (
	DeliveryPending   DeliveryState = "pending"
	DeliveryDelivered DeliveryState = "delivered"
	DeliveryFailed    DeliveryState = "failed"
)

// DeliveryStates lists every DeliveryState once.
func DeliveryStates() []DeliveryState {
	return []DeliveryState{DeliveryPending, DeliveryDelivered, DeliveryFailed}
}

// waits are the times between attempts of a delivery, each varied by up to a fifth.
var waits = [...]time.Duration{5 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour}

// FailingTime is how long an endpoint may fail before it is disabled.
const FailingTime = 5 * 24 * time.Hour

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	WebhookID   string
	EventID     string
	State       DeliveryState
	Attempts    int64
	NextAt      int64
	LastAt      *int64
	LastStatus  int64  // HTTP status of the endpoint's answer; 0 if there was none
	LastFailure string // "" after a success
	TookMs      int64  // of the last attempt
	TriesJSON   string `gorm:"column:tries"` // the last mostTries attempts
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
}

// Try is how one attempt of a delivery ended.
type Try struct {
	At      int64  `json:"at"`
	Status  int64  `json:"status,omitempty"`  // HTTP status of the endpoint's answer; 0 if there was none
	Failure string `json:"failure,omitempty"` // "" after a success
	TookMs  int64  `json:"tookMs"`
}

// mostTries is how many attempts of a delivery are kept, so that one that is sent again and again does not grow.
const mostTries = 16

// Tries returns how the last attempts ended, the first one first. Of a delivery that was last tried before attempts were kept, it is the
// last one alone.
func (d *Delivery) Tries() []Try {
	list := db.FromJSON[[]Try](d.TriesJSON)
	if len(list) == 0 && d.LastAt != nil {
		list = []Try{{At: *d.LastAt, Status: d.LastStatus, Failure: d.LastFailure, TookMs: d.TookMs}}
	}
	return list
}

// triesJSON returns the attempts of a delivery with a further one.
func triesJSON(d *Delivery, t Try) string {
	list := append(d.Tries(), t)
	return db.JSON(list[max(0, len(list)-mostTries):])
}

// fanOut creates the deliveries of newly ordered events for the endpoints that subscribe to their types.
func fanOut(tx *gorm.DB, workspaceID string, list []Event) error {
	var hooks []Webhook
	if err := tx.Where("workspace_id = ? AND disabled_at IS NULL", workspaceID).Order("id").Find(&hooks).Error; err != nil {
		return err
	}
	var rows []Delivery
	var due []work.Item
	for _, w := range hooks {
		types, before := w.Types(), len(rows)
		for _, e := range list {
			if e.Type != WebhookTest && slices.Contains(types, e.Type) {
				rows = append(rows, newDelivery(tx, &w, e.ID))
			}
		}
		if len(rows) > before {
			due = append(due, w.item(db.TxNow(tx)))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return db.FirstError(tx.CreateInBatches(&rows, orderStep).Error, work.Put(tx, due...))
}

func newDelivery(tx *gorm.DB, w *Webhook, eventID string) Delivery {
	now := db.TxNow(tx)
	return Delivery{ID: db.NewIDAt(now), WorkspaceID: w.WorkspaceID, WebhookID: w.ID, EventID: eventID, State: DeliveryPending, NextAt: now, CreatedAt: now}
}

// TestWebhook sends a test event to an endpoint, so that its owner can check that it works.
func (s *Store) TestWebhook(ctx context.Context, workspaceID, id string) (d *Delivery, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		w, err := findWebhook(tx, workspaceID, id)
		if err != nil {
			return err
		}
		if w.DisabledAt != nil {
			return disabledError(w)
		}
		e, err := New(workspaceID, WebhookTest, Tested{WebhookID: w.ID})
		if err != nil {
			return err
		}
		list := []Event{e}
		if err := Add(tx, list...); err != nil {
			return err
		}
		row := newDelivery(tx, w, list[0].ID)
		d = &row
		return db.FirstError(tx.Create(d).Error, work.Put(tx, w.item(d.NextAt)))
	})
	return d, err
}

// disabledError returns the error for sending to a disabled endpoint.
func disabledError(w *Webhook) error {
	f := apierror.New(apierror.CodeRevisionConflict, "currentRevision", w.Revision, "state", "disabled")
	f.Message = "The endpoint is disabled. Enable it first."
	return f
}

// Tested is the data of the event webhook.test.
type Tested struct {
	WebhookID string `json:"webhookId"`
}

// Deliveries lists the deliveries of an endpoint, newest first; state "" includes every state.
func (s *Store) Deliveries(ctx context.Context, workspaceID, webhookID string, state DeliveryState, p db.PageRequest) (*db.RecordPage[DeliveryView], error) {
	if _, err := s.FindWebhook(ctx, workspaceID, webhookID); err != nil {
		return nil, err
	}
	q := deliveryViews(s.Read(ctx)).Where("d.webhook_id = ?", webhookID)
	if state != "" {
		q = q.Where("d.state = ?", state)
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("d.created_at", "d.id"), "deliveries:"+webhookID+":"+string(state), p,
		func(d DeliveryView) db.Position { return db.After(d.CreatedAt, d.ID) })
}

// LastTried returns the newest delivery that was attempted of each endpoint of a workspace, by the endpoint's id.
func (s *Store) LastTried(ctx context.Context, workspaceID string) (map[string]Delivery, error) {
	var rows []Delivery
	err := s.Read(ctx).Where(`id IN (SELECT (SELECT t.id FROM deliveries t WHERE t.webhook_id = w.id AND t.last_at IS NOT NULL
		ORDER BY t.created_at DESC, t.id DESC LIMIT 1) FROM webhooks w WHERE w.workspace_id = ?)`, workspaceID).Find(&rows).Error
	last := make(map[string]Delivery, len(rows))
	for _, d := range rows {
		last[d.WebhookID] = d
	}
	return last, db.Error(err)
}

// DeliveryView is a delivery as its owner sees it.
type DeliveryView struct {
	Delivery
	EventType Type
	EventData string // the data in the API, JSON
	EventAt   int64
}

// Message returns the event as it is sent and listed.
func (d *DeliveryView) Message() Message {
	e := Event{ID: d.EventID, WorkspaceID: d.WorkspaceID, Type: d.EventType, Data: d.EventData, CreatedAt: d.EventAt}
	return e.Message()
}

func deliveryViews(q *gorm.DB) *gorm.DB {
	return q.Table("deliveries d").Joins("JOIN events e ON e.id = d.event_id").Select("d.*, e.type AS event_type, e.data AS event_data, e.created_at AS event_at")
}

// Resend sends an event again, whatever the state of its delivery.
func (s *Store) Resend(ctx context.Context, workspaceID, webhookID, id string) (*DeliveryView, error) {
	var d DeliveryView
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		w, err := findWebhook(tx, workspaceID, webhookID)
		if err != nil {
			return err
		}
		if w.DisabledAt != nil {
			return disabledError(w)
		}
		if err := db.One(deliveryViews(tx).Where("d.webhook_id = ? AND d.id = ?", webhookID, id), &d, "delivery"); err != nil {
			return err
		}
		d.State, d.Attempts, d.NextAt = DeliveryPending, 0, s.NowMicros()
		err = tx.Model(&Delivery{}).Where("id = ?", id).Updates(map[string]any{"state": d.State, "attempts": 0, "next_at": d.NextAt}).Error
		return db.FirstError(err, work.Put(tx, w.item(d.NextAt)))
	})
	return &d, err
}

// nextAttempt returns when to retry a delivery after n failures; ok is false if there are no more attempts.
func nextAttempt(now time.Time, n int64) (at time.Time, ok bool) {
	if n > int64(len(waits)) {
		return at, false
	}
	wait := waits[n-1]
	return now.Add(time.Duration((0.8 + 0.4*rand.Float64()) * float64(wait))), true
}
