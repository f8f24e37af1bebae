// Package boards stores boards, collections of a workspace's references: a manual board holds references in an order
// that people choose, a smart board holds a filter that is applied whenever the board is read. A reference may be on
// several boards. It may import models/db, models/billing, models/references and internal/apierror only. Package
// operations writes and reads the filter; this package only stores it.
package boards

import (
	"socialdata/models/db"
	"socialdata/models/references"
)

// Kind is what selects the references of a board.
type Kind string

// The kinds: people add references to a manual board, a filter selects those of a smart one.
const (
	Manual Kind = "manual"
	Smart  Kind = "smart"
)

// Kinds lists every Kind once.
func Kinds() []Kind { return []Kind{Manual, Smart} }

// Limits on a workspace's boards, and on the references on a manual one.
const (
	MostBoards     = 500
	MostReferences = 5000
)

// Board is a collection of references.
type Board struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Name        string
	Description string
	Kind        Kind
	Filter      string // JSON; "" for a manual board
	Sort        references.Sort
	Revision    int64
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	UpdatedAt   int64 `gorm:"autoUpdateTime:false"`
}

// Placed is a reference on a manual board.
type Placed struct {
	BoardID     string `gorm:"primaryKey"`
	ReferenceID string `gorm:"primaryKey"`
	Place       int64
	AddedAt     int64
}

// TableName names GORM's table.
func (Placed) TableName() string { return "board_references" }

// Store reads and changes boards. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Board{}, Placed{}} }
