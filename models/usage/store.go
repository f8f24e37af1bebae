// Package usage reports on what a workspace did and spent, and maintains the rollups that reports read. It
// may not charge.
package usage

import "socialdata/models/db"

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any {
	return []any{importRollup{}, ledgerRollup{}, rollupWatermark{}}
}
