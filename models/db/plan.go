package db

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// PlanAnew makes PostgreSQL plan a statement for its actual values each time. A prepared statement gets one generic plan
// after a few runs, and a plan that is good for a frequent word is bad for a rare one.
func (d *DB) PlanAnew(q *gorm.DB) *gorm.DB {
	if d.Pool == nil {
		return q
	}
	q = q.WithContext(q.Statement.Context)
	q.Statement.ConnPool = plannedAnew{q.Statement.ConnPool}
	return q
}

// plannedAnew runs statements as the protocol's unnamed statement, which is planned with its values.
type plannedAnew struct{ gorm.ConnPool }

func (p plannedAnew) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.ConnPool.QueryContext(ctx, query, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}

func (p plannedAnew) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return p.ConnPool.QueryRowContext(ctx, query, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}
