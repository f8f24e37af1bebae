package events

import (
	"encoding/json"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Type is the kind of an event.
type Type string

// The types of events.
const (
	ImportSucceeded       Type = "import.succeeded"
	ImportFailed          Type = "import.failed"
	ImportCancelled       Type = "import.cancelled"
	ImportsRetried        Type = "imports.retried"
	ReferenceUpdated      Type = "reference.updated"
	ReferenceDeleted      Type = "reference.deleted"
	ReferenceMediaExpired Type = "reference.media_expired"
	WatchFound            Type = "watch.found"
	WatchChanged          Type = "watch.changed"
	WatchEnded            Type = "watch.ended"
	WatchReturned         Type = "watch.returned"
	WatchThreshold        Type = "watch.threshold"
	WatchGone             Type = "watch.gone"
	WatchFailing          Type = "watch.failing"
	CreditsLow            Type = "credits.low"
	KeyBudget             Type = "key.budget"
	WebhookTest           Type = "webhook.test" // sent to one endpoint when its owner tests it
)

// Types lists every Type once.
func Types() []Type {
	return []Type{ImportSucceeded, ImportFailed, ImportCancelled, ImportsRetried, ReferenceUpdated, ReferenceDeleted, ReferenceMediaExpired, WatchFound, WatchChanged,
		WatchEnded, WatchReturned, WatchThreshold, WatchGone, WatchFailing, CreditsLow, KeyBudget, WebhookTest}
}

// Event is something that happened in a workspace. It is written in the transaction of the change that it describes, so
// one never exists without the other.
type Event struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Type        Type
	Data        string // the data in the API, JSON
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
	Subject     string // id of the watch that it is about; "" of other events
	Position    *int64 // in the order of its workspace; nil until Order has numbered it
}

// New returns an event. data must be a struct that JSON can encode without an error.
func New(workspaceID string, is Type, data any) (Event, error) {
	body, err := json.Marshal(data)
	return Event{WorkspaceID: workspaceID, Type: is, Data: string(body)}, err
}

// Add writes events inside the transaction of the changes that they describe.
func Add(tx *gorm.DB, list ...Event) error {
	if len(list) == 0 {
		return nil
	}
	now := db.TxNow(tx)
	for n := range list {
		list[n].ID, list[n].CreatedAt = db.NewIDAt(now), now
	}
	return tx.Create(&list).Error
}

// About returns the latest events of some types about a subject, newest first.
func About(q *gorm.DB, subject string, types []Type, most int) (list []Event, err error) {
	err = q.Where("subject = ? AND type IN ?", subject, types).Order("created_at DESC, id DESC").Limit(most).Find(&list).Error
	return list, err
}
