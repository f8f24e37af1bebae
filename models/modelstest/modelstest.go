// Package modelstest gives tests real, migrated, empty databases: SQLite always, and PostgreSQL if it is installed, on a
// private temporary server. Only tests import it.
package modelstest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Secrets returns the secret keys of test stores.
func Secrets() [][]byte { return [][]byte{bytes.Repeat([]byte{7}, 32)} }

// Clock is a clock that a test can advance. It starts at the real time.
type Clock struct{ offset atomic.Int64 }

// Now returns the clock's time.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// Add advances the clock.
func (c *Clock) Add(d time.Duration) { c.offset.Add(int64(d)) }

// removes reports whether Main runs the tests.
var removes bool

// Main runs a package's tests and then removes what they started, and what is the package's own: func TestMain(m *testing.M) {
// modelstest.Main(m) }.
func Main(m *testing.M, own ...func()) {
	removes = true
	code := m.Run()
	for _, remove := range own {
		remove()
	}
	instance.stop()
	templates.remove()
	os.Exit(code)
}

// Each runs f on every available database, as sub-tests named after them; with the race detector on PostgreSQL only. In
// CI both must be available.
func Each(t *testing.T, f func(t *testing.T, s *models.Store, clock *Clock)) {
	t.Helper()
	if !removes {
		t.Fatal("TestMain does not call modelstest.Main: the databases would stay")
	}
	t.Run("on", func(t *testing.T) { // a group, so that Each returns only when both have ended
		t.Run("sqlite", func(t *testing.T) {
			if skipSQLite() {
				t.Skip("under the race detector on PostgreSQL alone")
			}
			t.Parallel()
			clock := &Clock{}
			f(t, SQLite(t, clock), clock)
		})
		t.Run("postgres", func(t *testing.T) {
			t.Parallel()
			clock := &Clock{}
			f(t, Postgres(t, clock), clock)
		})
	})
}

// EachBench runs f on both databases, one after the other, as sub-benchmarks named after them.
func EachBench(b *testing.B, f func(b *testing.B, s *models.Store, clock *Clock)) {
	b.Helper()
	for name, open := range map[string]func(testing.TB, *Clock) *models.Store{"sqlite": SQLite, "postgres": Postgres} {
		b.Run(name, func(b *testing.B) {
			clock := &Clock{}
			f(b, open(b, clock), clock)
		})
	}
}

// SQLite returns an empty store in a directory of the test.
func SQLite(t testing.TB, clock *Clock) *models.Store {
	t.Helper()
	dir := memory(t)
	templates.copySQLite(t, dir)
	return open(t, "", dir, clock)
}

// Folder returns a data folder for a program, in memory if there is space; if wanted with a migrated, empty SQLite database.
func Folder(t testing.TB, database bool) string {
	t.Helper()
	dir := memory(t)
	if database {
		templates.copySQLite(t, dir)
	}
	return dir
}

// memory returns a directory of the test, in memory if there is space: SQLite waits for the disk at each commit.
func memory(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(fastFolder(), "socialdata-test")
	Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Postgres returns an empty store on a database of its own; it skips the test if PostgreSQL is not available.
func Postgres(t testing.TB, clock *Clock) *models.Store {
	t.Helper()
	return open(t, MigratedURL(t), "", clock)
}

var databases atomic.Int64

// PostgresURL returns the address of a new, empty database, which is dropped when the test ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return newDatabase(t, postgresServer(t), emptyTemplate)
}

// MigratedURL returns the address of a new database with empty tables, which is dropped when the test ends.
func MigratedURL(t testing.TB) string {
	t.Helper()
	base := postgresServer(t)
	return newDatabase(t, base, templates.postgres(t, base))
}

// postgresServer returns the address of this process's server; it skips the test if there is none.
func postgresServer(t testing.TB) string {
	t.Helper()
	base := os.Getenv("TEST_DATABASE_URL")
	if base == "" {
		var err error
		if base, err = instance.start(); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("PostgreSQL is needed here: %v", err)
			}
			t.Skipf("no PostgreSQL: %v", err)
		}
	}
	return base
}

// newDatabase copies a template and returns the address of the copy, which is dropped when the test ends.
func newDatabase(t testing.TB, base, template string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	createDatabase(t, base, name, template)
	t.Cleanup(func() { admin(t, base, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return databaseAt(base, name)
}

// databaseAt returns the address of a database on the server base.
func databaseAt(base, name string) string {
	path, query, _ := strings.Cut(base, "?")
	return path[:strings.LastIndexByte(path, '/')+1] + name + "?" + query
}

// emptyTemplate is PostgreSQL's own template of an empty database.
const emptyTemplate = "template1"

// createDatabase copies a template file by file, which costs a quarter of copying it through the write-ahead log, the
// default since PostgreSQL 15. Earlier versions always copy files.
func createDatabase(t testing.TB, base, name, template string) {
	t.Helper()
	conn := connectAdmin(t, base)
	statement := "CREATE DATABASE " + name + " TEMPLATE " + template
	if major, _, _ := strings.Cut(conn.PgConn().ParameterStatus("server_version"), "."); len(major) == 2 && major >= "15" {
		statement += " STRATEGY file_copy"
	}
	run(t, conn, statement)
}

// admin runs a statement as the server's owner.
func admin(t testing.TB, base, statement string) {
	t.Helper()
	run(t, connectAdmin(t, base), statement)
}

// adminWithin is the time limit of one administrative statement.
const adminWithin = 30 * time.Second

func connectAdmin(t testing.TB, base string) *pgx.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), adminWithin)
	defer cancel()
	conn, err := pgx.Connect(ctx, base)
	if err != nil {
		t.Fatalf("connect to PostgreSQL: %v", err)
	}
	return conn
}

// run runs a statement and closes the connection.
func run(t testing.TB, conn *pgx.Conn, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), adminWithin)
	defer cancel()
	_, err := conn.Exec(ctx, statement)
	_ = conn.Close(ctx)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// OpenAt opens and migrates a database, by address or directory; nil prices are the standard ones.
func OpenAt(t testing.TB, url, dir string, clock *Clock, prices *billing.Prices) *models.Store {
	t.Helper()
	s := connect(t, url, dir, clock, prices)
	Must(t, s.Migrate(context.Background()))
	guardStates(t, s)
	return s
}

// open opens a migrated database.
func open(t testing.TB, url, dir string, clock *Clock) *models.Store {
	t.Helper()
	s := connect(t, url, dir, clock, nil)
	guardStates(t, s)
	return s
}

func connect(t testing.TB, url, dir string, clock *Clock, prices *billing.Prices) *models.Store {
	t.Helper()
	if clock == nil {
		clock = &Clock{}
	}
	s, err := models.Open(context.Background(), models.Options{Options: db.Options{URL: url, DataDir: dir, Clock: clock.Now, Secrets: Secrets()}, Prices: prices,
		Cost: accounts.PasswordCost{KiB: 64, Passes: 1}})
	if err != nil {
		t.Fatal(err)
	}
	countStatements(t, s)
	t.Cleanup(func() { _ = s.Close() })
	return s
}
