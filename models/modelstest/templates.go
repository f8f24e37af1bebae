package modelstest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"socialdata/models"
	"socialdata/models/db"
)

// templates are a migrated, empty database of each kind, created once per process: copying it takes a tenth of the time
// of the migrations.
var templates migrated

type migrated struct {
	sqliteOnce, postgresOnce sync.Once
	sqlite                   string // the file
	sqliteErr, postgresErr   error
}

// sqliteName is the name of the file in a store's folder.
const sqliteName = "socialdata.db"

// copySQLite copies the migrated database into a directory.
func (m *migrated) copySQLite(t testing.TB, dir string) {
	t.Helper()
	m.sqliteOnce.Do(func() {
		var folder string
		if folder, m.sqliteErr = os.MkdirTemp(fastFolder(), "sqlite"); m.sqliteErr == nil {
			m.sqlite, m.sqliteErr = filepath.Join(folder, sqliteName), migrate(db.Options{DataDir: folder})
		}
	})
	raw, err := os.ReadFile(m.sqlite)
	if m.sqliteErr != nil || err != nil {
		t.Fatal(m.sqliteErr, err)
	}
	if err := os.WriteFile(filepath.Join(dir, sqliteName), raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// postgres returns the name of a migrated database on the server, for use as a template.
func (m *migrated) postgres(t testing.TB, base string) string {
	t.Helper()
	name := fmt.Sprintf("template_%d", os.Getpid())
	m.postgresOnce.Do(func() {
		admin(t, base, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") // on a server that stays, of a process that had the same number
		createDatabase(t, base, name, emptyTemplate)
		m.postgresErr = migrate(db.Options{URL: databaseAt(base, name)})
	})
	if m.postgresErr != nil {
		t.Fatal(m.postgresErr)
	}
	return name
}

// remove deletes the SQLite file; the PostgreSQL database goes away with its server.
func (m *migrated) remove() {
	if m.sqlite != "" {
		_ = os.RemoveAll(filepath.Dir(m.sqlite))
	}
}

// migrate creates the tables of a new database and closes it.
func migrate(o db.Options) error {
	o.Secrets = Secrets()
	s, err := models.Open(context.Background(), models.Options{Options: o})
	if err != nil {
		return err
	}
	if err := s.Migrate(context.Background()); err != nil {
		return err
	}
	return s.Close()
}
