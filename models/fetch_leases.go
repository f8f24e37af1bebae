package models

import (
	"context"
	"time"

	"github.com/pressly/goose/v3"
	"gorm.io/gorm/clause"
)

// How long a process may hold a fetch without a word: a killed one holds up others for no longer.
const (
	FetchLeaseTime    = 3 * time.Second
	FetchLeaseRenewal = time.Second
)

// fetchLease says which process fetches a query now, so that equal ones of other processes wait for its answer.
type fetchLease struct {
	Query     string `gorm:"primaryKey"`
	Holder    string
	ExpiresAt int64
}

// ClaimFetch reports whether holder may fetch a query: nobody else does, or has not been heard of for too long.
func (s *Store) ClaimFetch(ctx context.Context, query, holder string) (bool, error) {
	now := s.now()
	row := fetchLease{Query: query, Holder: holder, ExpiresAt: micros(now.Add(FetchLeaseTime))}
	res := s.write.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "query"}},
		DoUpdates: clause.AssignmentColumns([]string{"holder", "expires_at"}),
		Where:     clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "fetch_leases.expires_at <= ?", Vars: []any{micros(now)}}}},
	}).Create(&row)
	return res.RowsAffected == 1, dbFault(res.Error)
}

// FetchHeld reports whether somebody fetches a query now.
func (s *Store) FetchHeld(ctx context.Context, query string) (bool, error) {
	var n int64
	err := s.read.WithContext(ctx).Model(&fetchLease{}).Where("query = ? AND expires_at > ?", query, s.nowMicros()).Count(&n).Error
	return n > 0, dbFault(err)
}

// RenewFetch holds a fetch for longer.
func (s *Store) RenewFetch(ctx context.Context, query, holder string) error {
	return dbFault(s.write.WithContext(ctx).Model(&fetchLease{}).Where("query = ? AND holder = ?", query, holder).
		Update("expires_at", micros(s.now().Add(FetchLeaseTime))).Error)
}

// ReleaseFetch lets the others go on at once.
func (s *Store) ReleaseFetch(ctx context.Context, query, holder string) error {
	return dbFault(s.write.WithContext(ctx).Where("query = ? AND holder = ?", query, holder).Delete(&fetchLease{}).Error)
}

// leasesVersion is the migration that makes the table of leases.
const leasesVersion = 10

// leasesMigration makes the table, on PostgreSQL without a log: leases need not outlive a crash, and so no commit waits
// for the disk.
func (s *Store) leasesMigration() *goose.Migration {
	create := "CREATE TABLE fetch_leases (query TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at BIGINT NOT NULL)"
	if s.pg {
		create = "CREATE UNLOGGED TABLE fetch_leases (query TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at BIGINT NOT NULL)"
	}
	return goose.NewGoMigration(leasesVersion,
		&goose.GoFunc{RunTx: statements([]string{create})}, &goose.GoFunc{RunTx: statements([]string{"DROP TABLE fetch_leases"})})
}
