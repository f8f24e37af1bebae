package events

import (
	"encoding/json"
	"time"

	"socialdata/internal/content"
)

// Body returns the event as it is sent and listed, JSON.
func (e *Event) Body() ([]byte, error) {
	return json.Marshal(struct {
		Object      string          `json:"object"`
		ID          string          `json:"id"`
		Type        Type            `json:"type"`
		WorkspaceID string          `json:"workspaceId"`
		CreatedAt   content.Time    `json:"createdAt"`
		Data        json.RawMessage `json:"data"`
	}{"event", e.ID, e.Type, e.WorkspaceID, content.At(time.UnixMicro(e.CreatedAt)), json.RawMessage(e.Data)})
}
