// Package modelstest gives tests real, migrated, empty databases: SQLite always, and PostgreSQL where it can be found,
// on a private throw-away instance. Only tests import it.
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
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Secrets are the keys that test stores sign with.
func Secrets() [][]byte { return [][]byte{bytes.Repeat([]byte{7}, 32)} }

// Clock is a clock that a test moves. It starts at the real time, so that times look like today's.
type Clock struct{ offset atomic.Int64 }

// Now is the clock's time.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// Add moves the clock.
func (c *Clock) Add(d time.Duration) { c.offset.Add(int64(d)) }

// Main runs a package's tests and ends what they started: func TestMain(m *testing.M) { modelstest.Main(m) }.
func Main(m *testing.M) {
	code := m.Run()
	instance.stop()
	os.Exit(code)
}

// Each runs f on every database that can be found, as sub-tests named after it. In CI none may be missing.
func Each(t *testing.T, f func(t *testing.T, s *models.Store, clock *Clock)) {
	t.Helper()
	t.Run("on", func(t *testing.T) { // the group: Each returns when both are done
		t.Run("sqlite", func(t *testing.T) {
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

// SQLite is an empty store in a folder of the test.
func SQLite(t testing.TB, clock *Clock) *models.Store {
	t.Helper()
	return open(t, "", t.TempDir(), clock)
}

// Postgres is an empty store on a database of its own; the test is skipped where there is no PostgreSQL.
func Postgres(t testing.TB, clock *Clock) *models.Store {
	t.Helper()
	return open(t, PostgresURL(t), "", clock)
}

var databases atomic.Int64

// PostgresURL is the address of a new, empty database, dropped at the test's end.
func PostgresURL(t testing.TB) string {
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
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	admin(t, base, "CREATE DATABASE "+name)
	t.Cleanup(func() { admin(t, base, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	path, query, _ := strings.Cut(base, "?")
	return path[:strings.LastIndexByte(path, '/')+1] + name + "?" + query
}

func admin(t testing.TB, base, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, base)
	if err != nil {
		t.Fatalf("connect to PostgreSQL: %v", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func open(t testing.TB, url, dir string, clock *Clock) *models.Store {
	t.Helper()
	return OpenAt(t, url, dir, clock, nil)
}

// OpenAt opens and migrates a database, by its address or in a folder, with prices; nil are the standard ones.
func OpenAt(t testing.TB, url, dir string, clock *Clock, prices *billing.Prices) *models.Store {
	t.Helper()
	if clock == nil {
		clock = &Clock{}
	}
	ctx := context.Background()
	s, err := models.Open(ctx, models.Options{Options: db.Options{URL: url, DataDir: dir, Clock: clock.Now, Secrets: Secrets()}, Prices: prices})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	guardStates(t, s)
	return s
}
