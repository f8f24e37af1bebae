package events

import (
	"encoding/json"

	"socialdata/internal/content"
)

// Message is an event as it is sent and listed.
type Message struct {
	Object      string       `json:"object" enum:"event"`
	ID          string       `json:"id"`
	Type        Type         `json:"type"`
	WorkspaceID string       `json:"workspaceId"`
	CreatedAt   content.Time `json:"createdAt"`
	Data        Data         `json:"data"`
}

// Data is the stored data of an event, JSON.
type Data string

// MarshalJSON implements json.Marshaler.
func (d Data) MarshalJSON() ([]byte, error) { return []byte(d), nil }

// Message returns the event as it is sent and listed.
func (e *Event) Message() Message {
	return Message{Object: "event", ID: e.ID, Type: e.Type, WorkspaceID: e.WorkspaceID, CreatedAt: content.AtMicros(e.CreatedAt), Data: Data(e.Data)}
}

// Body returns the message, JSON.
func (e *Event) Body() ([]byte, error) { return json.Marshal(e.Message()) }
