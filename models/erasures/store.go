// Package erasures permanently deletes the data of closed workspaces, and what is kept of one account of a platform. It works
// through the tables of all other packages in short steps, counts what it deletes, and continues after an interruption. It may
// import models/db, models/billing, models/events, models/references, models/work and internal/apierror only, and knows only the
// tables of the other packages.
package erasures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/work"
)

// Store erases. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Erasure{}, erasureName{}} }

// Kind is the kind of an erasure.
type Kind string

// The erasure of a closed workspace, and that of what is kept of one account of a platform.
const (
	OfWorkspace Kind = "workspace"
	OfAccount   Kind = "account"
)

// Kinds lists every Kind once.
func Kinds() []Kind { return []Kind{OfWorkspace, OfAccount} }

// Erasure is the order to erase and later the receipt, which contains no erased content.
type Erasure struct {
	ID          string `gorm:"primaryKey"`
	Kind        Kind
	WorkspaceID string // whose rows are erased; "" of an account in all workspaces
	Subject     string // natural id of the account while it is being erased; "" otherwise
	Progress    string // how far the erasure of an account is, JSON; "" otherwise
	Digest      string // of the id of what was erased: whoever knows the id can find the receipt
	AskedBy     string // user or API key; "" is the operator
	RequestID   string
	Counts      string // rows by table, JSON
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
	ErasedAt    *int64 // nil while it is under way
}

// CountByTable returns how many rows of each table were erased.
func (e Erasure) CountByTable() map[string]int64 {
	counts := db.FromJSON[map[string]int64](e.Counts)
	if counts == nil {
		return map[string]int64{}
	}
	return counts
}

// Digest returns the value that a receipt stores instead of an id.
func Digest(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])
}

// Asker is who requests an erasure, and in which request.
type Asker struct{ ID, RequestID string }

// WorkKey returns the key of an erasure's work, whose kind is Housekeeping.
func WorkKey(id string) string { return WorkPrefix + id }

// WorkPrefix is the prefix of erasures' keys in the table of work.
const WorkPrefix = "erase:"

// order writes an erasure and its work.
func (s *Store) order(tx *gorm.DB, e Erasure, by Asker) (*Erasure, error) {
	e.ID, e.AskedBy, e.RequestID, e.Counts, e.CreatedAt = db.NewID(), by.ID, by.RequestID, "{}", db.TxNow(tx)
	if err := tx.Create(&e).Error; err != nil {
		return nil, err
	}
	return &e, work.Put(tx, work.Item{Kind: work.Housekeeping, Key: WorkKey(e.ID), RunAt: e.CreatedAt})
}

// Find returns an erasure that askedBy requested or that is of workspaceID.
func (s *Store) Find(ctx context.Context, id, askedBy, workspaceID string) (*Erasure, error) {
	q := s.Read(ctx).Where("id = ? AND (asked_by = ? AND asked_by <> '' OR workspace_id = ? AND workspace_id <> '')", id, askedBy, workspaceID)
	return db.Find[Erasure](q, "erasure")
}

// Receipt returns any erasure, for the operator.
func (s *Store) Receipt(ctx context.Context, id string) (*Erasure, error) {
	return db.Find[Erasure](s.DB.Read(ctx).Where("id = ?", id), "erasure")
}
