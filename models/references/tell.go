package references

import (
	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/events"
)

// ReferenceNow is the data of an event about a reference: its state after the change.
type ReferenceNow struct {
	ID                string            `json:"id"`
	Revision          int64             `json:"revision"`
	HoldRevision      int64             `json:"holdRevision"`
	State             State             `json:"state"`
	MediaAvailability MediaAvailability `json:"mediaAvailability"`
	UpdatedAt         content.Time      `json:"updatedAt"`
}

// Tell writes the events of references that have just changed, inside the transaction that changes them.
func Tell(tx *gorm.DB, is events.Type, refs ...Reference) error {
	var list []events.Event
	for _, r := range refs {
		e, err := events.New(r.WorkspaceID, is, ReferenceNow{ID: r.ID, Revision: r.Revision, HoldRevision: r.HoldRevision, State: r.State,
			MediaAvailability: r.MediaAvailability, UpdatedAt: content.AtMicros(r.UpdatedAt)})
		if err != nil {
			return err
		}
		list = append(list, e)
	}
	return events.Add(tx, list...)
}
