// Package work is the table of all work that must not be lost: each row is due at a time, is claimed under a lease by one worker,
// and is deleted when it is done. It may import models/db and internal/apierror only, and does not know what a kind means.
//
// Imports are not in it. The row of an import is the work: customers see its state, each attempt and the stages of each, a stage
// is a checkpoint at which the next worker goes on, and one guarded transition moves state, lease, charge and reference together
// (models/imports/transition.go). A second row would duplicate that state, and could contradict it.
package work

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// Store claims work. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Job{}} }

// Job is a row of work. A row is there until it was done, given up or cancelled.
type Job struct {
	Kind        Kind   `gorm:"primaryKey"`
	Key         string `gorm:"primaryKey"` // what it is about: an id, or the name of a pass
	Tenant      string // workspace; "" where there is none
	RunAt       int64  // when it is due; while it runs, when its lease ends
	AgainAt     *int64 // set if it was put again while it ran
	Attempt     int64  // runs since the last success, including this one
	LeaseHolder string // "" while no worker has it
	LastError   string // error code of the last failed run
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
}

// Item is work to be put into the table.
type Item struct {
	Kind        Kind
	Key, Tenant string
	RunAt       int64
}

// Put adds work to the table, in the transaction of its cause. If it is there already, the earlier time counts; if it is running,
// it runs again afterwards.
func Put(tx *gorm.DB, list ...Item) error {
	return insert(tx, list, clause.OnConflict{Columns: []clause.Column{{Name: "kind"}, {Name: "key"}}, DoUpdates: clause.Assignments(map[string]any{
		"again_at": gorm.Expr("CASE WHEN jobs.lease_holder = '' THEN NULL WHEN jobs.again_at < excluded.run_at THEN jobs.again_at ELSE excluded.run_at END"),
		"run_at":   gorm.Expr("CASE WHEN jobs.lease_holder = '' AND excluded.run_at < jobs.run_at THEN excluded.run_at ELSE jobs.run_at END"),
	})})
}

// Ensure adds work to the table unless it is there.
func Ensure(tx *gorm.DB, list ...Item) error {
	return insert(tx, list, clause.OnConflict{DoNothing: true})
}

func insert(tx *gorm.DB, list []Item, conflict clause.OnConflict) error {
	if len(list) == 0 {
		return nil
	}
	db.LeavesWork(tx)
	now := db.TxNow(tx)
	rows := make([]Job, len(list))
	for n, i := range list {
		rows[n] = Job{Kind: i.Kind, Key: i.Key, Tenant: i.Tenant, RunAt: i.RunAt, CreatedAt: now}
	}
	return tx.Clauses(conflict).CreateInBatches(&rows, 200).Error
}

// Ensure is the function of that name in a transaction of its own.
func (s *Store) Ensure(ctx context.Context, list ...Item) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return Ensure(tx, list...) })
}
