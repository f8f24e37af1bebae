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
	ExportSucceeded       Type = "export.succeeded"
	ExportFailed          Type = "export.failed"
	CreditsLow            Type = "credits.low"
	KeyBudget             Type = "key.budget"
	WebhookTest           Type = "webhook.test" // sent to one endpoint when its owner tests it
)

// Types lists every Type once.
func Types() []Type {
	return []Type{ImportSucceeded, ImportFailed, ImportCancelled, ImportsRetried, ReferenceUpdated, ReferenceDeleted, ReferenceMediaExpired, WatchFound, WatchChanged,
		WatchEnded, WatchReturned, WatchThreshold, WatchGone, WatchFailing, ExportSucceeded, ExportFailed, CreditsLow, KeyBudget, WebhookTest}
}

// Event is something that happened in a workspace. It is written in the transaction of the change that it describes, so
// one never exists without the other.
type Event struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Type        Type
	Data        string // the data in the API, JSON
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
	Subject     string `gorm:"-"` // id of the watch that it is about, which Add stores beside it; "" of other events, and of events that were read
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
	db.LeavesWork(tx)
	if err := tx.Create(&list).Error; err != nil {
		return err
	}
	return addSubjects(tx, list)
}

// EventSubject names what an event is about.
type EventSubject struct {
	EventID   string `gorm:"primaryKey"`
	Subject   string
	Type      Type
	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

func addSubjects(tx *gorm.DB, list []Event) error {
	var about []EventSubject
	for _, e := range list {
		if e.Subject != "" {
			about = append(about, EventSubject{e.ID, e.Subject, e.Type, e.CreatedAt})
		}
	}
	if len(about) == 0 {
		return nil
	}
	return tx.Create(&about).Error
}

// About returns the latest events of some types about a subject, newest first.
func About(q *gorm.DB, subject string, types []Type, most int) (list []Event, err error) {
	err = q.Joins("JOIN event_subjects s ON s.event_id = events.id").Where("s.subject = ? AND s.type IN ?", subject, types).
		Order("s.created_at DESC, s.event_id DESC").Limit(most).Find(&list).Error
	return list, err
}
