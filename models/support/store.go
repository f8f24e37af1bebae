// Package support reads across all workspaces for support staff, and records their actions in the audit log. It never reads
// what people wrote. It may import models/db and the packages beside it only.
package support

import (
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct {
	*db.DB
	prices billing.Prices
}

// New returns the chapter on an open database.
func New(d *db.DB, prices billing.Prices) *Store { return &Store{DB: d, prices: prices} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any {
	return []any{AuditEntry{}, KnownFailure{}, Mending{}, MendedNotice{}}
}
