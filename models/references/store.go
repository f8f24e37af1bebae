// Package references stores what a workspace saved: references with their annotations, tags, search index, holds and
// media. It may not fetch: what it stores is handed to it.
package references

import "socialdata/models/db"

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct {
	*db.DB

	near nearSets
}

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any {
	return []any{Content{}, Reference{}, Media{}, referenceTag{}, referenceSourceTag{}, Stamp{}, PictureHash{}, Meaning{}, passageRow{}}
}
