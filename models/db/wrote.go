package db

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"gorm.io/gorm"
)

// Wrote reports whether anything was written to the database with a context, by statements that were not rolled back.
type Wrote struct{ rows atomic.Bool }

// Any reports whether something was written so far.
func (w *Wrote) Any() bool { return w.rows.Load() }

type wroteKey struct{}

// NoteWrites returns a context whose writes are noted. Callers that have many ways to do nothing are so told apart
// from those that did something, without asking each of them.
func NoteWrites(ctx context.Context) (context.Context, *Wrote) {
	w := &Wrote{}
	return context.WithValue(ctx, wroteKey{}, w), w
}

// unlessFailed runs a transaction and forgets what it noted if it was rolled back.
func unlessFailed(ctx context.Context, run func() error) error {
	w, noted := ctx.Value(wroteKey{}).(*Wrote)
	if !noted {
		return run()
	}
	before := w.rows.Load()
	err := run()
	if err != nil {
		w.rows.Store(before)
	}
	return err
}

// noteStatements marks the Wrote of a context after each GORM statement that changed rows.
func noteStatements(g *gorm.DB) error {
	changed := func(tx *gorm.DB) {
		if w, ok := tx.Statement.Context.Value(wroteKey{}).(*Wrote); ok && tx.Error == nil && tx.RowsAffected > 0 && !tx.DryRun {
			w.rows.Store(true)
		}
	}
	returned := func(tx *gorm.DB) { // a change that returns rows is a query to GORM
		if sql := tx.Statement.SQL.String(); strings.HasPrefix(sql, "INSERT") || strings.HasPrefix(sql, "UPDATE") || strings.HasPrefix(sql, "DELETE") {
			changed(tx)
		}
	}
	c := g.Callback()
	return errors.Join(
		c.Create().After("gorm:create").Register("wrote:create", changed), c.Update().After("gorm:update").Register("wrote:update", changed),
		c.Delete().After("gorm:delete").Register("wrote:delete", changed), c.Raw().After("gorm:raw").Register("wrote:raw", changed),
		c.Query().After("gorm:query").Register("wrote:query", returned), c.Row().After("gorm:row").Register("wrote:row", returned),
	)
}
