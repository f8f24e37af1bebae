// Package events keeps what happened in each workspace, for programs that want to be told. What happens writes its event
// in its own transaction; once that is committed, the event gets its position in the workspace's order. It may import
// models/db and internal/apierror only.
package events

import "socialdata/models/db"

// Store reads events and orders them. It is safe for concurrent use.
type Store struct {
	*db.DB
	records *db.Groups[string, *record] // by endpoint
}

// NewStore returns the chapter on an open database.
func NewStore(d *db.DB) *Store {
	s := &Store{DB: d}
	s.records = db.NewGroups(mostRecords, s.runRecords)
	return s
}

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Event{}, order{}, Webhook{}, Delivery{}} }
