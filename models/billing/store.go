// Package billing keeps the append-only ledger of credits and all prices. No other package may
// change a balance.
package billing

import "socialdata/models/db"

// Store reads and writes the ledger. It is safe for concurrent use.
type Store struct {
	*db.DB
	Prices Prices
}

// New returns a Store on an open database.
func New(d *db.DB, prices Prices) *Store { return &Store{DB: d, Prices: prices} }

// Rows lists the package's row structs: a test compares them with the migrated schema. Account is left out because it is
// part of a workspace's row.
func Rows() []any { return []any{Entry{}, UnmeteredWorkspace{}} }
