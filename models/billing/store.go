// Package billing keeps the ledger, the append-only truth about credits, and every price. It may import models/db only.
package billing

import "socialdata/models/db"

// Store reads and writes the ledger. It is safe for concurrent use.
type Store struct {
	*db.DB
	Prices Prices
}

// New returns the chapter on an open database.
func New(d *db.DB, prices Prices) *Store { return &Store{DB: d, Prices: prices} }

// Rows lists the chapter's row structs: a test compares them with the migrated schema. Account is a part of the row of
// a workspace.
func Rows() []any { return []any{Entry{}} }
