package web_test

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// lockSQLite takes the write lock of a database, as another program may, and returns what gives it back.
func lockSQLite(t *testing.T, dir string) func() {
	t.Helper()
	db, err := sqlite3.Open("file:" + filepath.Join(dir, "socialdata.db"))
	testkit.Must(t, err)
	testkit.Must(t, db.Exec("BEGIN IMMEDIATE"))
	return func() { testkit.Must(t, db.Close()) }
}

// lockPostgres locks the tables that the test writes, and returns what unlocks them.
func lockPostgres(t *testing.T, address string) func() {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	testkit.Must(t, err)
	for _, statement := range []string{"BEGIN", "LOCK TABLE workspaces, api_keys IN ACCESS EXCLUSIVE MODE"} {
		_, err = conn.Exec(t.Context(), statement)
		testkit.Must(t, err)
	}
	return func() { testkit.Must(t, conn.Close(context.Background())) }
}

// TestBlockedDatabaseIsATypedError: a request whose statement waits for a lock ends at its deadline, as JSON and as a page.
func TestBlockedDatabaseIsATypedError(t *testing.T) {
	dir := t.TempDir()
	databases := map[string]struct {
		options func(t *testing.T) db.Options
		lock    func(t *testing.T, o db.Options) func()
	}{
		"sqlite": {
			func(*testing.T) db.Options { return db.Options{DataDir: dir} },
			func(t *testing.T, o db.Options) func() { return lockSQLite(t, o.DataDir) },
		},
		"postgres": {
			func(t *testing.T) db.Options { return db.Options{URL: modelstest.PostgresURL(t)} },
			func(t *testing.T, o db.Options) func() { return lockPostgres(t, o.URL) },
		},
	}
	for name, db := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := db.options(t)
			o.Secrets = modelstest.Secrets()
			store, err := models.Open(t.Context(), models.Options{Options: o})
			testkit.Must(t, err)
			t.Cleanup(func() { _ = store.Close() })
			testkit.Must(t, store.Migrate(t.Context()))
			s := webtest.New(t, store, &modelstest.Clock{}, jobstest.InProcess(t), webtest.Options{Timeout: 300 * time.Millisecond})
			rename := map[string]any{"revision": 1, "name": "Later"}
			t.Cleanup(db.lock(t, o))
			begun := time.Now()
			r := s.Do("PATCH", "/v1/workspaces/"+s.Workspace, rename, s.AsOwner())
			if r.Status != 503 || r.Code() != "storage_unavailable" || r.Header.Get("Retry-After") != "5" {
				t.Errorf("%d %v %s", r.Status, r.Header, r.Body)
			}
			form := s.AsOwner()
			form["Content-Type"] = "application/x-www-form-urlencoded"
			r = s.Do("POST", "/w/"+s.Workspace+"/rename", url.Values{"name": {"Later"}, "revision": {"1"}}.Encode(), form)
			if r.Status != 503 || !strings.Contains(string(r.Body), "storage_unavailable") {
				t.Errorf("a page: %d %.500s", r.Status, r.Body)
			}
			if took := time.Since(begun); took > 4*time.Second { // SQLite's own patience with a lock is 5 s
				t.Error(fmt.Sprint("both took ", took))
			}
		})
	}
}
