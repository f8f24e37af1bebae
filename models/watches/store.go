// Package watches stores watches: accounts, searches and single items that are looked up repeatedly. A watch has at most
// one run at a time, claimed by a worker under a lease; the results of a run, its event and the time of the next run are
// written in one transaction. The package decides which rows of a list are new, and calls no platform itself. It may
// import models/db, models/alerts, models/billing, models/events, models/history, models/work, internal/apierror and internal/content only.
package watches

import (
	"cmp"

	"socialdata/models/db"
)

// Store reads and changes watches. It is safe for concurrent use.
type Store struct {
	*db.DB
	most int64 // maximum per workspace
}

// DefaultMost is how many watches a workspace may have unless the operator configures another number.
const DefaultMost = 1000

// New returns a Store on an open database. A workspace may have most watches, or DefaultMost if most is 0.
func New(d *db.DB, most int) *Store { return &Store{DB: d, most: int64(cmp.Or(most, DefaultMost))} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Watch{}, Run{}, Item{}, Reach{}, Feed{}, NewsSeen{}} }
