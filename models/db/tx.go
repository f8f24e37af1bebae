package db

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
)

// retries bounds how often a transaction that lost against another one is run again.
const retries = 5

// Tx runs f in one transaction on the writing side. f must have no effect outside the database: a serialisation
// failure runs it again. It returns an error of the catalogue or a Signal.
func (d *DB) Tx(ctx context.Context, f func(tx *gorm.DB) error) error { return d.tx(ctx, f) }

func (d *DB) tx(ctx context.Context, f func(tx *gorm.DB) error) error {
	var err error
	for range retries {
		err = d.Write(ctx).Transaction(f)
		if !lostRace(err) {
			break
		}
	}
	d.noteWrite(err)
	return errorOf(2, err)
}

// InTx runs f once, with a context under which everything that is read and written here is part of one transaction: a Tx
// within it is a savepoint. f must not use the context after it has returned.
func (d *DB) InTx(ctx context.Context, f func(ctx context.Context) error) error {
	err := d.Write(ctx).Transaction(func(tx *gorm.DB) error { return f(context.WithValue(ctx, txKey{}, tx)) })
	d.noteWrite(err)
	return errorOf(1, err)
}

type txKey struct{}

// within returns the transaction of a context (InTx), or else one side of the database.
func (d *DB) within(ctx context.Context, side *gorm.DB) *gorm.DB {
	if tx, ok := ctx.Value(txKey{}).(*gorm.DB); ok {
		side = tx
	}
	return side.WithContext(ctx)
}

// QuickTx is Tx for what may be lost in a crash of the database server: PostgreSQL does not wait for the disk, and so
// no other transaction waits for the rows that it holds.
func (d *DB) QuickTx(ctx context.Context, f func(tx *gorm.DB) error) error {
	return d.tx(ctx, func(tx *gorm.DB) error {
		if d.Postgres {
			if err := tx.Exec("SET LOCAL synchronous_commit TO OFF").Error; err != nil {
				return err
			}
		}
		return f(tx)
	})
}

// lostRace reports whether err is a deadlock or serialisation failure, which a repeat mends.
func lostRace(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// One reads a single row into dest; no row is not_found of the resource.
func One(q *gorm.DB, dest any, resource string) error {
	err := q.Take(dest).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return apierror.New(apierror.CodeNotFound, "resource", resource)
	}
	return errorOf(1, err)
}

// FirstError returns err, or otherwise if there is none.
func FirstError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// TxNow returns the time of the transaction's clock as it is stored.
func TxNow(tx *gorm.DB) int64 { return Micros(tx.NowFunc()) }

// IsPostgres reports which of the two databases a statement runs on.
func IsPostgres(tx *gorm.DB) bool { return tx.Name() == "postgres" }

// UpsertReturning lets an insert return, and lock, the row that already has these columns.
func UpsertReturning(columns ...string) clause.OnConflict {
	var c clause.OnConflict
	for _, name := range columns {
		c.Columns = append(c.Columns, clause.Column{Name: name})
	}
	c.DoUpdates = clause.AssignmentColumns(columns[:1])
	return c
}

// TruncateText cuts a text to most bytes and makes it one that both databases store: tools and platforms write any bytes.
func TruncateText(text string, most int) string {
	if len(text) > most {
		text = text[:most]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
