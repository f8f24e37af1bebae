package db

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/trace"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
)

// retries is how often a transaction is repeated after a serialisation failure.
const retries = 5

// Tx runs f in one write transaction. After a serialisation failure f is run again, so it must have no effects outside
// the database. It returns a catalogue error or a Signal.
func (d *DB) Tx(ctx context.Context, f func(tx *gorm.DB) error) error {
	return errorOf(1, d.tx(ctx, f))
}

func (d *DB) tx(ctx context.Context, f func(tx *gorm.DB) error) error {
	return d.written(ctx, func(ctx context.Context) error { return transaction(d.Write(ctx), f) })
}

// written runs a transaction, again if it lost a race, and notes how it ended.
func (d *DB) written(ctx context.Context, run func(ctx context.Context) error) error {
	ctx, ended := d.marking(ctx)
	err := untilWon(func() error { return unlessFailed(ctx, func() error { return run(ctx) }) })
	d.noteWrite(err)
	ended(err)
	return err
}

// transaction runs f in a transaction, or in a savepoint of the one that tx is.
func transaction(tx *gorm.DB, f func(tx *gorm.DB) error) error {
	var commit trace.Span
	err := tx.Transaction(func(inside *gorm.DB) error {
		err := f(inside)
		if err == nil && !isTx(tx) {
			commit = startCommit(tx)
		}
		return err
	})
	if commit != nil {
		endStatement(commit, err)
	}
	return err
}

// isTx reports whether a statement is part of a transaction.
func isTx(tx *gorm.DB) bool {
	pool := tx.Statement.ConnPool
	if g, gathers := pool.(*gathered); gathers {
		pool = g.ConnPool
	}
	_, is := pool.(gorm.TxCommitter)
	return is
}

// untilWon runs what PostgreSQL may roll back in favour of others, again if it did.
func untilWon(run func() error) (err error) {
	for range retries {
		if err = run(); !lostRace(err) {
			return err
		}
	}
	return err
}

// InTx runs f once, with a context in which all reads and writes are part of one transaction: a nested Tx is a
// savepoint. f must not use the context after it has returned.
func (d *DB) InTx(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, ended := d.marking(ctx)
	err := unlessFailed(ctx, func() error {
		return transaction(d.Write(ctx), func(tx *gorm.DB) error { return f(context.WithValue(ctx, txKey{}, tx)) })
	})
	d.noteWrite(err)
	ended(err)
	return errorOf(1, err)
}

type txKey struct{}

// within returns the transaction in the context (InTx), or side if there is none.
func (d *DB) within(ctx context.Context, side *gorm.DB) *gorm.DB {
	if tx, ok := ctx.Value(txKey{}).(*gorm.DB); ok {
		side = tx
	}
	return side.WithContext(ctx)
}

// QuickTx is Tx for data that may be lost if the database server crashes: PostgreSQL commits without waiting for the
// disk, so the locks are released sooner.
func (d *DB) QuickTx(ctx context.Context, f func(tx *gorm.DB) error) error {
	return errorOf(1, d.quickTx(ctx, f))
}

func (d *DB) quickTx(ctx context.Context, f func(tx *gorm.DB) error) error {
	said := false // with the writes of a Together, so that it costs nothing
	return d.tx(context.WithValue(ctx, quickKey{}, &said), func(tx *gorm.DB) error {
		said = false
		if err := f(tx); err != nil || said || !d.Postgres {
			return err
		}
		return tx.Exec(notWaiting).Error
	})
}

// notWaiting lets a transaction of PostgreSQL commit without waiting for the disk.
const notWaiting = "SELECT set_config('synchronous_commit', 'off', TRUE)"

// lostRace reports whether err is a deadlock or serialisation failure, after which a retry may succeed.
func lostRace(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// One reads a single row into dest; it returns not_found of the resource if there is none.
func One(q *gorm.DB, dest any, resource string) error { return errorOf(1, one(q, dest, resource)) }

// Find returns a single row. It returns not_found of the resource, and no row, if there is none; other errors are those of Error.
func Find[T any](q *gorm.DB, resource string) (*T, error) {
	var row T
	if err := one(q, &row, resource); err != nil {
		return nil, errorOf(1, err)
	}
	return &row, nil
}

func one(q *gorm.DB, dest any, resource string) error {
	err := q.Take(dest).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return apierror.New(apierror.CodeNotFound, "resource", resource)
	}
	return err
}

// First returns the first row of a query, nil if there is none, or the error of the statement as it is.
func First[T any](q *gorm.DB) (*T, error) {
	rows := make([]T, 0, 1) // GORM would make room for 20
	if err := q.Limit(1).Find(&rows).Error; err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// Changed returns the error of a write as it is, which inside a transaction tells whether to run it again, or none if no row changed.
// Outside a transaction Error has to turn it into a catalogue error. Inside Together no write is known to have changed a row.
func Changed(write *gorm.DB, none error) error {
	if write.Error == nil && write.RowsAffected == 0 {
		return none
	}
	return write.Error
}

// FirstError returns err, or otherwise if err is nil.
func FirstError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// TxNow returns the time of the transaction's clock in the stored form.
func TxNow(tx *gorm.DB) int64 { return Micros(tx.NowFunc()) }

// IsPostgres reports whether a statement runs on PostgreSQL.
func IsPostgres(tx *gorm.DB) bool { return tx.Name() == "postgres" }

// UpsertReturning makes an insert that conflicts in these columns return and lock the existing row.
func UpsertReturning(columns ...string) clause.OnConflict {
	var c clause.OnConflict
	for _, name := range columns {
		c.Columns = append(c.Columns, clause.Column{Name: name})
	}
	c.DoUpdates = clause.AssignmentColumns(columns[:1])
	return c
}

// TruncateText cuts a text to at most so many bytes and removes what a database cannot store: foreign text may contain any bytes.
func TruncateText(text string, most int) string {
	if len(text) > most {
		text = text[:most]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
