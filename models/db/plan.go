package db

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// PlanAnew lets PostgreSQL plan a statement for its values each time: how a frequent word is looked for is wrong for a rare one, and a
// prepared statement that was asked some times has one plan for all.
func (d *DB) PlanAnew(q *gorm.DB) *gorm.DB {
	if d.Pool == nil {
		return q
	}
	q = q.WithContext(q.Statement.Context)
	q.Statement.ConnPool = plannedAnew{q.Statement.ConnPool}
	return q
}

// plannedAnew asks by the protocol's statement without a name, which is planned when its values are known.
type plannedAnew struct{ gorm.ConnPool }

func (p plannedAnew) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.ConnPool.QueryContext(ctx, query, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}

func (p plannedAnew) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return p.ConnPool.QueryRowContext(ctx, query, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}
