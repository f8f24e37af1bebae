// Package idempotency stores the answers of POSTs that create something, so that a repeated request creates nothing
// again. It may import models/db and the catalogue of errors only. An answer is stored in the transaction of what it
// created, so one never exists without the other.
package idempotency

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Life is how long an answer is kept.
const Life = 24 * time.Hour

// Key is an answer under the Idempotency-Key of a workspace, or of a person if the request has no workspace.
type Key struct {
	WorkspaceID string `gorm:"primaryKey"`
	Name        string `gorm:"primaryKey"`
	Fingerprint string // the same for equal requests
	ImportID    string // "" unless an import was created
	Status      int
	Body        []byte // of an import as answered, otherwise sealed
	ExpiresAt   int64
}

// TableName implements GORM's Tabler: these are not API keys.
func (Key) TableName() string { return "idempotency_keys" }

// Find returns the answer to an equal request, or nil if the name is free at the time now. A different request under the
// name is idempotency_conflict.
func Find(tx *gorm.DB, workspaceID, name, fingerprint string, now int64) (*Key, error) {
	k, err := db.First[Key](tx.Where("workspace_id = ? AND name = ? AND expires_at > ?", workspaceID, name, now))
	if err == nil && k != nil && k.Fingerprint != fingerprint {
		return nil, apierror.New(apierror.CodeIdempotencyConflict, "reason", "payload_mismatch")
	}
	return k, err
}

// Keep stores an answer for the time Life, replacing an expired one.
func Keep(tx *gorm.DB, k Key, now time.Time) error {
	k.ExpiresAt = db.Micros(now.Add(Life))
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&k).Error
}

// Rows returns a row of each table.
func Rows() []any { return []any{Key{}} }

// Answer is the answer to a request.
type Answer struct {
	Status   int
	Body     []byte
	Replayed bool // it was stored before, and nothing was done now
}

// Store runs requests at most once.
type Store struct{ *db.DB }

// New returns a store over a database.
func New(d *db.DB) *Store { return &Store{d} }

// errNotMade rolls back a transaction whose request was refused.
const errNotMade = db.Signal("nothing was made")

// Once runs act for the first of equal requests under a name, in one transaction with storing its answer, and returns
// the stored answer to the others; concurrent ones wait for it. What act does with its context is part of the
// transaction. made is false for a refusal, which rolls everything back and is not stored.
func (s *Store) Once(ctx context.Context, workspaceID, name, fingerprint string, act func(context.Context) (a Answer, made bool)) (a Answer, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		tx, now := s.Write(ctx), s.Now()
		if err := claim(tx, Key{WorkspaceID: workspaceID, Name: name, Fingerprint: fingerprint}, now); err != nil {
			return err
		}
		kept, err := Find(tx, workspaceID, name, fingerprint, db.Micros(now))
		if err != nil {
			return err
		}
		if kept != nil && kept.Status != 0 {
			a = Answer{Status: kept.Status, Replayed: true}
			return s.Secrets.Open(sealedAs(workspaceID, name), string(kept.Body), &a.Body)
		}
		made := false
		if a, made = act(ctx); !made {
			return errNotMade
		}
		sealed, err := s.Secrets.Seal(sealedAs(workspaceID, name), a.Body)
		if err != nil {
			return err
		}
		return tx.Model(&Key{}).Where("workspace_id = ? AND name = ?", workspaceID, name).Updates(map[string]any{"status": a.Status, "body": []byte(sealed)}).Error
	})
	if err == errNotMade { //nolint:errorlint // a signal is returned unwrapped
		return a, nil
	}
	return a, err
}

// claim inserts the row of a name unless it has an unexpired one; a concurrent equal request waits for this transaction.
func claim(tx *gorm.DB, k Key, now time.Time) error {
	return tx.Exec(`INSERT INTO idempotency_keys (workspace_id, name, fingerprint, import_id, status, body, expires_at) VALUES (?, ?, ?, '', 0, ?, ?)
		ON CONFLICT (workspace_id, name) DO UPDATE SET fingerprint = excluded.fingerprint, import_id = '', status = 0, body = excluded.body,
			expires_at = excluded.expires_at
		WHERE idempotency_keys.expires_at <= ?`, k.WorkspaceID, k.Name, k.Fingerprint, []byte{}, db.Micros(now.Add(Life)), db.Micros(now)).Error
}

// sealedAs ties a sealed answer to its row.
func sealedAs(workspaceID, name string) string { return "answer " + workspaceID + " " + name }
