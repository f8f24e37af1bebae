// Package erasures takes out for good what a closed workspace had. It goes through the tables of every chapter in short steps, counts
// what it took, and goes on where it was killed. It may import models/db, models/billing, models/work and internal/apierror only, and
// knows of the other chapters their tables alone.
package erasures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/work"
)

// Store erases. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Erasure{}} }

// Kind is what an erasure is of.
type Kind string

// OfWorkspace is the erasure of a closed workspace.
const OfWorkspace Kind = "workspace"

// Kinds lists every Kind once.
func Kinds() []Kind { return []Kind{OfWorkspace} }

// Erasure is the order to erase, and afterwards the receipt, which holds no content.
type Erasure struct {
	ID          string `gorm:"primaryKey"`
	Kind        Kind
	WorkspaceID string // whose rows are erased
	Digest      string // of what was erased: whoever has its id finds the receipt
	AskedBy     string // user or API key; "" is the operator
	RequestID   string
	Counts      string // rows by table, JSON
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
	ErasedAt    *int64 // nil while it is under way
}

// CountByTable returns how many rows of each table were erased.
func (e Erasure) CountByTable() map[string]int64 {
	counts := map[string]int64{}
	_ = json.Unmarshal([]byte(e.Counts), &counts) // it is written here alone
	return counts
}

// Digest returns what a receipt says in place of an id.
func Digest(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])
}

// Asker is who asks for an erasure, in which request.
type Asker struct{ ID, RequestID string }

// WorkKey is the key of an erasure's work, which is of the kind Housekeeping.
func WorkKey(id string) string { return WorkPrefix + id }

// WorkPrefix begins the keys of erasures in the table of work.
const WorkPrefix = "erase:"

// order writes an erasure and its work.
func (s *Store) order(tx *gorm.DB, e Erasure, by Asker) (*Erasure, error) {
	e.ID, e.AskedBy, e.RequestID, e.Counts, e.CreatedAt = db.NewID(), by.ID, by.RequestID, "{}", db.TxNow(tx)
	if err := tx.Create(&e).Error; err != nil {
		return nil, err
	}
	return &e, work.Put(tx, work.Item{Kind: work.Housekeeping, Key: WorkKey(e.ID), RunAt: e.CreatedAt})
}

// Find reads the receipt of an erasure that somebody asked for, or that was of a workspace's rows.
func (s *Store) Find(ctx context.Context, id, askedBy, workspaceID string) (*Erasure, error) {
	var e Erasure
	q := s.Read(ctx).Where("id = ? AND (asked_by = ? AND asked_by <> '' OR workspace_id = ? AND workspace_id <> '')", id, askedBy, workspaceID)
	if err := db.One(q, &e, "erasure"); err != nil {
		return nil, err
	}
	return &e, nil
}

// Receipt reads any receipt, for the operator.
func (s *Store) Receipt(ctx context.Context, id string) (*Erasure, error) {
	var e Erasure
	if err := db.One(s.DB.Read(ctx).Where("id = ?", id), &e, "erasure"); err != nil {
		return nil, err
	}
	return &e, nil
}
