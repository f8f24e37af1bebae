// Package imports stores imports: their states, attempts, stages and leases, and what a commit changes. It may
// not run stages, which is left to jobs.
package imports

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
	return []any{Import{}, Attempt{}, AttemptAnswers{}, FullEvidence{}}
}
