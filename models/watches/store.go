// Package watches keeps what workspaces watch: accounts, searches and single items that are looked at again and again. A
// watch has one run at a time, which a worker claims for a while; what a run found, its event and the time of the next run
// are one transaction. It decides what of a list is new and asks no platform itself. It may import models/db,
// models/billing, models/events, internal/apierror and internal/content only.
package watches

import "socialdata/models/db"

// Store reads and changes watches. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Watch{}, Run{}, Item{}} }
