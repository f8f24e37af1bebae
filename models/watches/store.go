// Package watches keeps what workspaces watch: accounts, searches and single items that are looked at again and again. A
// watch has one run at a time, which a worker claims for a while; what a run found, its event and the time of the next run
// are one transaction. It decides what of a list is new and asks no platform itself. It may import models/db,
// models/billing, models/events, internal/apierror and internal/content only.
package watches

import (
	"cmp"

	"socialdata/models/db"
)

// Store reads and changes watches. It is safe for concurrent use.
type Store struct {
	*db.DB
	most int64 // watches of a workspace
}

// DefaultMost is how many watches a workspace may have unless the operator says otherwise.
const DefaultMost = 1000

// New returns the chapter on an open database. A workspace may have most watches, or DefaultMost if most is 0.
func New(d *db.DB, most int) *Store { return &Store{DB: d, most: int64(cmp.Or(most, DefaultMost))} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Watch{}, Run{}, Item{}} }
