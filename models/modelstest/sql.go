package modelstest

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"socialdata/models"
)

// Capture calls seen for every top-level read that GORM runs from now on; nested statements are ignored.
func Capture(t testing.TB, s *models.Store, seen func(sql string, vars []any)) {
	t.Helper()
	hook := func(tx *gorm.DB) {
		if sql := tx.Statement.SQL.String(); !tx.DryRun && strings.HasPrefix(sql, "SELECT") || strings.HasPrefix(sql, "WITH") {
			seen(sql, append([]any{}, tx.Statement.Vars...))
		}
	}
	for _, err := range []error{s.Read(context.Background()).Callback().Query().After("gorm:query").Register("capture", hook), s.Read(context.Background()).Callback().Row().After("gorm:row").Register("capture", hook)} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Run runs a statement of a test.
func Run(t testing.TB, s *models.Store, sql string, vars ...any) {
	t.Helper()
	if err := s.Write(context.Background()).Exec(sql, vars...).Error; err != nil {
		t.Fatal(err)
	}
}

var (
	pgNode     = regexp.MustCompile(`(Index Only Scan|Index Scan|Bitmap Index Scan|Seq Scan|Sort)( Backward)?( using \w+)?( on \w+)?`)
	sqliteNode = regexp.MustCompile(`(SCAN|SEARCH|USE TEMP B-TREE).*`)
)

// Plan returns the database's plan for a statement: one line per scan or sort.
func Plan(t testing.TB, s *models.Store, sql string, vars []any) string {
	t.Helper()
	explain, node := "EXPLAIN QUERY PLAN ", sqliteNode
	if s.Postgres {
		explain, node = "EXPLAIN (COSTS OFF) ", pgNode
	}
	db, err := s.Read(context.Background()).DB()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.QueryContext(context.Background(), explain+sql, vars...)
	if err != nil {
		t.Fatalf("%v in %s", err, sql)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	var b strings.Builder
	for rows.Next() {
		values := make([]any, len(columns))
		for n := range values {
			values[n] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		if line := node.FindString(fmt.Sprint(*values[len(values)-1].(*any))); line != "" {
			b.WriteString("  " + line + "\n")
		}
	}
	return b.String()
}

// Try runs a statement and returns its error as callers of the store get it.
func Try(ctx context.Context, s *models.Store, sql string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return tx.Exec(sql).Error })
}

// CountRows counts a table.
func CountRows(t testing.TB, s *models.Store, table string) (n int64) {
	t.Helper()
	if err := s.Read(context.Background()).Raw("SELECT COUNT(*) FROM " + table).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// KilledAfter returns a context that is cancelled right before statement n+1 that runs under it.
func KilledAfter(t testing.TB, s *models.Store, n int) context.Context {
	t.Helper()
	if s.Write(t.Context()).Callback().Update().Get(killHook) == nil {
		t.Fatal("the store was not opened by modelstest: nothing would be killed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	k := &kill{cancel: cancel}
	k.left.Store(int64(n))
	return context.WithValue(ctx, killed{}, k)
}

// kill is the value of a context that KilledAfter returns: how many statements may still run.
type kill struct {
	left   atomic.Int64
	cancel context.CancelFunc
}

const killHook = "killed after"

// countStatements lets KilledAfter count. It is registered before a store is used: the reads of a worker that was killed
// may still run while the next one begins, and GORM's callbacks may not change under them.
func countStatements(t testing.TB, s *models.Store) {
	t.Helper()
	hook := func(tx *gorm.DB) {
		if k, ok := tx.Statement.Context.Value(killed{}).(*kill); ok && k.left.Add(-1) < 0 {
			k.cancel()
		}
	}
	c := s.Write(t.Context()).Callback()
	for _, err := range []error{c.Query().Before("gorm:query").Register(killHook, hook), c.Row().Before("gorm:row").Register(killHook, hook), c.Raw().Before("gorm:raw").Register(killHook, hook),
		c.Update().Before("gorm:update").Register(killHook, hook)} {
		Must(t, err)
	}
}

type killed struct{} // the key of a context's kill
