// Package history stores how the counts of items and accounts changed, as each workspace was served them. Serving and committing record here in their own transactions.
package history

import (
	"socialdata/models/db"
)

// Store reads the history. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the chapter's row structs: a test compares them with the migrated schema.
func Rows() []any { return []any{Record{}} }
