// Package routehealth stores the health of the routes to the platforms: calls, states, checks, incidents, changed answers and how often answers have each field. It
// may not ask a platform.
package routehealth

import "socialdata/models/db"

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any {
	return []any{Operation{}, Switch{}, routeCall{}, routeHour{}, routeReport{}, Check{}, Incident{}, ChangedAnswer{}, FieldFill{}, UnreadElement{}}
}
