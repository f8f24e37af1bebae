// Package events stores what happened in each workspace, for programs that subscribe to it. A change writes its event in
// its own transaction; after the commit, the event gets its position in the workspace's order. Sending it is
// left to jobs.
package events

import (
	"socialdata/internal/batcher"
	"socialdata/models/db"
)

// Store reads events and orders them. It is safe for concurrent use.
type Store struct {
	*db.DB
	records *batcher.Batcher[string, *record] // by endpoint
}

// NewStore returns the chapter on an open database.
func NewStore(d *db.DB) *Store {
	s := &Store{DB: d}
	s.records = batcher.New(batcher.Options{Most: mostRecords, Lanes: 1}, s.runRecords)
	return s
}

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Event{}, EventSubject{}, eventOrder{}, Webhook{}, Delivery{}} }
