package models

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
)

// retries bounds how often a transaction that lost against another one is run again.
const retries = 5

// tx runs f in one transaction on the writing side. f must have no effect outside the database: a serialisation
// failure runs it again. Its error becomes a fault.
func (s *Store) tx(ctx context.Context, f func(tx *gorm.DB) error) error {
	var err error
	for range retries {
		err = s.write.WithContext(ctx).Transaction(f)
		if !lostRace(err) {
			break
		}
	}
	s.noteWrite(err)
	return dbFault(err)
}

// quickTx is tx for what may be lost in a crash of the database server: PostgreSQL does not wait for the disk, and so
// nobody else waits for the rows that it holds.
func (s *Store) quickTx(ctx context.Context, f func(tx *gorm.DB) error) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		if s.pg {
			if err := tx.Exec("SET LOCAL synchronous_commit TO OFF").Error; err != nil {
				return err
			}
		}
		return f(tx)
	})
}

// lostRace tells a deadlock or serialisation failure, which a repeat mends.
func lostRace(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// one reads a single row into dest; no row is not_found of the resource.
func one(q *gorm.DB, dest any, resource string) error {
	err := q.Take(dest).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return apierror.New(apierror.CodeNotFound, "resource", resource)
	}
	return dbFault(err)
}
