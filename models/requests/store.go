// Package requests stores the request log: one line for each authenticated request of a workspace, so that developers can
// find their failed calls, and support can find a request by its id. It may not decide about requests.
package requests

import "socialdata/models/db"

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Request{}} }
