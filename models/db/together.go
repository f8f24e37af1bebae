package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"
)

// Together runs the writes of f in as few round trips as possible: on PostgreSQL they are parts of one statement (WITH), and SQLite, which is
// no trip away, runs them one by one. Nobody can tell but by the time that it takes: what names a table written before, and a write that
// returns rows, wait until all that came before was sent. f must not ask how many rows a write changed, because it is told 0.
func Together(tx *gorm.DB, f func(tx *gorm.DB) error) error {
	if _, nested := tx.Statement.ConnPool.(*gathered); nested || !IsPostgres(tx) {
		return f(tx)
	}
	g := &gathered{ConnPool: tx.Statement.ConnPool, tx: tx}
	if err := f(g.session()); err != nil {
		return FirstError(g.failed, err)
	}
	return g.send()
}

// QuickWrites runs writes that are all of a transaction whose data may be lost if the database server crashes: see QuickTx. On PostgreSQL
// they are one statement, without begin and commit, so each may write another table; f must neither read nor ask how many rows it changed.
func (d *DB) QuickWrites(ctx context.Context, f func(tx *gorm.DB) error) error {
	if _, within := ctx.Value(txKey{}).(*gorm.DB); within || !d.Postgres {
		return errorOf(1, d.quickTx(ctx, f))
	}
	said := false
	return errorOf(1, d.written(context.WithValue(ctx, quickKey{}, &said), func(ctx context.Context) error {
		said = false
		tx := d.Write(ctx)
		g := &gathered{ConnPool: tx.Statement.ConnPool, tx: tx, only: true}
		if err := f(g.session()); err != nil {
			return err
		}
		return g.send()
	}))
}

// errNotTogether means that writes which are to be one statement are not.
const errNotTogether = Signal("a read, or a second write of a table, among writes that are one statement")

// mostTogether is how many values writes have that are sent together: PostgreSQL takes 65,535.
const mostTogether = 20_000

// gathered is a connection that keeps writes until they are sent.
type gathered struct {
	gorm.ConnPool

	tx      *gorm.DB // that sends
	only    bool     // everything must be sent at once
	waiting []string // statements
	values  [][]any  // of each
	tables  []string // that each writes
	failed  error    // of a write that was sent before a read
	took    bool     // the last statement waits, so it is not traced as one that ran
}

var (
	writeOf = regexp.MustCompile(`^(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)`)
	names   = regexp.MustCompile(`\w+`)
	numbers = regexp.MustCompile(`\$\d+`)
)

func (g *gathered) session() *gorm.DB {
	tx := g.tx.Session(&gorm.Session{NewDB: true, Context: g.tx.Statement.Context})
	tx.Statement.ConnPool = g
	return tx
}

// ExecContext implements gorm.ConnPool: a write waits.
func (g *gathered) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	g.took = false
	write := writeOf.FindStringSubmatch(query)
	if write == nil {
		if err := g.sendEarly(); err != nil {
			return nil, err
		}
		return g.ConnPool.ExecContext(ctx, query, args...)
	}
	count := len(args)
	for _, v := range g.values {
		count += len(v)
	}
	if count > mostTogether || g.concerns(query) {
		if err := g.sendEarly(); err != nil {
			return nil, err
		}
	}
	g.waiting, g.values, g.tables, g.took = append(g.waiting, query), append(g.values, args), append(g.tables, write[1]), true
	return driver.RowsAffected(0), nil
}

// concerns reports whether a statement names a table that a waiting one writes.
func (g *gathered) concerns(query string) bool {
	return slices.ContainsFunc(names.FindAllString(query, -1), func(name string) bool { return slices.Contains(g.tables, name) })
}

// QueryContext implements gorm.ConnPool.
func (g *gathered) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := g.beforeRows(query); err != nil {
		return nil, err
	}
	return g.ConnPool.QueryContext(ctx, query, args...)
}

// QueryRowContext implements gorm.ConnPool. GORM asks so where a caller wants a row, which has no error of what came before.
func (g *gathered) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if g.beforeRows(query) != nil {
		ended, end := context.WithCancel(ctx)
		end()
		ctx = ended
	}
	return g.ConnPool.QueryRowContext(ctx, query, args...)
}

// beforeRows prepares for a statement that returns rows.
func (g *gathered) beforeRows(query string) error {
	g.took = false
	if !g.only && !writes.MatchString(query) && !g.concerns(query) {
		return nil
	}
	return g.sendEarly()
}

// sendEarly sends what waits before something that must come after it.
func (g *gathered) sendEarly() error {
	if g.only {
		return errNotTogether
	}
	g.failed = g.send()
	return g.failed
}

// send sends what waits as parts of one statement. PostgreSQL runs the last part first, as it has always done: turned round, they run
// in the order in which they were written, so that rows are locked in one order by all. Nothing but that depends on it.
func (g *gathered) send() error {
	if len(g.waiting) == 0 {
		return nil
	}
	query := "SELECT 1"
	if said, quick := g.tx.Statement.Context.Value(quickKey{}).(*bool); quick && !*said {
		query, *said = notWaiting, true
	} else if len(g.waiting) == 1 {
		return g.exec(g.waiting[0])
	}
	slices.Reverse(g.waiting)
	slices.Reverse(g.values)
	parts := make([]string, len(g.waiting))
	for n, write := range g.waiting {
		parts[n] = "w" + strconv.Itoa(n) + " AS (" + write + ")"
	}
	return g.exec("WITH " + strings.Join(parts, ", ") + " " + query)
}

// exec runs a statement whose values are numbered by their order.
func (g *gathered) exec(query string) error {
	values := slices.Concat(g.values...)
	g.waiting, g.values, g.tables = nil, nil, nil
	return g.tx.Session(&gorm.Session{NewDB: true}).Exec(numbers.ReplaceAllString(query, "?"), values...).Error
}
